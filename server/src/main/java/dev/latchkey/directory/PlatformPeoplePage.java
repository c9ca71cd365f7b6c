package dev.latchkey.directory;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.PlaceEntrance;
import dev.latchkey.page.PlaceRequest;
import dev.latchkey.storage.Roster;
import java.util.List;
import java.util.Optional;

/** Platform, People: the search over all organizations. */
public final class PlatformPeoplePage {
    private final PlaceEntrance entrance;
    private final Roster roster;

    public PlatformPeoplePage(PlaceEntrance entrance, Roster roster) {
        this.entrance = entrance;
        this.roster = roster;
    }

    public List<Route> routes(Door door) {
        return List.of(door.in(entrance, "GET", "", this::list));
    }

    private Response list(PlaceRequest request) {
        var asked = Listing.Asked.of(request.request());
        Roster.Found found =
                roster.search(Optional.empty(), asked.words(), asked.passedOver(), Listing.SIZE);
        var listing = new Listing<>(asked, found.total(), found.people());
        Page page = request.page();
        return page.show(200, TEMPLATES.directoryPlatformPeople(page, listing));
    }
}
