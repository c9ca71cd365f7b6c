package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Standing;
import dev.latchkey.model.Team;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.PlaceEntrance;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Organizations;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Platform, Organizations: all there are, and the creation of another. */
public final class OrganizationsPage {
    private static final String HERE = Place.PLATFORM_ORGANIZATIONS.path();

    private final PlaceEntrance entrance;
    private final Organizations organizations;
    private final Confirmation confirmation;
    private final Handout handout;
    private final Pages pages;
    private final RandomGenerator dice;

    public OrganizationsPage(
            PlaceEntrance entrance,
            Organizations organizations,
            Confirmation confirmation,
            Handout handout,
            Pages pages,
            RandomGenerator dice) {
        this.entrance = entrance;
        this.organizations = organizations;
        this.confirmation = confirmation;
        this.handout = handout;
        this.pages = pages;
        this.dice = dice;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.signedIn("GET", HERE, this::list),
                door.signedIn("GET", HERE + "/new", this::begin),
                door.signedIn("POST", HERE + "/new", this::create));
    }

    private Response list(Request request, Visitor visitor) {
        return entrance.enter(
                request,
                visitor,
                () -> {
                    var asked = Listing.Asked.of(request);
                    Organizations.Found found =
                            organizations.search(asked.words(), asked.passedOver(), Listing.SIZE);
                    var listing = new Listing<>(asked, found.total(), found.organizations());
                    return pages.show(
                            200,
                            "directory/organizations",
                            pages.of(visitor),
                            Map.of("listing", listing));
                });
    }

    private Response begin(Request request, Visitor visitor) {
        return entrance.enter(
                request,
                visitor,
                () ->
                        form(
                                200,
                                request,
                                visitor,
                                pages.of(visitor),
                                NewOrganization.EMPTY,
                                Map.of()));
    }

    private Response create(Request request, Visitor visitor) {
        var entered = NewOrganization.parse(request.form());
        Map<String, String> flaws = entered.flaws();
        return entrance.enter(
                request,
                visitor,
                () ->
                        flaws.isEmpty()
                                ? confirmation.of(
                                        request,
                                        visitor,
                                        () -> created(request, visitor, entered),
                                        (status, flaw) ->
                                                refuse(
                                                        status,
                                                        request,
                                                        visitor,
                                                        entered,
                                                        Map.of(Reauthentication.FIELD, flaw)))
                                : refuse(400, request, visitor, entered, flaws));
    }

    private Response created(Request request, Visitor visitor, NewOrganization entered) {
        var organization =
                new Organization(
                        Id.ORGANIZATION.draw(dice), entered.organization(), entered.kind());
        var team = new Team(Id.TEAM.draw(dice), entered.team(), organization.id());
        var administrator =
                new User(
                        Id.USER.draw(dice),
                        entered.email(),
                        entered.name(),
                        organization.id(),
                        switch (entered.kind()) {
                            case MULTI_TEAM -> User.Role.ORGANIZATION_ADMINISTRATOR;
                            case SINGLE_TEAM -> User.Role.MEMBER;
                        },
                        List.of(new User.Membership(team, true)));
        Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(dice);
        Id.User by = visitor.user().map(User::id).orElseThrow();
        boolean done =
                organizations.create(
                        organization, team, administrator, link, by, request.occasion());
        return done
                ? handout.of(
                        request,
                        visitor,
                        Place.peopleOf(organization.kind()),
                        Standing.invited(administrator, request.occasion()),
                        link)
                : refuse(409, request, visitor, entered, Map.of("email", "flaw.email-taken"));
    }

    private Response refuse(
            int status,
            Request request,
            Visitor visitor,
            NewOrganization entered,
            Map<String, String> flaws) {
        Page page = pages.of(visitor).withProblem("people.flawed");
        return form(status, request, visitor, page, entered, flaws);
    }

    private Response form(
            int status,
            Request request,
            Visitor visitor,
            Page page,
            NewOrganization entered,
            Map<String, String> flaws) {
        return pages.show(
                status,
                "directory/new-organization",
                page,
                Map.of(
                        "entered",
                        entered,
                        "flaws",
                        flaws,
                        "asksPassword",
                        confirmation.isDue(request, visitor)));
    }
}
