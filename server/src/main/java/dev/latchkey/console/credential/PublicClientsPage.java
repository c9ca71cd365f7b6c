package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.policy.ChangeClientPolicy;
import dev.latchkey.people.policy.FlawedPolicy;
import dev.latchkey.people.policy.WantedPolicy;
import dev.latchkey.storage.credential.ClientPolicies;
import java.util.List;

/**
 * What an organization decides about apps that come without a credential: the policy
 * (docs/decisions/0065).
 */
public record PublicClientsPage(
    OrganizationCredentials managed, ClientPolicies policies, ChangeClientPolicy changePolicy) {
  static final String BELOW = "/public-apps";
  private static final String UNKNOWN = "organization.unknown";

  /** What the template shows. {@code entered} differs from the policy after an error. */
  public record View(
      Section section,
      Organization organization,
      WantedPolicy entered,
      ScopeTable scopes,
      FormErrors errors) {
    public String href() {
      return section.path() + BELOW;
    }

    /** Where the administrators decide about each app. */
    public String approvals() {
      return Section.APPROVALS.path() + "?organization=" + organization.id().value();
    }
  }

  /** These routes must come before those with an identifier of a credential in their path. */
  public List<Route> routes(PageGuard pageGuard) {
    SectionGuard guard = managed.sectionGuard();
    return List.of(
        pageGuard.in(
            guard,
            Effect.READ,
            BELOW,
            guard.withOrganization(Rights.Act.SEE_APPROVALS_OF_ORGANIZATION, this::show)),
        pageGuard.in(
            guard,
            Effect.SENSITIVE,
            BELOW,
            guard.withOrganization(Rights.Act.CREATE_ORGANIZATION_CREDENTIAL, this::save)));
  }

  private Response show(OrganizationRequest at) {
    Page page = at.request().page();
    boolean isSaved = at.request().query().value("saved").isPresent();
    return stored(at, isSaved ? page.withNotice("public-apps.saved") : page, 200);
  }

  private Response save(OrganizationRequest at) {
    PageRequest request = at.request();
    WantedPolicy entered = entered(request.form());
    return changePolicy
        .flaw(entered)
        .map(FormErrors::of)
        .or(() -> request.passwordErrors(Reauthentication.FIELD))
        .map(errors -> refuse(at, entered, errors))
        .orElseGet(() -> save(at, entered));
  }

  private static WantedPolicy entered(Form form) {
    return new WantedPolicy(
        form.value("rule").orElse(""),
        form.value("hosts").orElse(""),
        Scopes.of(form.all("scope")),
        form.value("days").orElse(""),
        form.value("version").orElse(""));
  }

  private Response save(OrganizationRequest at, WantedPolicy wanted) {
    return switch (changePolicy.by(at.request().actor(), at.organization().id(), wanted)) {
      case ChangeClientPolicy.Written.CHANGED -> at.request().seeOther(savedAt(at));
      case ChangeClientPolicy.Written.EDIT_CONFLICT -> conflict(at);
      case FlawedPolicy flaw -> refuse(at, wanted, FormErrors.of(flaw));
      case ChangeClientPolicy.Refused(var why) -> at.request().refused(why, UNKNOWN);
    };
  }

  private Response refuse(OrganizationRequest at, WantedPolicy entered, FormErrors errors) {
    return show(at, at.request().page().withProblem("people.flawed"), entered, errors);
  }

  private Response conflict(OrganizationRequest at) {
    return stored(at, at.request().page().withProblem("public-apps.edit-conflict"), 409);
  }

  private String savedAt(OrganizationRequest at) {
    return "%s%s?organization=%s&saved=yes"
        .formatted(managed.section().path(), BELOW, at.organization().id().value());
  }

  private Response stored(OrganizationRequest at, Page page, int status) {
    ClientPolicy policy = policies.of(at.organization().id());
    Scopes usual = policy.version() == 0 ? changePolicy.catalogue().suggested() : policy.scope();
    return show(at, page, WantedPolicy.of(policy, usual), FormErrors.of(status));
  }

  private Response show(
      OrganizationRequest at, Page page, WantedPolicy entered, FormErrors errors) {
    var view =
        new View(
            managed.section(),
            at.organization(),
            entered,
            ScopeTable.of(changePolicy.catalogue(), Scopes.NONE, entered.scope()),
            errors);
    Page scripted = page.withScript(ScopeTable.SCRIPT);
    return scripted.show(errors.status(), TEMPLATES.credentialPublicApps(scripted, view));
  }
}
