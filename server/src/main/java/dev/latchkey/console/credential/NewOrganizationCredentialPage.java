package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.program.Snippet;
import dev.latchkey.credential.AlreadySent;
import dev.latchkey.credential.CreateOrganizationCredential;
import dev.latchkey.credential.CreationGuard;
import dev.latchkey.credential.FlawedCredential;
import dev.latchkey.credential.WantedCredential;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.PlatformVersion;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Rights;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Creates an organization credential together with its token. The token is shown once (contract
 * 2.1). {@code firstCall} gives the path of a call that a scope allows.
 */
public record NewOrganizationCredentialPage(
    OrganizationCredentials section,
    CreationGuard guard,
    CreateOrganizationCredential createOrganizational,
    Catalogue catalogue,
    NewSecrets secrets,
    Function<Scopes, String> firstCall) {
  /**
   * These routes must come before the routes with a credential's id in their path. Otherwise {@code
   * new} would be taken for such an id.
   */
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.in(section.sectionGuard(), Effect.ASK, "/new", guarded(this::ask)),
        pageGuard.in(section.sectionGuard(), Effect.SENSITIVE, "/new", guarded(this::create)),
        pageGuard.in(section.sectionGuard(), Effect.CHANGE, "/new/check", guarded(this::check)));
  }

  private SectionGuard.Handler guarded(CreationHandler handler) {
    return section
        .sectionGuard()
        .withOrganization(
            Rights.Act.CREATE_ORGANIZATION_CREDENTIAL,
            at -> {
              PageRequest request = at.request();
              return switch (guard.check(request.actor(), request.user(), at.organization())) {
                case CreationGuard.Target target ->
                    handler.answer(new CreationRequest(request, target));
                case CreationGuard.Refused why -> refused(request, why);
              };
            });
  }

  private Response refused(PageRequest request, CreationGuard.Refused why) {
    return switch (why) {
      case PLATFORM_TOO_OLD ->
          request.problem(
              403,
              "platform_version",
              "organization.version",
              PlatformVersion.ORGANIZATION_CREDENTIALS.text(),
              guard.version().text());
      case NOT_ENTITLED -> request.forbidden("organization.not-for-role");
      case FACTOR_MISSING -> OrganizationCredentials.factorMissing(request);
      case NO_TEAM -> request.problem(409, "no_team", "organization.no-team");
    };
  }

  /** A request about a new organization credential, by a person who may create one. */
  private record CreationRequest(PageRequest request, CreationGuard.Target target) {}

  @FunctionalInterface
  private interface CreationHandler {
    Response answer(CreationRequest at);
  }

  private Response ask(CreationRequest at) {
    return form(at, at.request().page(), WantedCredential.NOTHING, FormErrors.NONE);
  }

  private Response check(CreationRequest at) {
    return CredentialFields.check(
        at.request().page(), createOrganizational.flaws(CredentialFields.entered(at.request())));
  }

  private Response create(CreationRequest at) {
    WantedCredential entered = CredentialFields.entered(at.request());
    return createOrganizational
        .flaws(entered)
        .map(FormErrors::of)
        .or(() -> at.request().passwordErrors(Reauthentication.FIELD))
        .map(errors -> refuse(at, entered, errors))
        .orElseGet(() -> createOnce(at, entered));
  }

  /** Creates the credential. This is the only answer that shows its token (contract 2.1). */
  private Response createOnce(CreationRequest at, WantedCredential wanted) {
    PageRequest request = at.request();
    Optional<Id.Form> form = secrets.sentForm(request);
    if (form.isEmpty()) {
      return secrets.sentBefore(request);
    }
    return switch (createOrganizational.by(
        request.actor(), at.target().organization(), wanted, form.get())) {
      case CreateOrganizationCredential.Created created -> {
        Page page = request.page();
        List<Snippet> snippets = Snippet.of(created.credential(), request.baseUrl(), firstCall);
        yield page.show(
            200,
            TEMPLATES.credentialCreatedOrganizational(
                page, section.section(), at.target(), created, snippets));
      }
      case FlawedCredential flawed -> refuse(at, wanted, FormErrors.of(flawed));
      case CreationGuard.Refused why -> refused(request, why);
      case AlreadySent _ -> secrets.sentBefore(request);
    };
  }

  private Response refuse(CreationRequest at, WantedCredential entered, FormErrors errors) {
    Page page = at.request().page().withProblem("credential.flawed");
    return form(at, page, entered, errors);
  }

  private Response form(
      CreationRequest at, Page page, WantedCredential entered, FormErrors errors) {
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
