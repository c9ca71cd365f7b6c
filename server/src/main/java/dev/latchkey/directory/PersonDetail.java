package dev.latchkey.directory;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecondFactor;
import dev.latchkey.page.FormErrors;
import dev.latchkey.page.Page;
import dev.latchkey.storage.SecondFactors;
import dev.latchkey.storage.Users;

/** Shows the page of one person, also as the answer to any of its forms that was refused. */
public final class PersonDetail {
    private final PersonGuard guard;
    private final Users users;
    private final SecondFactors factors;

    public PersonDetail(PersonGuard guard, Users users, SecondFactors factors) {
        this.guard = guard;
        this.users = users;
        this.factors = factors;
    }

    /** What the template shows. */
    public record View(PersonTab.Frame frame, SecondFactor factor, PersonFields fields) {}

    Response show(PersonRequest at, Page page) {
        return show(at, page, EnteredPerson.of(at.person()), FormErrors.NONE);
    }

    /** Refuses the form with the person's details, and shows the details as they were entered. */
    Response refuse(PersonRequest at, EnteredPerson entered, FormErrors errors) {
        return show(at, at.request().page().withProblem("people.flawed"), entered, errors);
    }

    /** Refuses another form of the page, and shows the details as they are stored. */
    Response refuse(PersonRequest at, FormErrors errors) {
        return refuse(at, EnteredPerson.of(at.person()), errors);
    }

    /**
     * Shows what is stored now, and not what was entered. Otherwise the administrator could send
     * the entered values again, and overwrite a change without having seen it.
     */
    Response conflict(PersonRequest at, String why) {
        return guard.toSee(current -> showCurrent(current, why)).answer(at.request());
    }

    private Response showCurrent(PersonRequest at, String why) {
        Page page = at.request().page().withProblem(why);
        return show(at, page, EnteredPerson.of(at.person()), FormErrors.of(409));
    }

    private Response show(PersonRequest at, Page page, EnteredPerson entered, FormErrors errors) {
        Id.User user = at.person().user().id();
        var teams = users.teams(at.organization().id());
        var fields = new PersonFields(entered, at.roles(), teams, errors);
        var view = new View(PersonTab.PROFILE.frame(at), factors.of(user), fields);
        return page.show(errors.status(), TEMPLATES.directoryPerson(page, view));
    }
}
