package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.SecondFactor;
import dev.latchkey.model.Standing;
import dev.latchkey.model.User;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.People;
import dev.latchkey.storage.Roster;
import dev.latchkey.storage.SecondFactors;
import java.util.Map;
import java.util.Optional;

/** The page of one person, whichever of its forms was sent. */
public final class PersonDetail {
    private final PersonEntrance entrance;
    private final People people;
    private final Roster roster;
    private final SecondFactors factors;
    private final Confirmation confirmation;
    private final Pages pages;

    public PersonDetail(
            PersonEntrance entrance,
            People people,
            Roster roster,
            SecondFactors factors,
            Confirmation confirmation,
            Pages pages) {
        this.entrance = entrance;
        this.people = people;
        this.roster = roster;
        this.factors = factors;
        this.confirmation = confirmation;
        this.pages = pages;
    }

    /** What the template shows: the person, what may be done, and what would end. */
    public record View(
            Place place,
            Organization organization,
            Standing person,
            boolean mayKeep,
            Optional<SecondFactor> factor,
            Roster.Ends ends,
            PersonFields fields) {
        public String href() {
            return place.path() + "/" + person.user().id().value();
        }
    }

    String href(Standing person) {
        return entrance.place().path() + "/" + person.user().id().value();
    }

    Response show(
            int status,
            Request request,
            Visitor visitor,
            Page page,
            Organization where,
            Standing person,
            EnteredPerson entered,
            Map<String, String> flaws) {
        User by = visitor.user().orElseThrow();
        var fields =
                new PersonFields(
                        entered,
                        PersonPage.choosable(by, where, person),
                        people.teams(where.id()),
                        confirmation.isDue(request, visitor),
                        flaws);
        var view =
                new View(
                        entrance.place(),
                        where,
                        person,
                        Rights.mayKeep(by, person.user(), where),
                        factors.of(person.user().id()),
                        roster.ends(person.user().id(), request.occasion()),
                        fields);
        return pages.show(status, "directory/person", page, Map.of("view", view));
    }

    /** What is stored now, not what was entered: to send that again would overwrite unseen. */
    Response outdated(Request request, Visitor visitor, String why) {
        Page page = pages.of(visitor).withProblem(why);
        return entrance.toPerson(
                request,
                visitor,
                (where, person) ->
                        show(
                                409,
                                request,
                                visitor,
                                page,
                                where,
                                person,
                                EnteredPerson.of(person),
                                Map.of()));
    }
}
