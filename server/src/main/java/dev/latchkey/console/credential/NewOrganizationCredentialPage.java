package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.credential.CreationGuard.CreationHandler;
import dev.latchkey.console.credential.CreationGuard.CreationRequest;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import dev.latchkey.model.TokenLife;
import dev.latchkey.storage.credential.Credentials;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Creates an organization credential together with its token. The token is shown once (contract
 * 2.1).
 */
public final class NewOrganizationCredentialPage {
  private final OrganizationCredentials section;
  private final CreationGuard guard;
  private final Credentials credentials;
  private final Catalogue catalogue;
  private final NewSecrets secrets;
  private final Function<Scopes, String> firstCall;

  /** {@code firstCall} gives the path of a call that a scope allows. */
  public NewOrganizationCredentialPage(
      OrganizationCredentials section,
      CreationGuard guard,
      Credentials credentials,
      Catalogue catalogue,
      NewSecrets secrets,
      Function<Scopes, String> firstCall) {
    this.section = section;
    this.guard = guard;
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
        pageGuard.in(section.sectionGuard(), Effect.READ, "/new", guarded(this::ask)),
        pageGuard.in(section.sectionGuard(), Effect.SENSITIVE, "/new", guarded(this::create)),
        pageGuard.in(section.sectionGuard(), Effect.CHANGE, "/new/check", guarded(this::check)));
  }

  private SectionGuard.Handler guarded(CreationHandler handler) {
    return section
        .sectionGuard()
        .withOrganization(
            Rights.Act.CREATE_ORGANIZATION_CREDENTIAL, at -> guard.guard(at, handler));
  }

  /** What the page shows about the credential that was just created. */
  public record Created(
      Credential.Organizational credential,
      Secret.Organization token,
      TokenLife life,
      List<Snippet> snippets) {}

  private Response ask(CreationRequest at) {
    return form(at, at.request().page(), EnteredCredential.NOTHING, FormErrors.NONE);
  }

  private Response check(CreationRequest at) {
    EnteredCredential entered = EnteredCredential.in(at.request());
    return FieldCheck.answer(
        at.request().page(), CredentialDraft.organizational(entered, catalogue.names()));
  }

  private Response create(CreationRequest at) {
    EnteredCredential entered = EnteredCredential.in(at.request());
    return switch (CredentialDraft.organizational(entered, catalogue.names())) {
      case CredentialDraft.Flawed(FormErrors errors) -> refuse(at, entered, errors);
      case CredentialDraft.Sound sound ->
          at.request()
              .passwordErrors(Reauthentication.FIELD)
              .map(errors -> refuse(at, entered, errors))
              .orElseGet(() -> createOnce(at, sound));
    };
  }

  /** Creates the credential. This is the only answer that shows its token (contract 2.1). */
  private Response createOnce(CreationRequest at, CredentialDraft.Sound sound) {
    PageRequest request = at.request();
    Optional<Id.Form> form = secrets.sentForm(request);
    if (form.isEmpty()) {
      return secrets.sentBefore(request);
    }
    Credential.Organizational credential = credential(at, sound);
    Secret.Organization token = secrets.organizationToken();
    if (!credentials.create(credential, token, form.get(), request.moment())) {
      return secrets.sentBefore(request);
    }
    Page page = request.page().withScript("copy.js");
    List<Snippet> snippets = Snippet.of(credential, request.baseUrl(), firstCall);
    var created =
        new Created(credential, token, credentials.lifeOfToken(request.moment()), snippets);
    return page.show(
        200,
        TEMPLATES.credentialCreatedOrganizational(page, section.section(), at.target(), created));
  }

  private Credential.Organizational credential(CreationRequest at, CredentialDraft.Sound sound) {
    return new Credential.Organizational(
        secrets.clientId(),
        sound.name(),
        at.target().organization().id(),
        at.request().user().id(),
        sound.scope(),
        secrets.virtualAdministrator(),
        at.target().reach(),
        sound.networks(),
        at.request().moment().at(),
        1);
  }

  private Response refuse(CreationRequest at, EnteredCredential entered, FormErrors errors) {
    Page page = at.request().page().withProblem("credential.flawed");
    return form(at, page, entered, errors);
  }

  private Response form(
      CreationRequest at, Page page, EnteredCredential entered, FormErrors errors) {
    CredentialFields fields = CredentialFields.of(entered, catalogue, Scopes.NONE, errors);
    Page scripted =
        page.about(at.target().organization())
            .withScript(ScopeTable.SCRIPT)
            .withScript(Page.CHECK_FIELDS);
    return scripted.show(
        errors.status(),
        TEMPLATES.credentialNewOrganizational(
            scripted, section.section(), at.target(), fields, secrets.formId()));
  }
}
