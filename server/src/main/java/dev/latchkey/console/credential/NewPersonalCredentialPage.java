package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.program.Snippet;
import dev.latchkey.credential.AlreadySent;
import dev.latchkey.credential.CreatePersonalCredential;
import dev.latchkey.credential.FlawedCredential;
import dev.latchkey.credential.WantedCredential;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Scopes;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Creates a personal credential. Its secret is shown once (contract 2.1). {@code firstCall} gives
 * the path of a call that a scope allows.
 */
public record NewPersonalCredentialPage(
    CreatePersonalCredential createPersonal,
    Catalogue catalogue,
    NewSecrets secrets,
    Function<Scopes, String> firstCall) {
  private static final String HERE = Section.MY_ACCOUNT.path() + "/new";

  /**
   * These routes must come before the routes with a credential's id in their path. Otherwise {@code
   * new} would be taken for such an id.
   */
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.personal(Effect.ASK, HERE, this::ask),
        pageGuard.personal(Effect.SENSITIVE, HERE, this::create),
        pageGuard.personal(Effect.CHANGE, HERE + "/check", this::check));
  }

  private Response ask(PageRequest request) {
    return form(request.page(), WantedCredential.NOTHING, FormErrors.NONE, Preview.HIDDEN);
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
    return CredentialFields.check(
        request.page(), createPersonal.flaws(CredentialFields.entered(request)));
  }

  private Response create(PageRequest request) {
    WantedCredential entered = CredentialFields.entered(request);
    if (request.form().value("preview").isPresent()) {
      return form(request.page(), entered, FormErrors.NONE, Preview.SHOWN);
    }
    return createPersonal
        .flaws(entered)
        .map(FormErrors::of)
        .or(() -> request.passwordErrors(Reauthentication.FIELD))
        .map(errors -> refuse(request, entered, errors))
        .orElseGet(() -> createOnce(request, entered));
  }

  private Response refuse(PageRequest request, WantedCredential entered, FormErrors errors) {
    Page page = request.page().withProblem("credential.flawed");
    return form(page, entered, errors, Preview.HIDDEN);
  }

  /** Creates the credential. This is the only answer that shows its secret (contract 2.1). */
  private Response createOnce(PageRequest request, WantedCredential wanted) {
    Optional<Id.Form> form = secrets.sentForm(request);
    if (form.isEmpty()) {
      return secrets.sentBefore(request);
    }
    return switch (createPersonal.by(request.actor(), wanted, form.get())) {
      case CreatePersonalCredential.Created(var credential, var secret) -> {
        Page page = request.page();
        List<Snippet> snippets = Snippet.of(credential, request.baseUrl(), firstCall);
        yield page.show(
            200, TEMPLATES.credentialCreatedPersonal(page, credential, secret, snippets));
      }
      case FlawedCredential flawed -> refuse(request, wanted, FormErrors.of(flawed));
      case AlreadySent _ -> secrets.sentBefore(request);
    };
  }

  private Response form(Page page, WantedCredential entered, FormErrors errors, Preview preview) {
    CredentialFields fields = CredentialFields.of(entered, catalogue, Scopes.NONE, errors);
    Page scripted = page.withScript(ScopeTable.SCRIPT).withScript(Page.CHECK_FIELDS);
    return scripted.show(
        errors.status(),
        TEMPLATES.credentialNewPersonal(
            scripted, fields, secrets.formId(), preview == Preview.SHOWN));
  }
}
