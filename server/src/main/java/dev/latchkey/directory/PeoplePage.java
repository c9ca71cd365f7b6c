package dev.latchkey.directory;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.page.OrganizationRequest;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.SectionGuard;
import dev.latchkey.storage.UserAdministration;
import java.util.List;
import java.util.Optional;

/** The list of the people of an organization. */
public final class PeoplePage {
    private static final Rights.Act SEE = Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION;

    private final SectionGuard entrance;
    private final UserAdministration administration;

    public PeoplePage(SectionGuard entrance, UserAdministration administration) {
        this.entrance = entrance;
        this.administration = administration;
    }

    public List<Route> routes(PageGuard pageGuard) {
        return List.of(
                pageGuard.in(entrance, "GET", "", entrance.withOrganization(SEE, this::list)));
    }

    private Response list(OrganizationRequest at) {
        Organization organization = at.organization();
        Listing<UserAdministration.Listed> listing = listing(at);
        List<Organization> choice = entrance.choice(at.request().user(), SEE);
        Page page = at.request().page();
        return page.show(
                200,
                TEMPLATES.directoryPeople(page, entrance.section(), organization, choice, listing));
    }

    private Listing<UserAdministration.Listed> listing(OrganizationRequest at) {
        var organization = at.organization().id();
        var asked = Listing.Asked.of(at.request().request()).in(organization.value());
        UserAdministration.Found found =
                administration.search(
                        Optional.of(organization), asked.words(), asked.passedOver(), Listing.SIZE);
        return new Listing<>(asked, found.total(), found.users());
    }
}
