package dev.latchkey.console.call;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.call.CallFilter.Field;
import dev.latchkey.console.call.CallFilter.Range;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.console.page.Tab;
import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.RouteNotes;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.storage.call.RouteCalls;
import dev.latchkey.storage.people.Directory;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** How often each row of the route table is called, and by whom. */
public record RouteCallsPage(
    SectionGuard sections, RouteCalls calls, Supplier<RouteTable> table, Directory directory) {
  private static final String PATH = Section.PLATFORM_ROUTES.path();

  /** A method of a row. {@code used}: empty if it was not called. */
  public record Line(
      String method,
      String path,
      Optional<RouteCalls.View> used,
      Optional<RouteNotes.Deprecation> deprecation,
      Range range) {
    public String href() {
      return PATH + "?" + named(method, path) + "&range=" + range;
    }
  }

  /** A credential that calls the row. */
  public record Caller(RouteCalls.View used, Optional<String> organization) {
    /** Its calls of the row, in the request log. */
    public String href() {
      return Section.CALLS.path()
          + new CallFilter(
                  Map.of(
                      Field.CREDENTIAL,
                      used.clientId().orElseThrow().value(),
                      Field.ROUTE,
                      used.path()),
                  Optional.empty())
              .query();
    }
  }

  public record ListView(List<Tab> periods, List<Line> lines) {}

  public record OneView(
      String method,
      String path,
      Optional<RouteNotes.Deprecation> deprecation,
      List<Tab> periods,
      List<Caller> callers) {}

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(pageGuard.in(sections, Effect.READ, "", this::show));
  }

  private static String named(String method, String path) {
    return "method=" + method + "&path=" + URLEncoder.encode(path, StandardCharsets.UTF_8);
  }

  private Response show(SectionRequest request) {
    Form query = request.query();
    Range range =
        Stream.of(Range.values())
            .filter(each -> each.name().equals(query.value("range").orElse("")))
            .findFirst()
            .orElse(Range.MONTH);
    Instant from = request.moment().at().minus(range.length());
    Optional<String> path = query.value("path");
    return path.isEmpty()
        ? showAll(request.page(), range, from)
        : showOne(request, query.value("method").orElse("GET"), path.get(), range);
  }

  private Response showAll(Page page, Range range, Instant from) {
    var used = new HashMap<String, RouteCalls.View>();
    calls.ofAll(from).forEach(each -> used.put(each.method() + " " + each.path(), each));
    Stream<Line> ofTable =
        table.get().routes().stream()
            .flatMap(row -> row.methods().stream().map(method -> line(row, method, used, range)));
    List<Line> lines =
        Stream.concat(ofTable.toList().stream(), gone(used, range))
            .sorted(Comparator.comparing(Line::path).thenComparing(Line::method))
            .toList();
    return page.show(200, TEMPLATES.callRoutes(page, new ListView(periods("", range), lines)));
  }

  /** What it takes from {@code used} is not of a row that is gone. */
  private static Line line(
      OpenRoute row, String method, Map<String, RouteCalls.View> used, Range range) {
    String path = row.pattern().toString();
    return new Line(
        method,
        path,
        Optional.ofNullable(used.remove(method + " " + path)),
        row.notes().deprecation(),
        range);
  }

  /** Rows that were called in the period, and are not in the table any more. */
  private static Stream<Line> gone(Map<String, RouteCalls.View> used, Range range) {
    return used.values().stream()
        .map(each ->
            new Line(each.method(), each.path(), Optional.of(each), Optional.empty(), range));
  }

  private Response showOne(SectionRequest request, String method, String path, Range range) {
    Page page = request.page();
    Instant from = request.moment().at().minus(range.length());
    List<Caller> callers =
        calls.of(method, path, from).stream()
            .map(used -> new Caller(used, used.orgId().flatMap(this::organization)))
            .toList();
    var view =
        new OneView(
            method,
            path,
            table.get().deprecated(method, path),
            periods(named(method, path) + "&", range),
            callers);
    return page.show(200, TEMPLATES.callRoute(page, view));
  }

  private Optional<String> organization(Id.Organization id) {
    return directory.find(id).map(found -> found.name());
  }

  private static List<Tab> periods(String named, Range chosen) {
    return Stream.of(Range.DAY, Range.WEEK, Range.MONTH)
        .map(range ->
            new Tab("calls.range." + range, PATH + "?" + named + "range=" + range, range == chosen))
        .toList();
  }
}
