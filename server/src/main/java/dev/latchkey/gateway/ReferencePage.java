package dev.latchkey.gateway;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.PageRequest;
import dev.latchkey.page.Section;
import java.util.List;
import java.util.function.Supplier;

/** API reference: which calls there are, and which scopes a credential needs for them. */
public final class ReferencePage {
    private final Supplier<RouteTable> inForce;
    private final Catalogue catalogue;

    public ReferencePage(Supplier<RouteTable> inForce, Catalogue catalogue) {
        this.inForce = inForce;
        this.catalogue = catalogue;
    }

    public List<Route> routes(PageGuard door) {
        return List.of(door.signedIn("GET", Section.API_REFERENCE.path(), this::show));
    }

    private Response show(PageRequest request) {
        Page page = request.page();
        String base = request.request().openInterface();
        List<ReferenceGroup> groups = ReferenceGroup.of(inForce.get(), catalogue);
        return page.show(200, TEMPLATES.gatewayReference(page, base, groups));
    }
}
