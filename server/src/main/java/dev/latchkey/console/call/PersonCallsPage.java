package dev.latchkey.console.call;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.directory.PersonPageGuard;
import dev.latchkey.console.directory.PersonRequest;
import dev.latchkey.console.directory.PersonTab;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.table.LogFormat;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.call.CallSearch;
import java.util.List;
import java.util.function.Function;

/** The tab with the calls for a person, whichever app has made them. */
public record PersonCallsPage(PersonPageGuard guard, CallList list) {
  private static final PersonTab TAB = PersonTab.CALLS;

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        route(pageGuard, "", this::show),
        route(pageGuard, "/newer", at -> list.newer(asked(at))),
        export(pageGuard, LogFormat.CSV),
        export(pageGuard, LogFormat.JSON_LINES),
        route(pageGuard, "/{request_id}", this::showOne));
  }

  private Route export(PageGuard pageGuard, LogFormat format) {
    return route(pageGuard, format.path(), at -> list.export(asked(at), format));
  }

  private Route route(
      PageGuard pageGuard, String below, Function<PersonRequest, Response> handler) {
    return pageGuard.in(
        guard.sectionGuard(),
        Effect.READ,
        "/{user_id}" + TAB.path() + below,
        guard.toSee(TAB, handler::apply));
  }

  private static CallList.Asked asked(PersonRequest at) {
    var whose =
        new CallSearch.Of.Person(
            new CallSearch.Of.Organization(at.organization().id()), at.person().user().id());
    return new CallList.Asked(at.request(), TAB.href(at), whose);
  }

  private Response show(PersonRequest at) {
    Page page = at.page().withScript(Page.LOCAL_TIME).withScript(Page.FOLLOW);
    return page.show(200, TEMPLATES.callPersonCalls(page, TAB.frame(at), list.view(asked(at))));
  }

  private Response showOne(PersonRequest at) {
    Page page = at.page().withScript(Page.LOCAL_TIME);
    return list.find(asked(at), at.request().segment("request_id"))
        .map(row -> page.show(200, TEMPLATES.callPersonCall(page, row, at)))
        .orElseGet(() -> at.request().notFound("calls.unknown"));
  }
}
