package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Standing;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Notice;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.PasswordLinks;
import dev.latchkey.storage.Roster;
import dev.latchkey.storage.SecondFactors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Closes and opens the account of a person, hands out a link to a new password, and takes off the
 * second factor of whoever has lost it.
 */
public final class PersonActs {
    private final PersonEntrance entrance;
    private final PersonDetail detail;
    private final Roster roster;
    private final PasswordLinks links;
    private final SecondFactors factors;
    private final Confirmation confirmation;
    private final Handout handout;
    private final Notice notice;
    private final Pages pages;
    private final RandomGenerator dice;

    public PersonActs(
            PersonEntrance entrance,
            PersonDetail detail,
            Roster roster,
            PasswordLinks links,
            SecondFactors factors,
            Confirmation confirmation,
            Handout handout,
            Notice notice,
            Pages pages,
            RandomGenerator dice) {
        this.entrance = entrance;
        this.detail = detail;
        this.roster = roster;
        this.links = links;
        this.factors = factors;
        this.confirmation = confirmation;
        this.handout = handout;
        this.notice = notice;
        this.pages = pages;
        this.dice = dice;
    }

    public List<Route> routes(Door door) {
        String one = entrance.place().path() + "/{user_id}";
        return List.of(
                door.signedIn("POST", one + "/disable", this::disable),
                door.signedIn("POST", one + "/enable", this::enable),
                door.signedIn("POST", one + "/link", this::link),
                door.signedIn("POST", one + "/factor", this::takeFactorOff));
    }

    private Response disable(Request request, Visitor visitor) {
        Optional<Id.User> by = visitor.user().map(User::id);
        return confirmed(
                request,
                visitor,
                "standing.password",
                person ->
                        switch (roster.disable(person, by, request.occasion())) {
                            case DONE -> back(person, "disabled");
                            case CHANGED_MEANWHILE, EMAIL_TAKEN ->
                                    detail.outdated(request, visitor, "people.changed-meanwhile");
                            case LAST_SUPER_ADMINISTRATOR ->
                                    detail.outdated(request, visitor, "people.last-super");
                        });
    }

    private Response enable(Request request, Visitor visitor) {
        Optional<Id.User> by = visitor.user().map(User::id);
        return confirmed(
                request,
                visitor,
                "standing.password",
                person ->
                        roster.enable(person, by, request.occasion()) == Roster.Kept.DONE
                                ? back(person, "enabled")
                                : detail.outdated(request, visitor, "people.changed-meanwhile"));
    }

    private Response link(Request request, Visitor visitor) {
        Id.User by = visitor.user().map(User::id).orElseThrow();
        Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(dice);
        return confirmed(
                request,
                visitor,
                "link.password",
                person ->
                        links.make(link, person, by, request.occasion())
                                ? handout.of(request, visitor, entrance.place(), person, link)
                                : detail.outdated(request, visitor, "people.changed-meanwhile"));
    }

    private Response takeFactorOff(Request request, Visitor visitor) {
        Optional<Id.User> by = visitor.user().map(User::id);
        return confirmed(
                request,
                visitor,
                "factor.password",
                person -> {
                    if (!factors.takeOff(person, by, request.occasion())) {
                        return detail.outdated(request, visitor, "people.changed-meanwhile");
                    }
                    notice.send(
                            Notice.Change.FACTOR_TAKEN_OFF,
                            person.user(),
                            pages.of(visitor),
                            request.occasion());
                    return back(person, "factor");
                });
    }

    private Response confirmed(
            Request request, Visitor visitor, String field, Function<Standing, Response> act) {
        return entrance.toKept(
                request,
                visitor,
                (where, person) ->
                        confirmation.of(
                                request,
                                visitor,
                                () -> act.apply(person),
                                (status, flaw) ->
                                        detail.show(
                                                status,
                                                request,
                                                visitor,
                                                pages.of(visitor).withProblem("people.flawed"),
                                                where,
                                                person,
                                                EnteredPerson.of(person),
                                                Map.of(field, flaw))));
    }

    private Response back(Standing person, String done) {
        return Response.redirect(303, detail.href(person) + "?done=" + done);
    }
}
