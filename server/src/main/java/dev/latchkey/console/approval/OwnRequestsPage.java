package dev.latchkey.console.approval;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.storage.publicclient.ClientRequests;
import java.util.List;

/** The apps without a credential for which a person has asked, and what was decided. */
public record OwnRequestsPage(ClientRequests requests) {
  public static final String PATH = Section.CONNECTED_APPS.path() + "/requests";

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(pageGuard.signedIn(Effect.READ, PATH, this::show));
  }

  private Response show(PageRequest request) {
    Page page = request.page();
    return page.show(200, TEMPLATES.approvalOwnRequests(page, requests.ofPerson(request.user())));
  }
}
