package dev.latchkey.directory;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Form;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Id;
import dev.latchkey.model.TableRows;
import dev.latchkey.page.BulkAct;
import dev.latchkey.page.BulkResult;
import dev.latchkey.page.FormErrors;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.Selection;
import dev.latchkey.page.Table;
import dev.latchkey.page.TableQuery;
import dev.latchkey.storage.AccessRemoval;
import dev.latchkey.storage.SearchText;
import dev.latchkey.storage.StandingGrants;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The tab with the apps that a person has given access. An administrator can end the access. */
public final class PersonAppsPage {
    private static final PersonTab TAB = PersonTab.APPS;
    private static final String PASSWORD = "end.password";

    private final PersonGuard guard;
    private final StandingGrants grants;
    private final AccessRemoval removal;
    private final Catalogue catalogue;

    public PersonAppsPage(
            PersonGuard guard, StandingGrants grants, AccessRemoval removal, Catalogue catalogue) {
        this.guard = guard;
        this.grants = grants;
        this.removal = removal;
        this.catalogue = catalogue;
    }

    /** What the page shows that asks before access is ended. */
    public record Ending(
            PersonRequest at, String back, List<StandingGrants.Grant> grants, FormErrors errors) {}

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
        TableQuery<StandingGrants.Column> query =
                TableQuery.of(TAB.href(at), at.request().query(), StandingGrants.Column.values());
        var search = new StandingGrants.Search(new SearchText(query.search()), query.page());
        TableRows<StandingGrants.Grant> found =
                grants.find(at.person().user().id(), search, at.moment());
        Page scripted = page.withScript("select.js");
        var table = Table.searched(query, found, page);
        return scripted.show(
                status, TEMPLATES.directoryPersonApps(scripted, TAB.frame(at), table, catalogue));
    }

    private Response ask(PersonRequest at) {
        return ask(at, chosen(at.request().query()), FormErrors.NONE);
    }

    private Response ask(PersonRequest at, Selection<Id.Grant> chosen, FormErrors errors) {
        if (chosen.problem().isPresent()) {
            return refuse(at, chosen.problem().get(), 400);
        }
        List<StandingGrants.Grant> found =
                grants.chosen(chosen.chosen(), at.person().user().id(), at.moment());
        if (found.isEmpty()) {
            return refuse(at, "bulk.reason.ENDED_BEFORE", 409);
        }
        Page page = at.page();
        Page shown = errors.status() == 200 ? page : page.withProblem("bulk.nothing-done");
        var view = new Ending(at, TAB.href(at), found, errors);
        return shown.show(errors.status(), TEMPLATES.directoryPersonAppsEnd(shown, view));
    }

    private Response end(PersonRequest at) {
        Selection<Id.Grant> chosen = chosen(at.request().form());
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
        return BulkAct.END_ACCESS_OF_APPS.answer(at.request(), origin, endEach(at, chosen));
    }

    private BulkResult endEach(PersonRequest at, Selection<Id.Grant> chosen) {
        Map<Id.Grant, String> names =
                grants.chosen(chosen.chosen(), at.person().user().id(), at.moment()).stream()
                        .collect(
                                Collectors.toMap(
                                        StandingGrants.Grant::id, StandingGrants.Grant::app));
        String gone = at.page().say("bulk.gone");
        return BulkResult.of(
                chosen.chosen(),
                grant -> names.getOrDefault(grant, gone),
                grant ->
                        PersonRequest.whyNot(
                                removal.endGrant(at.person(), grant, at.by().id(), at.moment())));
    }

    private Response refuse(PersonRequest at, String why, int status) {
        return list(at, at.page().withProblem(why), status);
    }

    private static Selection<Id.Grant> chosen(Form form) {
        return Selection.of(form, "grant", Id.GRANT::parse);
    }
}
