package dev.latchkey.app.demo;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.chart.CallsChart;
import dev.latchkey.console.chart.DailyChart;
import dev.latchkey.console.page.Checklist;
import dev.latchkey.console.page.EditConflict;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Pages;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.Tab;
import dev.latchkey.console.page.Visitor;
import dev.latchkey.console.program.Snippet;
import dev.latchkey.console.table.ListViews;
import dev.latchkey.console.table.Table;
import dev.latchkey.console.table.TableQuery;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.CallsPerDay;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.SavedView;
import dev.latchkey.storage.query.TablePage;
import dev.latchkey.storage.query.TableRows;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Shows every component of the pages once, with fixed samples, so that a change of the style can be
 * judged in one place. Each is made by the template that the pages use. Only the demo has this
 * page. A person who is signed in sees the navigation and the menus too.
 */
public record ComponentsPage(Pages pages) {
  private static final String HERE = "/dev/components";

  /** The data of the components. */
  public record Samples(
      List<Tab> tabs, Table<Row, Column> table, CallsPerDay calls, EditConflict conflict) {
    public CallsChart chart() {
      return new CallsChart(calls);
    }

    public DailyChart dailyChart() {
      return new DailyChart(calls, List.of(calls));
    }

    public List<Snippet> programs() {
      return Snippet.ofCall(
          "POST",
          "https://latchkey.example.com/openapi/v2/projects",
          Optional.of("{\"name\": \"Spring release\"}"));
    }

    public Checklist checklist() {
      return new Checklist(
          Checklist.Kind.DEVELOPER,
          List.of(
              new Checklist.Step("checklist.credential", true, HERE),
              new Checklist.Step("checklist.call", false, HERE),
              Checklist.Step.elsewhere("checklist.mail", false)));
    }
  }

  /** A row of the sample table. */
  public record Row(String name, String id, long calls) {}

  /** The columns by which the sample table can be sorted. */
  public enum Column implements TablePage.Column {
    NAME,
    CALLS;

    @Override
    public TablePage.Direction usual() {
      return TablePage.Direction.ASC;
    }
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.open("GET", HERE, (_, visitor) -> show(200, pages.of(visitor))),
        pageGuard.open("POST", HERE, this::refuse));
  }

  /** Every form of the page is refused, which shows what a refused form looks like. */
  private Response refuse(Request request, Visitor visitor) {
    return show(422, pages.of(visitor).withProblem("credential.flawed"));
  }

  private static Response show(int status, Page page) {
    return page.show(status, TEMPLATES.demoComponents(page, samples(page)));
  }

  private static Samples samples(Page page) {
    return new Samples(
        List.of(
            new Tab("tab.OVERVIEW", HERE, true),
            new Tab("tab.SCOPES", HERE, false),
            new Tab("tab.SETTINGS", HERE, false)),
        table(page),
        calls(),
        conflict(page));
  }

  private static Table<Row, Column> table(Page page) {
    var query =
        new TableQuery<>(HERE, Map.of(TableQuery.SEARCH, "e"), TablePage.first(Column.NAME, 50));
    var rows =
        List.of(
            new Row("Issue Helper", "cli_2rYxjjSqghZpsSKCEnmJTQ", 12_345),
            new Row("Nightly Export", "cli_lhMdha78QpXrfYbZNtJtO5", 67));
    var views =
        List.of(
            new SavedView(
                Id.VIEW.parse("view_1111111111111111111111").orElseThrow(),
                "Secrets to replace",
                "q=x",
                true,
                true,
                true));
    return Table.searched(query, new TableRows<>(rows, 380, 4), page)
        .with(ListViews.of(Section.MY_ACCOUNT, query, views, true));
  }

  private static CallsPerDay calls() {
    List<Long> calls =
        LongStream.range(0, CallsPerDay.DAYS).map(day -> day * day % 17).boxed().toList();
    return new CallsPerDay(LocalDate.EPOCH, calls);
  }

  private static EditConflict conflict(Page page) {
    return new EditConflict(
        Optional.of(new EditConflict.Saved("Mei Member", Instant.EPOCH)),
        List.of(
            EditConflict.Difference.of(
                page.say("credential.name"), "Issue Helper", "Issue Helper 2"),
            EditConflict.Difference.of(
                page.say("credential.scope"),
                List.of("read:issue:info"),
                List.of("read:issue:info", "write:issue:info"))));
  }
}
