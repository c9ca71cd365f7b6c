package dev.latchkey.console.alert;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.OrganizationChoice;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.console.page.Tab;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.alert.AlertList;
import dev.latchkey.storage.alert.AlertList.Place;
import dev.latchkey.storage.people.Directory;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The alerts of an organization, or of all of them, with those that were closed. */
public record AlertsPage(SectionGuard sections, AlertList list, Directory directory) {
  private static final int SHOWN = 50;
  static final String RULES = "/rules";

  /** What an address says about the list. An open one is meant if it says nothing. */
  public record Filter(
      Optional<Alert.State> state, Optional<AlertKind> kind, Optional<Place> before) {
    private static final String ALL = "all";

    static Filter of(Form query) {
      String state = query.value("state").orElse(code(Alert.State.OPEN));
      return new Filter(
          Arrays.stream(Alert.State.values()).filter(each -> code(each).equals(state)).findFirst(),
          query.value("kind").flatMap(AlertKind::parse),
          query.value("before").flatMap(Place::parse));
    }

    static String code(Alert.State state) {
      return switch (state) {
        case OPEN -> "open";
        case CLOSED -> "closed";
      };
    }

    public String stateCode() {
      return state.map(Filter::code).orElse(ALL);
    }
  }

  /** The data of the page. {@code organization}: empty on the platform. */
  public record View(
      Section section,
      Optional<Organization> organization,
      OrganizationChoice choice,
      Filter filter,
      List<Alert> found,
      Directory directory) {
    public List<AlertLine> lines() {
      return found.stream().limit(SHOWN).map(AlertLine::new).toList();
    }

    public List<Tab> tabs() {
      return Stream.concat(
              Arrays.stream(Alert.State.values())
                  .map(state ->
                      new Tab(
                          "alerts.state." + state,
                          href(Filter.code(state)),
                          filter.state.equals(Optional.of(state)))),
              Stream.of(new Tab("alerts.all", href(Filter.ALL), filter.state.isEmpty())))
          .toList();
    }

    private String href(String state) {
      return section.path()
          + "?state="
          + state
          + filter.kind.map(kind -> "&kind=" + kind.code()).orElse("")
          + organization.map(home -> "&organization=" + home.id().value()).orElse("");
    }

    public Optional<String> older() {
      return found.size() > SHOWN
          ? Optional.of(found.get(SHOWN - 1))
              .map(last -> href(filter.stateCode()) + "&before=" + Place.of(last).written())
          : Optional.empty();
    }

    public Optional<String> rules() {
      return organization.map(
          home -> section.path() + RULES + "?organization=" + home.id().value());
    }

    /** Whose alert it is, where several are shown; empty for the platform. */
    public Optional<String> home(AlertLine line) {
      return line.alert().organization().flatMap(directory::find).map(Organization::name);
    }
  }

  public List<Route> routes(PageGuard guard) {
    return List.of(
        guard.in(
            sections,
            Effect.READ,
            "",
            sections.section() == Section.PLATFORM_ALERTS
                ? request -> show(request, Optional.empty(), OrganizationChoice.NONE)
                : sections.withOrganization(
                    Rights.Act.SEE_ALERTS_OF_ORGANIZATION,
                    at ->
                        show(
                            at.request(),
                            Optional.of(at.organization()),
                            sections.choice(at, Rights.Act.SEE_ALERTS_OF_ORGANIZATION)))));
  }

  private Response show(
      SectionRequest request, Optional<Organization> where, OrganizationChoice choice) {
    Page page = request.page();
    var filter = Filter.of(request.query());
    List<Alert> found =
        list.find(
            new AlertList.Search(
                where.map(Organization::id), filter.state, filter.kind, filter.before, SHOWN + 1));
    var view = new View(sections.section(), where, choice, filter, found, directory);
    return page.show(200, TEMPLATES.alertList(page, view));
  }
}
