package dev.latchkey.console.call;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.call.OrganizationLog;
import dev.latchkey.model.person.Organization;
import dev.latchkey.people.log.ChangeRequestLog;
import java.util.List;
import java.util.Optional;

/** How long the calls of an organization are kept, and whether they are recorded. */
public record CallSettingsPage(SectionGuard sections, ChangeRequestLog changeRequestLog) {
  static final String SETTINGS = "/settings";
  private static final String DAYS = "days";
  private static final int NO_NUMBER = -1;

  /** The data of the page. {@code days}: as entered. */
  public record View(
      Organization organization,
      boolean isOn,
      String days,
      int mostDays,
      boolean deletesStored,
      FormErrors errors) {
    public String back() {
      return Section.CALLS.path() + "?organization=" + organization.id().value();
    }

    public String action() {
      return Section.CALLS.path() + SETTINGS;
    }
  }

  /** These routes must come before that of one call. */
  List<Route> routes(PageGuard guard) {
    return List.of(
        guard.in(sections, Effect.ASK, SETTINGS, guarded(this::show)),
        guard.in(sections, Effect.SENSITIVE, SETTINGS, guarded(this::change)));
  }

  private SectionGuard.Handler guarded(SectionGuard.OrganizationHandler handler) {
    return sections.withOrganization(ChangeRequestLog.RIGHT, handler);
  }

  private int mostDays() {
    return changeRequestLog.limits().get().days();
  }

  private Response show(OrganizationRequest at) {
    Page page = at.request().page();
    boolean isSaved = at.request().query().value("saved").isPresent();
    OrganizationLog log = changeRequestLog.logs().of(at.organization().id());
    String days = log.days().map(String::valueOf).orElse("");
    var view = new View(at.organization(), log.isOn(), days, mostDays(), false, FormErrors.NONE);
    return show(isSaved ? page.withNotice("calls.settings.saved") : page, view);
  }

  private static Response show(Page page, View view) {
    return page.show(view.errors().status(), TEMPLATES.callSettings(page, view));
  }

  private Response change(OrganizationRequest at) {
    Form form = at.request().form();
    String days = form.value(DAYS).orElse("").strip();
    var wanted =
        new ChangeRequestLog.Wanted(
            Optional.of(form.value("on").isPresent()),
            Optional.of(number(days)),
            form.value("delete").isPresent());
    Optional<FormErrors> password = at.request().passwordErrors(Reauthentication.FIELD);
    return password
        .map(errors -> again(at, wanted, days, errors))
        .orElseGet(() -> change(at, wanted, days));
  }

  private Response change(OrganizationRequest at, ChangeRequestLog.Wanted wanted, String days) {
    return switch (changeRequestLog.by(at.request().actor(), at.organization().id(), wanted)) {
      case ChangeRequestLog.Changed _ ->
          at.request()
              .seeOther(
                  Section.CALLS.path()
                      + SETTINGS
                      + "?saved=yes&organization="
                      + at.organization().id().value());
      case ChangeRequestLog.Flawed.DAYS_OUT_OF_RANGE ->
          again(at, wanted, days, FormErrors.of(400, DAYS, "flaw.log-days"));
      case ChangeRequestLog.Refused(var why) -> at.request().refused(why, "organization.unknown");
    };
  }

  /** The form with what was entered. */
  private Response again(
      OrganizationRequest at, ChangeRequestLog.Wanted wanted, String days, FormErrors errors) {
    var view =
        new View(
            at.organization(),
            wanted.isOn().orElse(true),
            days,
            mostDays(),
            wanted.deletesStored(),
            errors);
    return show(at.request().page().withProblem("calls.settings.flawed"), view);
  }

  /** Without a number the calls are kept as long as the operator keeps them. */
  private static int number(String text) {
    if (text.isEmpty()) {
      return 0;
    }
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : NO_NUMBER;
  }
}
