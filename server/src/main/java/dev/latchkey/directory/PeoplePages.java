package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Standing;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.PlaceEntrance;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.People;
import dev.latchkey.storage.Roster;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The people of an organization: who they are, and the invitation of another. */
public final class PeoplePages {
    private static final Rights.Act KEEP = Rights.Act.KEEP_PEOPLE_OF_ORGANIZATION;

    private final PlaceEntrance entrance;
    private final People people;
    private final Roster roster;
    private final Confirmation confirmation;
    private final Handout handout;
    private final Pages pages;
    private final RandomGenerator dice;

    public PeoplePages(
            PlaceEntrance entrance,
            People people,
            Roster roster,
            Confirmation confirmation,
            Handout handout,
            Pages pages,
            RandomGenerator dice) {
        this.entrance = entrance;
        this.people = people;
        this.roster = roster;
        this.confirmation = confirmation;
        this.handout = handout;
        this.pages = pages;
        this.dice = dice;
    }

    public List<Route> routes(Door door) {
        String here = entrance.place().path();
        return List.of(
                door.signedIn("GET", here, this::list),
                door.signedIn("GET", here + "/new", this::begin),
                door.signedIn("POST", here + "/new", this::invite));
    }

    private Response list(Request request, Visitor visitor) {
        return entrance.toOrganization(
                request,
                visitor,
                KEEP,
                organization -> {
                    var asked = Listing.Asked.of(request).in(organization.id().value());
                    Roster.Found found =
                            roster.search(
                                    Optional.of(organization.id()),
                                    asked.words(),
                                    asked.passedOver(),
                                    Listing.SIZE);
                    return pages.show(
                            200,
                            "directory/people",
                            pages.of(visitor),
                            Map.of(
                                    "place",
                                    entrance.place(),
                                    "organization",
                                    organization,
                                    "choice",
                                    entrance.choice(visitor.user().orElseThrow(), KEEP),
                                    "listing",
                                    new Listing<>(asked, found.total(), found.people())));
                });
    }

    private Response begin(Request request, Visitor visitor) {
        return entrance.toOrganization(
                request,
                visitor,
                KEEP,
                organization ->
                        form(
                                200,
                                request,
                                visitor,
                                pages.of(visitor),
                                organization,
                                EnteredPerson.EMPTY,
                                Map.of()));
    }

    private Response invite(Request request, Visitor visitor) {
        User by = visitor.user().orElseThrow();
        return entrance.toOrganization(
                request,
                visitor,
                KEEP,
                organization -> {
                    var entered = EnteredPerson.in(request.form(), people.teams(organization.id()));
                    return switch (PersonDraft.of(entered, Rights.grantable(by, organization))) {
                        case PersonDraft.Flawed flawed ->
                                refuse(
                                        400,
                                        request,
                                        visitor,
                                        organization,
                                        entered,
                                        flawed.flaws());
                        case PersonDraft.Overreaching more ->
                                overreaching(request, visitor, organization);
                        case PersonDraft.Sound sound ->
                                confirmation.of(
                                        request,
                                        visitor,
                                        () -> add(request, visitor, organization, entered, sound),
                                        (status, flaw) ->
                                                refuse(
                                                        status,
                                                        request,
                                                        visitor,
                                                        organization,
                                                        entered,
                                                        Map.of(Reauthentication.FIELD, flaw)));
                    };
                });
    }

    private Response add(
            Request request,
            Visitor visitor,
            Organization organization,
            EnteredPerson entered,
            PersonDraft.Sound sound) {
        var user =
                new User(
                        Id.USER.draw(dice),
                        sound.email(),
                        sound.name(),
                        organization.id(),
                        sound.role(),
                        sound.teams());
        Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(dice);
        Id.User by = visitor.user().orElseThrow().id();
        var invited = Standing.invited(user, request.occasion());
        return roster.invite(user, link, by, request.occasion())
                ? handout.of(request, visitor, entrance.place(), invited, link)
                : refuse(
                        409,
                        request,
                        visitor,
                        organization,
                        entered,
                        Map.of("email", "flaw.email-taken"));
    }

    private Response overreaching(Request request, Visitor visitor, Organization organization) {
        entrance.refused(
                request,
                visitor.user().orElseThrow(),
                "role_above_own",
                organization,
                Optional.empty());
        return pages.problem(pages.of(visitor), 403, "forbidden", "people.above");
    }

    private Response refuse(
            int status,
            Request request,
            Visitor visitor,
            Organization organization,
            EnteredPerson entered,
            Map<String, String> flaws) {
        Page page = pages.of(visitor).withProblem("people.flawed");
        return form(status, request, visitor, page, organization, entered, flaws);
    }

    private Response form(
            int status,
            Request request,
            Visitor visitor,
            Page page,
            Organization organization,
            EnteredPerson entered,
            Map<String, String> flaws) {
        var fields =
                new PersonFields(
                        entered,
                        Rights.grantable(visitor.user().orElseThrow(), organization),
                        people.teams(organization.id()),
                        confirmation.isDue(request, visitor),
                        flaws);
        return pages.show(
                status,
                "directory/new-person",
                page,
                Map.of("place", entrance.place(), "organization", organization, "fields", fields));
    }
}
