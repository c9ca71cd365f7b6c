package dev.latchkey.console.alert;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.alert.ChangeAlertRule;
import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.alert.AlertRule;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.alert.AlertRules;
import java.util.List;
import java.util.Optional;

/** Which alerts an organization wants, and from which number on. */
public record AlertRulesPage(
    SectionGuard sections, AlertRules rules, ChangeAlertRule changeAlertRule) {
  private static final int NO_NUMBER = -1;

  /** The data of the page. */
  public record View(Organization organization, List<AlertRule> rules) {
    public String back() {
      return Section.ALERTS.path() + "?organization=" + organization.id().value();
    }

    public String action() {
      return Section.ALERTS.path() + AlertsPage.RULES;
    }

    /** The label of the threshold of a rule that has one. */
    public static Optional<String> label(AlertKind kind) {
      return switch (kind) {
        case CALLS_REFUSED -> Optional.of("alerts.threshold.CALLS_REFUSED");
        case USED_AGAIN -> Optional.of("alerts.threshold.USED_AGAIN");
        case TOKEN_ENDING -> Optional.of("alerts.threshold.TOKEN_ENDING");
        case WEBHOOK_FAILING -> Optional.of("alerts.threshold.WEBHOOK_FAILING");
        case TOKEN_REPLAYED,
            SECRET_LEAKED,
            NEW_NETWORK,
            WRITE_SCOPE_ADDED,
            TOKEN_WITHOUT_NETWORKS,
            APPROVAL_WAITING,
            ROUTE_DEPRECATED ->
            Optional.empty();
      };
    }
  }

  /** These routes must come before those of one alert. */
  public List<Route> routes(PageGuard guard) {
    return List.of(
        guard.in(
            sections,
            Effect.READ,
            AlertsPage.RULES,
            sections.withOrganization(Rights.Act.SEE_ALERTS_OF_ORGANIZATION, this::show)),
        guard.in(sections, Effect.CHANGE, AlertsPage.RULES, guarded(this::change)));
  }

  private SectionGuard.Handler guarded(SectionGuard.OrganizationHandler handler) {
    return sections.withOrganization(Rights.Act.MANAGE_ALERTS_OF_ORGANIZATION, handler);
  }

  private Response show(OrganizationRequest at) {
    Page page = at.request().page();
    boolean isSaved = at.request().query().value("done").filter("rule"::equals).isPresent();
    return show(at, isSaved ? page.withNotice("alerts.done.rule") : page, 200);
  }

  private Response show(OrganizationRequest at, Page page, int status) {
    var view = new View(at.organization(), rules.of(at.organization().id()));
    return page.show(status, TEMPLATES.alertRules(page, view));
  }

  private Response change(OrganizationRequest at) {
    Form form = at.request().form();
    return form.value("kind")
        .flatMap(AlertKind::parse)
        .map(kind -> change(at, kind, form))
        .orElseGet(() -> show(at, at.request().page(), 400));
  }

  private Response change(OrganizationRequest at, AlertKind kind, Form form) {
    var wanted =
        new ChangeAlertRule.Wanted(
            Optional.of(form.value("on").isPresent()),
            kind.threshold().map(_ -> number(form.value("threshold").orElse(""))));
    return switch (changeAlertRule.by(at.request().actor(), at.organization().id(), kind, wanted)) {
      case ChangeAlertRule.Written _ ->
          at.request()
              .seeOther(
                  Section.ALERTS.path()
                      + AlertsPage.RULES
                      + "?done=rule&organization="
                      + at.organization().id().value());
      case ChangeAlertRule.Flawed.THRESHOLD_OUT_OF_RANGE -> {
        var range = kind.threshold().orElseThrow();
        Page page = at.request().page().withProblem("alerts.rule.flaw", range.min(), range.max());
        yield show(at, page, 400);
      }
      case ChangeAlertRule.Refused(var why) -> at.request().refused(why, "organization.unknown");
    };
  }

  private static int number(String text) {
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : NO_NUMBER;
  }
}
