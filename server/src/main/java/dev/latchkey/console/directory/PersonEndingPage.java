package dev.latchkey.console.directory;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.table.BulkAct;
import dev.latchkey.console.table.BulkResult;
import dev.latchkey.console.table.Selection;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.people.EndAccess;
import dev.latchkey.storage.people.AccessRemoval;
import gg.jte.models.runtime.JteModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A tab of a person on which an administrator selects rows, to end what they stand for. A page asks
 * first. {@code K} identifies a row, {@code T} is a row.
 */
public abstract sealed class PersonEndingPage<K, T> permits PersonAppsPage, PersonSessionsPage {
  private static final String PASSWORD = "end.password";

  private final PersonPageGuard guard;
  private final PersonTab tab;
  private final BulkAct act;
  private final EndAccess endAccess;

  PersonEndingPage(PersonPageGuard guard, PersonTab tab, BulkAct act, EndAccess endAccess) {
    this.guard = guard;
    this.tab = tab;
    this.act = act;
    this.endAccess = endAccess;
  }

  /** What the page shows that asks. {@code back}: the address of the tab. */
  public record Ending<T>(PersonRequest at, String back, List<T> rows, FormErrors errors) {}

  public final List<Route> routes(PageGuard pageGuard) {
    var section = guard.sectionGuard();
    String here = "/{user_id}" + tab.path();
    String end = here + "/end";
    return List.of(
        pageGuard.in(section, Effect.READ, here, guard.toSee(tab, at -> list(at, at.page(), 200))),
        pageGuard.in(section, Effect.ASK, end, guard.toChange(this::ask)),
        pageGuard.in(section, Effect.SENSITIVE, end, guard.toChange(this::end)));
  }

  /** The tab with its table. */
  abstract Response list(PersonRequest at, Page page, int status);

  abstract Selection<K> chosen(Form form);

  /** The chosen rows that have not ended. */
  abstract List<T> find(PersonRequest at, List<K> chosen);

  abstract K id(T row);

  abstract String name(T row);

  /** The page that asks. */
  abstract JteModel question(Page page, Ending<T> ending);

  /** What ends with the row. */
  abstract AccessRemoval.What what(K row);

  private Response ask(PersonRequest at) {
    return ask(at, chosen(at.request().query()), FormErrors.NONE);
  }

  private Response ask(PersonRequest at, Selection<K> chosen, FormErrors errors) {
    if (chosen.problem().isPresent()) {
      return refuse(at, chosen.problem().get(), 400);
    }
    List<T> found = find(at, chosen.chosen());
    if (found.isEmpty()) {
      return refuse(at, "bulk.reason.ENDED_BEFORE", 409);
    }
    Page page = at.page();
    Page shown = errors.status() == 200 ? page : page.withProblem("bulk.nothing-done");
    var ending = new Ending<>(at, tab.href(at), found, errors);
    return shown.show(errors.status(), question(shown, ending));
  }

  private Response end(PersonRequest at) {
    Selection<K> chosen = chosen(at.request().form());
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
    var origin = new BulkAct.Origin(at.section(), tab.href(at));
    return act.answer(at.request(), origin, endEach(at, chosen.chosen()));
  }

  private BulkResult endEach(PersonRequest at, List<K> chosen) {
    Map<K, String> names =
        find(at, chosen).stream().collect(Collectors.toMap(this::id, this::name));
    String gone = at.page().say("bulk.gone");
    return BulkResult.of(
        chosen, row -> names.getOrDefault(row, gone), row -> at.end(endAccess, what(row)));
  }

  private Response refuse(PersonRequest at, String why, int status) {
    return list(at, at.page().withProblem(why), status);
  }
}
