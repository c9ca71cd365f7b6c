package dev.latchkey.directory;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Form;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.SecretHash;
import dev.latchkey.page.BulkAct;
import dev.latchkey.page.BulkResult;
import dev.latchkey.page.FormErrors;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.Selection;
import dev.latchkey.storage.AccessRemoval;
import dev.latchkey.storage.UserAccount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The tab with the sessions of a person. An administrator can end them. */
public final class PersonSessionsPage {
    private static final PersonTab TAB = PersonTab.SESSIONS;
    private static final String PASSWORD = "end.password";

    private final PersonGuard guard;
    private final UserAccount account;
    private final AccessRemoval removal;

    public PersonSessionsPage(PersonGuard guard, UserAccount account, AccessRemoval removal) {
        this.guard = guard;
        this.account = account;
        this.removal = removal;
    }

    /** What the page shows that asks before sessions are ended. */
    public record Ending(
            PersonRequest at,
            String back,
            List<UserAccount.OpenSession> sessions,
            FormErrors errors) {}

    public List<Route> routes(PageGuard pageGuard) {
        var section = guard.sectionGuard();
        String here = "/{user_id}" + TAB.path();
        String end = here + "/end";
        return List.of(
                pageGuard.in(section, "GET", here, guard.toSee(TAB, this::list)),
                pageGuard.in(section, "GET", end, guard.toChange(this::ask)),
                pageGuard.in(section, "POST", end, guard.toChange(this::end)));
    }

    private Response list(PersonRequest at) {
        return list(at, at.page(), 200);
    }

    private Response list(PersonRequest at, Page page, int status) {
        Page scripted = page.withScript("select.js");
        return scripted.show(
                status, TEMPLATES.directoryPersonSessions(scripted, TAB.frame(at), sessions(at)));
    }

    private List<UserAccount.OpenSession> sessions(PersonRequest at) {
        return account.sessions(at.person().user().id(), at.moment());
    }

    private List<UserAccount.OpenSession> sessions(PersonRequest at, Selection<SecretHash> chosen) {
        return sessions(at).stream()
                .filter(session -> chosen.chosen().contains(session.hash()))
                .toList();
    }

    private Response ask(PersonRequest at) {
        return ask(at, chosen(at.request().query()), FormErrors.NONE);
    }

    private Response ask(PersonRequest at, Selection<SecretHash> chosen, FormErrors errors) {
        if (chosen.problem().isPresent()) {
            return refuse(at, chosen.problem().get(), 400);
        }
        List<UserAccount.OpenSession> found = sessions(at, chosen);
        if (found.isEmpty()) {
            return refuse(at, "bulk.reason.ENDED_BEFORE", 409);
        }
        Page page = at.page();
        Page shown = errors.status() == 200 ? page : page.withProblem("bulk.nothing-done");
        var view = new Ending(at, TAB.href(at), found, errors);
        return shown.show(errors.status(), TEMPLATES.directoryPersonSessionsEnd(shown, view));
    }

    private Response end(PersonRequest at) {
        Selection<SecretHash> chosen = chosen(at.request().form());
        Optional<FormErrors> errors = at.request().passwordErrors(PASSWORD);
        if (errors.isPresent()) {
            return ask(at, chosen, errors.get());
        }
        if (chosen.problem().isPresent()) {
            return refuse(at, chosen.problem().get(), 400);
        }
        if (!at.isAsShown()) {
            return refuse(at, "bulk.reason.EDIT_CONFLICT", 409);
        }
        var origin = new BulkAct.Origin(at.section(), TAB.href(at));
        return BulkAct.END_SESSIONS.answer(at.request(), origin, endEach(at, chosen));
    }

    private BulkResult endEach(PersonRequest at, Selection<SecretHash> chosen) {
        Map<SecretHash, String> names =
                sessions(at, chosen).stream()
                        .collect(
                                Collectors.toMap(
                                        UserAccount.OpenSession::hash,
                                        UserAccount.OpenSession::address));
        String gone = at.page().say("bulk.gone");
        return BulkResult.of(
                chosen.chosen(),
                session -> names.getOrDefault(session, gone),
                session ->
                        PersonRequest.whyNot(
                                removal.endSession(
                                        at.person(), session, at.by().id(), at.moment())));
    }

    private Response refuse(PersonRequest at, String why, int status) {
        return list(at, at.page().withProblem(why), status);
    }

    private static Selection<SecretHash> chosen(Form form) {
        return Selection.of(form, "session", SecretHash::parse);
    }
}
