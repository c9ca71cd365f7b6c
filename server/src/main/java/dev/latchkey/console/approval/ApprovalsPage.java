package dev.latchkey.console.approval;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.credential.ScopeTable;
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
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.policy.DecideOnPublicClient;
import dev.latchkey.people.policy.DecideOnPublicClient.Allowing;
import dev.latchkey.people.policy.DecideOnPublicClient.Decision;
import dev.latchkey.people.policy.DecideOnPublicClient.Seen;
import dev.latchkey.storage.credential.ClientPolicies;
import dev.latchkey.storage.publicclient.PublicClientReview;
import dev.latchkey.storage.publicclient.PublicClients;
import java.util.List;
import java.util.Optional;

/**
 * The queue of the apps without a credential that the people of an organization have asked for, and
 * the decision about each of them (docs/decisions/0099).
 */
public record ApprovalsPage(
    SectionGuard guard,
    ClientPolicies policies,
    PublicClientReview review,
    DecideOnPublicClient decideOnClient,
    ApprovalMail mail,
    Catalogue catalogue) {
  static final String DECIDE = "/decide";

  /** These routes must come before those of an organization's own paths. */
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.in(
            guard,
            Effect.READ,
            "",
            guard.withOrganization(Rights.Act.SEE_APPROVALS_OF_ORGANIZATION, this::show)),
        pageGuard.in(guard, Effect.ASK, DECIDE, guarded(this::ask)),
        pageGuard.in(guard, Effect.SENSITIVE, DECIDE, guarded(this::decide)));
  }

  private SectionGuard.Handler guarded(SectionGuard.OrganizationHandler handler) {
    return guard.withOrganization(DecideOnPublicClient.RIGHT, handler);
  }

  private Response show(OrganizationRequest at) {
    Page page = at.request().page();
    String done = at.request().query().value("done").orElse("");
    boolean isKnown = List.of("allowed", "denied").contains(done);
    return list(at, isKnown ? page.withNotice("approvals.done." + done) : page, 200);
  }

  private Response list(OrganizationRequest at, Page page, int status) {
    var view =
        new ApprovalsView(
            at.organization(), review.list(at.organization().id()), catalogue, mail.isConfigured());
    return page.show(status, TEMPLATES.approvalList(page, view));
  }

  private Response ask(OrganizationRequest at) {
    return ask(at, Optional.empty(), FormErrors.NONE);
  }

  /** {@code entered}: what was sent with an error; otherwise the form suggests what was asked. */
  private Response ask(OrganizationRequest at, Optional<Form> entered, FormErrors errors) {
    String key = key(entered.orElseGet(at.request()::query));
    Optional<PublicClientReview.Listed> listed =
        review.find(at.organization().id(), key).filter(PublicClientReview.Listed::isOpen);
    if (listed.isEmpty()) {
      return decidedBefore(at, key);
    }
    ClientPolicy policy = policies.of(at.organization().id());
    Scopes most = listed.get().most(policy);
    Scopes chosen =
        entered
            .map(form -> Scopes.of(form.all("scope")))
            .orElseGet(() -> suggested(listed.get(), most));
    var view =
        new ApprovalView(
            at.organization(),
            listed.get(),
            policy,
            new ApprovalView.Choice(
                ScopeTable.of(new Catalogue(catalogue.describe(most)), Scopes.NONE, chosen),
                listed.get().asked().without(policy.scope()),
                entered.flatMap(form -> form.value("days")).orElse(""),
                entered.flatMap(form -> form.value("note")).orElse("")),
            mail.isConfigured(),
            errors);
    Page page = at.request().page().withScript(ScopeTable.SCRIPT);
    Page shown = errors.status() == 200 ? page : page.withProblem("public-apps.undecided");
    return shown.show(errors.status(), TEMPLATES.approvalDecide(shown, view));
  }

  /** An app that named no scopes gets nothing that writes unless it is chosen. */
  private Scopes suggested(PublicClientReview.Listed listed, Scopes most) {
    return listed.asked().isEmpty() ? most.without(most.without(catalogue.suggested())) : most;
  }

  private Response decide(OrganizationRequest at) {
    PageRequest request = at.request();
    Form form = request.form();
    Optional<FormErrors> passwordErrors = request.passwordErrors(Reauthentication.FIELD);
    if (passwordErrors.isPresent()) {
      return ask(at, Optional.of(form), passwordErrors.get());
    }
    Optional<PublicClients.State> seen = PublicClients.State.parse(form.value("seen").orElse(""));
    boolean isAllowed = form.value("decision").orElse("").equals("allow");
    if (seen.isEmpty() || !(isAllowed || form.value("decision").orElse("").equals("deny"))) {
      return ask(at, Optional.of(form), FormErrors.of(400));
    }
    String days = form.value("days").orElse("");
    if (isAllowed && !days.isEmpty() && number(days).isEmpty()) {
      return flawed(at, "days", "flaw.approval-days");
    }
    var decision =
        new Decision(
            new Seen(key(form), seen.get(), number(form.value("version").orElse("")).orElse(-1)),
            isAllowed
                ? Optional.of(
                    new Allowing(request.user(), Scopes.of(form.all("scope")), number(days)))
                : Optional.empty(),
            form.value("note").orElse(""));
    return switch (decideOnClient.by(request.actor(), at.organization().id(), decision)) {
      case DecideOnPublicClient.Decided decided -> {
        mail.decided(decided, request.moment().at(), request.baseUrl());
        yield request.seeOther(
            "%s?organization=%s&done=%s"
                .formatted(
                    Section.APPROVALS.path(),
                    at.organization().id().value(),
                    isAllowed ? "allowed" : "denied"));
      }
      case DecideOnPublicClient.EditConflict _ -> decidedBefore(at, key(form));
      case DecideOnPublicClient.Refused(var why) -> request.refused(why, "organization.unknown");
      case DecideOnPublicClient.Flaw flaw ->
          switch (flaw) {
            case NO_SCOPE -> flawed(at, "scope", "flaw.scope-missing");
            case SCOPE_TOO_WIDE -> flawed(at, "scope", "flaw.approval-scope");
            case DAYS -> flawed(at, "days", "flaw.approval-days");
            case NOTE_TOO_LONG -> flawed(at, "note", "flaw.approval-note");
            case OWNER_NOT_ENTITLED -> request.forbidden("organization.not-for-role");
          };
    };
  }

  private Response flawed(OrganizationRequest at, String field, String message) {
    return ask(at, Optional.of(at.request().form()), FormErrors.of(400, field, message));
  }

  /** Another administrator was faster. The list says who, and what was decided. */
  private Response decidedBefore(OrganizationRequest at, String key) {
    Page page = at.request().page();
    Page shown =
        review
            .find(at.organization().id(), key)
            .flatMap(app ->
                app.decided()
                    .flatMap(PublicClientReview.Decided::by)
                    .map(by ->
                        page.withProblem(
                            "approvals.decided-before." + app.state(), app.app().name(), by)))
            .orElseGet(() -> page.withProblem("public-apps.edit-conflict"));
    return list(at, shown, 409);
  }

  private static String key(Form form) {
    return form.value("app").orElse("");
  }

  private static Optional<Integer> number(String text) {
    return text.matches("[0-9]{1,6}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
  }
}
