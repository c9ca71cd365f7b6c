package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Standing;
import dev.latchkey.model.User;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.PlaceEntrance;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.People;
import dev.latchkey.storage.Roster;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The way to one person. A person of another organization is not there; one of the own that is not
 * this administrator's to change is refused. The trail is told of both.
 */
public final class PersonEntrance {
    private final PlaceEntrance entrance;
    private final People people;
    private final Roster roster;
    private final Pages pages;

    public PersonEntrance(PlaceEntrance entrance, People people, Roster roster, Pages pages) {
        this.entrance = entrance;
        this.people = people;
        this.roster = roster;
        this.pages = pages;
    }

    Place place() {
        return entrance.place();
    }

    Response toPerson(
            Request request, Visitor visitor, BiFunction<Organization, Standing, Response> step) {
        User by = visitor.user().orElseThrow();
        if (!entrance.isFor(by)) {
            return entrance.closed(request, visitor);
        }
        Optional<Standing> found =
                Optional.ofNullable(request.segments().get("user_id"))
                        .flatMap(Id.USER::parse)
                        .flatMap(roster::find);
        Optional<Organization> home =
                found.flatMap(person -> people.find(person.user().organization()));
        Optional<Organization> allowed =
                home.filter(entrance::isManagedHere)
                        .filter(where ->
                                Rights.allow(by, Rights.Act.KEEP_PEOPLE_OF_ORGANIZATION, where));
        if (found.isPresent() && allowed.isPresent()) {
            return step.apply(allowed.get(), found.get());
        }
        home.ifPresent(where ->
                entrance.refused(
                        request,
                        by,
                        "person_of_others",
                        where,
                        found.map(Standing::user).map(User::id)));
        return pages.problem(pages.of(visitor), 404, "not_found", "people.unknown");
    }

    /** To a person whose standing this administrator may change. */
    Response toKept(
            Request request, Visitor visitor, BiFunction<Organization, Standing, Response> step) {
        User by = visitor.user().orElseThrow();
        return toPerson(
                request,
                visitor,
                (where, person) ->
                        Rights.mayKeep(by, person.user(), where)
                                ? step.apply(where, person)
                                : beyond(request, visitor, where, person));
    }

    /** A role above the own was asked for, or a person who holds one. */
    Response beyond(Request request, Visitor visitor, Organization where, Standing person) {
        User by = visitor.user().orElseThrow();
        boolean own = person.user().id().equals(by.id());
        entrance.refused(
                request,
                by,
                own ? "own_standing" : "role_above_own",
                where,
                Optional.of(person.user().id()));
        return pages.problem(
                pages.of(visitor), 403, "forbidden", own ? "people.own" : "people.above");
    }
}
