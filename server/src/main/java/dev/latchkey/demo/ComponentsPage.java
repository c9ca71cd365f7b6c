package dev.latchkey.demo;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.credential.CallsChart;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.CallsPerDay;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Tab;
import dev.latchkey.page.Visitor;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Shows every component of the pages once, with fixed samples, so that a change of the style can be
 * judged in one place. Only the demo has this page.
 */
public final class ComponentsPage {
    private static final String HERE = "/dev/components";

    private final Pages pages;

    public ComponentsPage(Pages pages) {
        this.pages = pages;
    }

    /** The data of the components. */
    public record Samples(List<Tab> tabs, List<Row> rows, CallsChart chart) {}

    /** A row of the sample table. */
    public record Row(String name, String id, long calls) {}

    public List<Route> routes(PageGuard pageGuard) {
        return List.of(pageGuard.open("GET", HERE, this::show));
    }

    private Response show(Request request, Visitor visitor) {
        Page page = pages.of(visitor).withScript("copy.js");
        return page.show(200, TEMPLATES.demoComponents(page, samples()));
    }

    private static Samples samples() {
        return new Samples(
                List.of(
                        new Tab("tab.OVERVIEW", HERE, true),
                        new Tab("tab.SCOPES", HERE, false),
                        new Tab("tab.SETTINGS", HERE, false)),
                List.of(
                        new Row("Issue Helper", "cli_2rYxjjSqghZpsSKCEnmJTQ", 12_345),
                        new Row("Nightly Export", "cli_lhMdha78QpXrfYbZNtJtO5", 67)),
                new CallsChart(
                        new CallsPerDay(
                                LocalDate.EPOCH,
                                LongStream.range(0, CallsPerDay.DAYS)
                                        .map(day -> day * day % 17)
                                        .boxed()
                                        .toList())));
    }
}
