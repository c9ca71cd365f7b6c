package dev.latchkey.gateway;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.page.Door;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Visitor;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** API reference: which calls there are, and which scopes a credential needs for them. */
public final class ReferencePage {
    private final Supplier<RouteTable> inForce;
    private final Catalogue catalogue;
    private final Pages pages;

    public ReferencePage(Supplier<RouteTable> inForce, Catalogue catalogue, Pages pages) {
        this.inForce = inForce;
        this.catalogue = catalogue;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        return List.of(door.signedIn("GET", Place.API_REFERENCE.path(), this::show));
    }

    private Response show(Request request, Visitor visitor) {
        return pages.show(
                200,
                "gateway/reference",
                pages.of(visitor),
                Map.of(
                        "base",
                        request.openInterface(),
                        "groups",
                        ReferenceGroup.of(inForce.get(), catalogue)));
    }
}
