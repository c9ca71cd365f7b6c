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

/** The page Platform, People. It searches the people of all organizations. */
public final class PlatformPeoplePage {
    private final SectionGuard sectionGuard;
    private final UserAdministration administration;

    public PlatformPeoplePage(SectionGuard sectionGuard, UserAdministration administration) {
        this.sectionGuard = sectionGuard;
        this.administration = administration;
    }

    public List<Route> routes(PageGuard pageGuard) {
        return List.of(pageGuard.in(sectionGuard, "GET", "", this::list));
    }

    private Response list(SectionRequest request) {
        var asked = Listing.Asked.of(request.request());
        UserAdministration.Found found =
                administration.search(
                        Optional.empty(), asked.words(), asked.offset(), Listing.SIZE);
        var listing = new Listing<>(asked, found.total(), found.users());
        Page page = request.page();
        return page.show(200, TEMPLATES.directoryPlatformPeople(page, listing));
    }
}
