package dev.latchkey.authorize;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Id;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.StandingGrants;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * My account, Connected apps: what a person has allowed, each consent by itself (decision 1.14),
 * and how to take it back.
 */
public final class ConnectedAppsPage {
    private static final String HERE = Place.CONNECTED_APPS.path();

    private final StandingGrants grants;
    private final Catalogue catalogue;
    private final Pages pages;

    public ConnectedAppsPage(StandingGrants grants, Catalogue catalogue, Pages pages) {
        this.grants = grants;
        this.catalogue = catalogue;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.signedIn("GET", HERE, this::list),
                door.signedIn("POST", HERE + "/{grant_id}/end", this::end));
    }

    private Response list(Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        List<ConnectedApp> apps =
                grants.of(user.id(), request.occasion()).stream()
                        .map(grant -> new ConnectedApp(grant, catalogue.describe(grant.scope())))
                        .toList();
        Page page = pages.of(visitor);
        return pages.show(
                200,
                "authorize/connected-apps",
                request.query().value("ended").isPresent() ? page.withNotice("apps.ended") : page,
                Map.of("apps", apps));
    }

    /** Another's grant looks like none at all, but for the trail. */
    private Response end(Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        var grant =
                new Id.Grant(Optional.ofNullable(request.segments().get("grant_id")).orElse(""));
        return grants.end(grant, user.id(), request.occasion())
                ? Response.redirect(303, HERE + "?ended=yes")
                : pages.problem(pages.of(visitor), 404, "not_found", "apps.unknown");
    }
}
