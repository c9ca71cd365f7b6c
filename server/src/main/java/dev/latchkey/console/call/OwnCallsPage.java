package dev.latchkey.console.call;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.table.LogFormat;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.call.CallSearch;
import java.util.List;

/** My account, Connected apps: what the apps have called with the access that a person gave. */
public record OwnCallsPage(CallList list) {
  public static final String PATH = Section.CONNECTED_APPS.path() + "/calls";

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.signedIn(Effect.READ, PATH, this::show),
        pageGuard.signedIn(Effect.READ, PATH + "/newer", request -> list.newer(asked(request))),
        export(pageGuard, LogFormat.CSV),
        export(pageGuard, LogFormat.JSON_LINES),
        pageGuard.signedIn(Effect.READ, PATH + "/{request_id}", this::showOne));
  }

  private Route export(PageGuard pageGuard, LogFormat format) {
    return pageGuard.signedIn(
        Effect.READ, PATH + format.path(), request -> list.export(asked(request), format));
  }

  private static CallList.Asked asked(PageRequest request) {
    var whose =
        new CallSearch.Of.Person(
            new CallSearch.Of.Organization(request.user().organization()), request.user().id());
    return new CallList.Asked(request, PATH, whose);
  }

  private Response show(PageRequest request) {
    Page page = request.page().withScript(Page.LOCAL_TIME).withScript(Page.FOLLOW);
    return page.show(200, TEMPLATES.callOwnCalls(page, list.view(asked(request))));
  }

  private Response showOne(PageRequest request) {
    Page page = request.page().withScript(Page.LOCAL_TIME);
    return list.find(asked(request), request.segment("request_id"))
        .map(row -> page.show(200, TEMPLATES.callOwnCall(page, row)))
        .orElseGet(() -> request.notFound("calls.unknown"));
  }
}
