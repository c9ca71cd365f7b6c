package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.credential.AddSecret;
import dev.latchkey.credential.RetireSecret;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.credential.ClientSecrets;
import java.util.List;
import java.util.Optional;

/**
 * Rotates the secrets of a client. The owner first adds a new secret beside the old one and later
 * retires the old one, so that the app always has a secret that works (rule 6.3).
 */
public record ClientSecretsPage(
    OwnCredentials section,
    ClientSecrets stored,
    AddSecret addSecret,
    RetireSecret retireSecret,
    CredentialDetail detail,
    NewSecrets secrets) {
  /**
   * What the page shows that asks before a secret is retired. {@code href}: the address of the
   * credential's page.
   */
  public record Retirement(
      Credential.Personal credential,
      String href,
      ClientSecrets.View retired,
      ClientSecrets.View remaining,
      FormErrors errors) {}

  public List<Route> routes(PageGuard pageGuard) {
    String here = "/{client_id}/secrets";
    return List.of(
        section.page(pageGuard, Effect.SENSITIVE, here + "/new", guarded(this::add)),
        section.page(pageGuard, Effect.ASK, here + "/retire", guarded(this::ask)),
        section.page(pageGuard, Effect.SENSITIVE, here + "/retire", guarded(this::retire)));
  }

  private CredentialScope.SectionHandler guarded(
      CredentialScope.CredentialHandler<Credential.Personal> handler) {
    return section.withCredential(
        Credential.Personal.class, Rights.Act.MANAGE_PERSONAL_CREDENTIALS, handler);
  }

  private Response add(CredentialRequest<Credential.Personal> at) {
    Optional<FormErrors> passwordErrors = at.request().passwordErrors("secrets.password");
    if (passwordErrors.isPresent()) {
      return detail.refuse(at, CredentialTab.SECRETS, "secrets.unchanged", passwordErrors.get());
    }
    Optional<Id.Form> form = secrets.sentForm(at.request());
    if (form.isEmpty()) {
      return secrets.sentBefore(at.request());
    }
    return switch (addSecret.by(at.request().actor(), at.credential().clientId(), form)) {
      case AddSecret.Added(var secret) -> showOnce(at, secret);
      case AddSecret.Refused.LIMIT_REACHED ->
          detail.refuse(at, CredentialTab.SECRETS, "secrets.too-many", FormErrors.of(409));
      case AddSecret.Refused.ALREADY_SENT -> secrets.sentBefore(at.request());
      case AddSecret.Refused.NOT_FOUND -> at.notFound();
    };
  }

  /** This is the only answer that shows the secret. */
  private static Response showOnce(
      CredentialRequest<Credential.Personal> at, Secret.Client secret) {
    Page page = at.request().page();
    return page.show(200, TEMPLATES.credentialSecretCreated(page, at.credential(), secret));
  }

  /**
   * Asks before a secret is retired. The page names the secret by its last four characters, and the
   * one that the app must use from then on.
   */
  private Response ask(CredentialRequest<Credential.Personal> at) {
    return ask(at, named(at.request().query()), FormErrors.NONE);
  }

  private Response ask(
      CredentialRequest<Credential.Personal> at, Optional<SecretHash> named, FormErrors errors) {
    List<ClientSecrets.View> live = stored.of(at.credential().clientId());
    Optional<ClientSecrets.View> chosen = named.flatMap(hash -> withHash(live, hash));
    Optional<ClientSecrets.View> other =
        live.stream().filter(secret -> !chosen.equals(Optional.of(secret))).findFirst();
    if (chosen.isEmpty() || other.isEmpty()) {
      return notRetired(at);
    }
    var retirement = new Retirement(at.credential(), at.href(), chosen.get(), other.get(), errors);
    Page page = at.request().page();
    Page shown = errors.status() == 200 ? page : page.withProblem("secrets.kept");
    return shown.show(errors.status(), TEMPLATES.credentialSecretRetire(shown, retirement));
  }

  private static Optional<SecretHash> named(Form form) {
    return form.value("secret").flatMap(SecretHash::parse);
  }

  private Response notRetired(CredentialRequest<Credential.Personal> at) {
    return detail.refuse(at, CredentialTab.SECRETS, "secrets.not-retired", FormErrors.of(409));
  }

  private static Optional<ClientSecrets.View> withHash(
      List<ClientSecrets.View> live, SecretHash hash) {
    return live.stream().filter(secret -> secret.secretId().equals(hash)).findFirst();
  }

  private Response retire(CredentialRequest<Credential.Personal> at) {
    Optional<SecretHash> chosen = named(at.request().form());
    Optional<FormErrors> passwordErrors = at.request().passwordErrors(Reauthentication.FIELD);
    if (passwordErrors.isPresent()) {
      return ask(at, chosen, passwordErrors.get());
    }
    if (chosen.isEmpty()) {
      return notRetired(at);
    }
    return switch (retireSecret.by(
        at.request().actor(), at.credential().clientId(), chosen.get())) {
      case RETIRED -> at.done(CredentialTab.SECRETS, RedirectNotice.SECRET_RETIRED);
      case NOT_ACTIVE, LAST -> notRetired(at);
      case NOT_FOUND -> at.notFound();
    };
  }
}
