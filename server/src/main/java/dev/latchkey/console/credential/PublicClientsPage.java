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
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.policy.ChangeClientPolicy;
import dev.latchkey.people.policy.DecideOnPublicClient;
import dev.latchkey.people.policy.FlawedPolicy;
import dev.latchkey.people.policy.WantedPolicy;
import dev.latchkey.storage.credential.ClientPolicies;
import dev.latchkey.storage.publicclient.PublicClientReview;
import java.util.List;
import java.util.Optional;

/**
 * What an organization decides about apps that come without a credential: the policy, and the queue
 * of the apps that its people have asked for (docs/decisions/0065).
 */
public record PublicClientsPage(
    OrganizationCredentials managed,
    ClientPolicies policies,
    PublicClientReview review,
    ChangeClientPolicy changePolicy,
    DecideOnPublicClient decideOnClient) {
  static final String BELOW = "/public-apps";
  private static final String UNKNOWN = "organization.unknown";

  /** What the template shows. {@code entered} differs from the policy after an error. */
  public record View(
      Section section,
      Organization organization,
      WantedPolicy entered,
      ScopeTable scopes,
      List<PublicClientReview.Listed> apps,
      FormErrors errors) {
    public View {
      apps = List.copyOf(apps);
    }

    public String href() {
      return section.path() + BELOW;
    }

    public String credential(Id.Client client) {
      return section.path() + "/" + client.value();
    }
  }

  /** What the page shows that asks. The policy says what the app may use. */
  public record Question(
      Section section,
      Organization organization,
      PublicClientReview.Listed listed,
      ClientPolicy policy,
      FormErrors errors) {
    public String back() {
      return section.path() + BELOW + "?organization=" + organization.id().value();
    }
  }

  /** These routes must come before those with an identifier of a credential in their path. */
  public List<Route> routes(PageGuard pageGuard) {
    SectionGuard guard = managed.sectionGuard();
    return List.of(
        pageGuard.in(guard, Effect.READ, BELOW, guarded(this::show)),
        pageGuard.in(guard, Effect.SENSITIVE, BELOW, guarded(this::save)),
        pageGuard.in(guard, Effect.READ, BELOW + "/decide", guarded(this::ask)),
        pageGuard.in(guard, Effect.SENSITIVE, BELOW + "/decide", guarded(this::decide)));
  }

  private SectionGuard.Handler guarded(SectionGuard.OrganizationHandler handler) {
    return managed
        .sectionGuard()
        .withOrganization(Rights.Act.CREATE_ORGANIZATION_CREDENTIAL, handler);
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

  /** Asks before an app is let in or denied. The page shows what is known of the app. */
  private Response ask(OrganizationRequest at) {
    return ask(at, key(at.request().query()), FormErrors.NONE);
  }

  private Response ask(OrganizationRequest at, String key, FormErrors errors) {
    Id.Organization organization = at.organization().id();
    Optional<PublicClientReview.Listed> listed =
        review.find(organization, key).filter(PublicClientReview.Listed::isUndecided);
    if (listed.isEmpty()) {
      return conflict(at);
    }
    var view =
        new Question(
            managed.section(), at.organization(), listed.get(), policies.of(organization), errors);
    Page page = at.request().page();
    Page shown = errors.status() == 200 ? page : page.withProblem("public-apps.undecided");
    return shown.show(errors.status(), TEMPLATES.credentialPublicAppsDecide(shown, view));
  }

  private Response decide(OrganizationRequest at) {
    PageRequest request = at.request();
    String key = key(request.form());
    Optional<FormErrors> passwordErrors = request.passwordErrors(Reauthentication.FIELD);
    if (passwordErrors.isPresent()) {
      return ask(at, key, passwordErrors.get());
    }
    var decision =
        new DecideOnPublicClient.Decision(
            key,
            request.form().value("decision").orElse("").equals("allow"),
            CredentialFields.version(request.form()));
    return switch (decideOnClient.by(request.actor(), at.organization().id(), decision)) {
      case DecideOnPublicClient.Written.DECIDED -> request.seeOther(savedAt(at));
      case DecideOnPublicClient.Written.EDIT_CONFLICT -> conflict(at);
      case DecideOnPublicClient.Refused(var why) -> request.refused(why, UNKNOWN);
    };
  }

  private static String key(Form form) {
    return form.value("app").orElse("");
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
            review.list(at.organization().id()),
            errors);
    Page scripted = page.withScript(ScopeTable.SCRIPT);
    return scripted.show(errors.status(), TEMPLATES.credentialPublicApps(scripted, view));
  }
}
