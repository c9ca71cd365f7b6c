package dev.latchkey.authorize;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Id;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.PageRequest;
import dev.latchkey.page.Section;
import dev.latchkey.storage.StandingGrants;
import java.util.List;

/**
 * My account, Connected apps: the apps that a person has allowed, each consent by itself (decision
 * 1.14), and how to revoke it.
 */
public final class ConnectedAppsPage {
    private static final String PATH = Section.CONNECTED_APPS.path();

    private final StandingGrants grants;
    private final Catalogue catalogue;

    public ConnectedAppsPage(StandingGrants grants, Catalogue catalogue) {
        this.grants = grants;
        this.catalogue = catalogue;
    }

    public List<Route> routes(PageGuard pageGuard) {
        return List.of(
                pageGuard.signedIn("GET", PATH, this::list),
                pageGuard.signedIn("POST", PATH + "/{grant_id}/end", this::end));
    }

    private Response list(PageRequest request) {
        List<ConnectedApp> apps =
                grants.of(request.user().id(), request.moment()).stream()
                        .map(grant -> new ConnectedApp(grant, catalogue.describe(grant.scope())))
                        .toList();
        boolean hasEnded = request.query().value("ended").isPresent();
        Page page = hasEnded ? request.page().withNotice("apps.ended") : request.page();
        return page.show(200, TEMPLATES.authorizeConnectedApps(page, apps));
    }

    /**
     * Ends a grant. For another person's grant the answer is the same as for an unknown one; only
     * the audit log tells the difference.
     */
    private Response end(PageRequest request) {
        var grant = new Id.Grant(request.segment("grant_id"));
        return grants.end(grant, request.user().id(), request.moment())
                ? request.seeOther(PATH + "?ended=yes")
                : request.notFound("apps.unknown");
    }
}
