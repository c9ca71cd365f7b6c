package dev.latchkey.console.reference;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import java.util.List;
import java.util.function.Supplier;

/**
 * The API reference: the calls of the open interface, and the scopes that a credential needs for
 * them.
 */
public record ReferencePage(Supplier<Reference> current) {
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(pageGuard.signedIn(Effect.READ, Section.API_REFERENCE.path(), this::show));
  }

  private Response show(PageRequest request) {
    Page page = request.page();
    String base = request.request().openInterface();
    return page.show(200, TEMPLATES.gatewayReference(page, base, current.get()));
  }
}
