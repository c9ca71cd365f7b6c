package dev.latchkey.console.reference;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.person.Holder;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.people.Directory;
import java.util.List;

/** The page that shows which role may do what. It is the same for all but the mark at one's own. */
public record RolesPage(Directory directory) {
  /** What the template shows. {@code own}: the column of the reader. */
  public record View(Holder own) {
    public List<Holder> holders() {
      return List.of(Holder.values());
    }

    public List<Rights.Act> acts() {
      return List.of(Rights.Act.values());
    }
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(pageGuard.signedIn(Effect.READ, "/account/roles", this::show));
  }

  private Response show(PageRequest request) {
    var home = directory.find(request.user().organization()).orElseThrow();
    var view = new View(Holder.of(request.user(), home));
    return request.page().show(200, TEMPLATES.gatewayRoles(request.page(), view));
  }
}
