package dev.latchkey.directory;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.SectionGuard;
import dev.latchkey.page.SectionRequest;
import dev.latchkey.storage.UserAdministration;
import java.util.List;
import java.util.Optional;

/** Platform, People: the search over all organizations. */
public final class PlatformPeoplePage {
    private final SectionGuard entrance;
    private final UserAdministration roster;

    public PlatformPeoplePage(SectionGuard entrance, UserAdministration roster) {
        this.entrance = entrance;
        this.roster = roster;
    }

    public List<Route> routes(PageGuard door) {
        return List.of(door.in(entrance, "GET", "", this::list));
    }

    private Response list(SectionRequest request) {
        var asked = Listing.Asked.of(request.request());
        UserAdministration.Found found =
                roster.search(Optional.empty(), asked.words(), asked.passedOver(), Listing.SIZE);
        var listing = new Listing<>(asked, found.total(), found.people());
        Page page = request.page();
        return page.show(200, TEMPLATES.directoryPlatformPeople(page, listing));
    }
}
