package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.page.Door;
import dev.latchkey.page.Pages;
import dev.latchkey.page.PlaceEntrance;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Roster;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Platform, People: the search over all organizations. */
public final class PlatformPeoplePage {
    private final PlaceEntrance entrance;
    private final Roster roster;
    private final Pages pages;

    public PlatformPeoplePage(PlaceEntrance entrance, Roster roster, Pages pages) {
        this.entrance = entrance;
        this.roster = roster;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        return List.of(door.signedIn("GET", entrance.place().path(), this::list));
    }

    private Response list(Request request, Visitor visitor) {
        return entrance.enter(
                request,
                visitor,
                () -> {
                    var asked = Listing.Asked.of(request);
                    Roster.Found found =
                            roster.search(
                                    Optional.empty(),
                                    asked.words(),
                                    asked.passedOver(),
                                    Listing.SIZE);
                    var listing = new Listing<>(asked, found.total(), found.people());
                    return pages.show(
                            200,
                            "directory/platform-people",
                            pages.of(visitor),
                            Map.of("listing", listing));
                });
    }
}
