package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Standing;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.People;
import dev.latchkey.storage.Roster;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One person: name, address, role and teams, for whoever may change them. */
public final class PersonPage {
    private final PersonEntrance entrance;
    private final PersonDetail detail;
    private final People people;
    private final Roster roster;
    private final Confirmation confirmation;
    private final Pages pages;

    public PersonPage(
            PersonEntrance entrance,
            PersonDetail detail,
            People people,
            Roster roster,
            Confirmation confirmation,
            Pages pages) {
        this.entrance = entrance;
        this.detail = detail;
        this.people = people;
        this.roster = roster;
        this.confirmation = confirmation;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        String one = entrance.place().path() + "/{user_id}";
        return List.of(
                door.signedIn("GET", one, this::show), door.signedIn("POST", one, this::change));
    }

    /** A role that a person has may stay, whatever it is worth in this kind of organization. */
    static List<User.Role> choosable(User by, Organization where, Standing person) {
        return Stream.concat(Rights.grantable(by, where).stream(), Stream.of(person.user().role()))
                .distinct()
                .toList();
    }

    private Response show(Request request, Visitor visitor) {
        Page page = pages.of(visitor);
        Page told =
                switch (request.query().value("done").orElse("")) {
                    case "changed" -> page.withNotice("people.changed");
                    case "disabled" -> page.withNotice("people.disabled");
                    case "enabled" -> page.withNotice("people.enabled");
                    case "factor" -> page.withNotice("people.factor-off-done");
                    default -> page;
                };
        return entrance.toPerson(
                request,
                visitor,
                (where, person) ->
                        detail.show(
                                200,
                                request,
                                visitor,
                                told,
                                where,
                                person,
                                EnteredPerson.of(person),
                                Map.of()));
    }

    private Response change(Request request, Visitor visitor) {
        User by = visitor.user().orElseThrow();
        return entrance.toKept(
                request,
                visitor,
                (where, person) -> {
                    var entered = EnteredPerson.in(request.form(), people.teams(where.id()));
                    return switch (PersonDraft.of(entered, choosable(by, where, person))) {
                        case PersonDraft.Flawed flawed ->
                                refuse(
                                        400,
                                        request,
                                        visitor,
                                        where,
                                        person,
                                        entered,
                                        flawed.flaws());
                        case PersonDraft.Overreaching more ->
                                entrance.beyond(request, visitor, where, person);
                        case PersonDraft.Sound sound ->
                                confirmation.of(
                                        request,
                                        visitor,
                                        () ->
                                                changed(
                                                        request, visitor, where, person, entered,
                                                        sound),
                                        (status, flaw) ->
                                                refuse(
                                                        status,
                                                        request,
                                                        visitor,
                                                        where,
                                                        person,
                                                        entered,
                                                        Map.of(Reauthentication.FIELD, flaw)));
                    };
                });
    }

    private Response changed(
            Request request,
            Visitor visitor,
            Organization where,
            Standing person,
            EnteredPerson entered,
            PersonDraft.Sound sound) {
        if (entered.version() != person.version()) {
            return detail.outdated(request, visitor, "people.changed-meanwhile");
        }
        User by = visitor.user().orElseThrow();
        User wanted = sound.applied(person.user());
        return switch (roster.change(person, wanted, by.id(), request.occasion())) {
            case DONE -> Response.redirect(303, detail.href(person) + "?done=changed");
            case EMAIL_TAKEN ->
                    refuse(
                            409,
                            request,
                            visitor,
                            where,
                            person,
                            entered,
                            Map.of("email", "flaw.email-taken"));
            case CHANGED_MEANWHILE -> detail.outdated(request, visitor, "people.changed-meanwhile");
            case LAST_SUPER_ADMINISTRATOR -> detail.outdated(request, visitor, "people.last-super");
        };
    }

    private Response refuse(
            int status,
            Request request,
            Visitor visitor,
            Organization where,
            Standing person,
            EnteredPerson entered,
            Map<String, String> flaws) {
        Page page = pages.of(visitor).withProblem("people.flawed");
        return detail.show(status, request, visitor, page, where, person, entered, flaws);
    }
}
