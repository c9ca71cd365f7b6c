package dev.latchkey.directory;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.page.Door;
import dev.latchkey.page.OrganizationRequest;
import dev.latchkey.page.Page;
import dev.latchkey.page.PlaceEntrance;
import dev.latchkey.storage.Roster;
import java.util.List;
import java.util.Optional;

/** The list of the people of an organization. */
public final class PeoplePage {
    private static final Rights.Act SEE = Rights.Act.KEEP_PEOPLE_OF_ORGANIZATION;

    private final PlaceEntrance entrance;
    private final Roster roster;

    public PeoplePage(PlaceEntrance entrance, Roster roster) {
        this.entrance = entrance;
        this.roster = roster;
    }

    public List<Route> routes(Door door) {
        return List.of(door.in(entrance, "GET", "", entrance.withOrganization(SEE, this::list)));
    }

    private Response list(OrganizationRequest at) {
        Organization organization = at.organization();
        Listing<Roster.Listed> listing = listing(at);
        List<Organization> choice = entrance.choice(at.request().user(), SEE);
        Page page = at.request().page();
        return page.show(
                200,
                TEMPLATES.directoryPeople(page, entrance.place(), organization, choice, listing));
    }

    private Listing<Roster.Listed> listing(OrganizationRequest at) {
        var organization = at.organization().id();
        var asked = Listing.Asked.of(at.request().request()).in(organization.value());
        Roster.Found found =
                roster.search(
                        Optional.of(organization), asked.words(), asked.passedOver(), Listing.SIZE);
        return new Listing<>(asked, found.total(), found.people());
    }
}
