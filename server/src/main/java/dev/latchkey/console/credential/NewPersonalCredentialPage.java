package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.storage.credential.Credentials;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Creates a personal credential. Its secret is shown once (contract 2.1). */
public final class NewPersonalCredentialPage {
  private static final String HERE = Section.MY_ACCOUNT.path() + "/new";

  private final Credentials credentials;
  private final Catalogue catalogue;
  private final NewSecrets secrets;
  private final Function<Scopes, String> firstCall;

  /** {@code firstCall} gives the path of a call that a scope allows. */
  public NewPersonalCredentialPage(
      Credentials credentials,
      Catalogue catalogue,
      NewSecrets secrets,
      Function<Scopes, String> firstCall) {
    this.credentials = credentials;
    this.catalogue = catalogue;
    this.secrets = secrets;
    this.firstCall = firstCall;
  }

  /**
   * These routes must come before the routes with a credential's id in their path. Otherwise {@code
   * new} would be taken for such an id.
   */
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.signedIn(Effect.READ, HERE, this::ask),
        pageGuard.signedIn(Effect.SENSITIVE, HERE, this::create),
        pageGuard.signedIn(Effect.CHANGE, HERE + "/check", this::check));
  }

  private Response ask(PageRequest request) {
    return form(request.page(), EnteredCredential.NOTHING, FormErrors.NONE, Preview.HIDDEN);
  }

  /**
   * The preview of the consent page. The script of the form shows it and keeps it up to date.
   * Without scripts a button shows it.
   */
  private enum Preview {
    HIDDEN,
    SHOWN
  }

  private Response check(PageRequest request) {
    EnteredCredential entered = EnteredCredential.in(request);
    return FieldCheck.answer(request.page(), CredentialDraft.personal(entered, catalogue.names()));
  }

  private Response create(PageRequest request) {
    EnteredCredential entered = EnteredCredential.in(request);
    if (request.form().value("preview").isPresent()) {
      return form(request.page(), entered, FormErrors.NONE, Preview.SHOWN);
    }
    return switch (CredentialDraft.personal(entered, catalogue.names())) {
      case CredentialDraft.Flawed(FormErrors errors) -> refuse(request, entered, errors);
      case CredentialDraft.Sound sound ->
          request
              .passwordErrors(Reauthentication.FIELD)
              .map(errors -> refuse(request, entered, errors))
              .orElseGet(() -> createOnce(request, sound));
    };
  }

  private Response refuse(PageRequest request, EnteredCredential entered, FormErrors errors) {
    Page page = request.page().withProblem("credential.flawed");
    return form(page, entered, errors, Preview.HIDDEN);
  }

  /** Creates the credential. This is the only answer that shows its secret (contract 2.1). */
  private Response createOnce(PageRequest request, CredentialDraft.Sound sound) {
    Optional<Id.Form> form = secrets.sentForm(request);
    if (form.isEmpty()) {
      return secrets.sentBefore(request);
    }
    Credential.Personal credential = credential(request, sound);
    Secret.Client secret = secrets.clientSecret();
    if (!credentials.create(credential, secret, form.get(), request.moment())) {
      return secrets.sentBefore(request);
    }
    Page page = request.page().withScript("copy.js");
    List<Snippet> snippets = Snippet.of(credential, request.baseUrl(), firstCall);
    return page.show(200, TEMPLATES.credentialCreatedPersonal(page, credential, secret, snippets));
  }

  private Credential.Personal credential(PageRequest request, CredentialDraft.Sound sound) {
    User owner = request.user();
    return new Credential.Personal(
        secrets.clientId(),
        sound.name(),
        owner.organization(),
        owner.id(),
        sound.scope(),
        sound.redirectUris(),
        sound.options(),
        sound.networks(),
        request.moment().at(),
        1);
  }

  private Response form(Page page, EnteredCredential entered, FormErrors errors, Preview preview) {
    CredentialFields fields = CredentialFields.of(entered, catalogue, Scopes.NONE, errors);
    Page scripted = page.withScript(ScopeTable.SCRIPT).withScript(Page.CHECK_FIELDS);
    return scripted.show(
        errors.status(),
        TEMPLATES.credentialNewPersonal(
            scripted, fields, secrets.formId(), preview == Preview.SHOWN));
  }
}
