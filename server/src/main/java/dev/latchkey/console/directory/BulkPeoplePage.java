package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.table.BulkAct;
import dev.latchkey.console.table.BulkResult;
import dev.latchkey.console.table.Selection;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.people.DirectoryActs;
import dev.latchkey.people.DisablePerson;
import dev.latchkey.people.NotManaged;
import dev.latchkey.storage.UserStores;
import dev.latchkey.storage.people.AccessOfUser;
import dev.latchkey.storage.people.AccessRemoval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Disables several people of a table, or ends their sessions and the access of their apps. A page
 * says what ends, and asks once. Then each person is changed by a write of their own, as if the
 * administrator had opened the page of that person.
 */
public final class BulkPeoplePage {
  private static final String PASSWORD = "bulk.password";

  private final PeopleTable table;
  private final PersonPageGuard guard;
  private final AccessOfUser access;
  private final DirectoryActs acts;

  private BulkPeoplePage(
      PeopleTable table, PersonPageGuard guard, AccessOfUser access, DirectoryActs acts) {
    this.table = table;
    this.guard = guard;
    this.access = access;
    this.acts = acts;
  }

  public static BulkPeoplePage of(
      PeopleTable table, PersonPageGuard guard, UserStores stores, DirectoryActs acts) {
    return new BulkPeoplePage(table, guard, stores.access(), acts);
  }

  /** What is done with the people. {@code path}: the path of the page that asks. */
  public enum Act {
    DISABLE("/disable", BulkAct.DISABLE_PEOPLE),
    END_ACCESS("/end-access", BulkAct.END_ACCESS_OF_PEOPLE);

    private final String path;
    private final BulkAct bulk;

    Act(String path, BulkAct bulk) {
      this.path = path;
      this.bulk = bulk;
    }

    public String path() {
      return path;
    }
  }

  /** A person who would be changed, and what would end. */
  public record Row(ManagedUser person, Organization organization, AccessOfUser.Access access) {}

  /**
   * What the page shows that asks. {@code missed}: people who were chosen, and whom the act cannot
   * change.
   */
  public record View(
      Section section,
      Optional<Organization> organization,
      Act act,
      List<Row> rows,
      List<BulkResult.Missed> missed,
      FormErrors errors) {

    public String list() {
      return BulkPeoplePage.list(section, organization);
    }

    public int sessions() {
      return rows.stream().mapToInt(row -> row.access().ends().sessions()).sum();
    }

    public int apps() {
      return rows.stream().mapToInt(row -> row.access().ends().grants()).sum();
    }

    public int tokens() {
      return rows.stream().mapToInt(row -> row.access().ends().tokens()).sum();
    }

    public int credentials() {
      return rows.stream().mapToInt(row -> row.access().stops().total()).sum();
    }
  }

  public List<Route> routes(PageGuard pageGuard) {
    SectionGuard section = guard.sectionGuard();
    var all = new ArrayList<Route>();
    for (Act act : Act.values()) {
      var ask = table.guarded(at -> ask(at, act));
      var carryOut = table.guarded(at -> carryOut(at, act));
      all.add(pageGuard.in(section, Effect.ASK, act.path, ask));
      all.add(pageGuard.in(section, Effect.SENSITIVE, act.path, carryOut));
    }
    return all;
  }

  /** The address of the table. */
  private static String list(Section section, Optional<Organization> organization) {
    return section.path()
        + organization.map(where -> "?organization=" + where.id().value()).orElse("");
  }

  private Response ask(PeopleTable.Place at, Act act) {
    return ask(at, act, chosen(at.request().query()), FormErrors.NONE);
  }

  private Response ask(
      PeopleTable.Place at, Act act, Selection<Id.User> chosen, FormErrors errors) {
    if (chosen.problem().isPresent()) {
      return table.refuse(at, chosen.problem().get());
    }
    var rows = new ArrayList<Row>();
    var missed = new ArrayList<BulkResult.Missed>();
    for (Optional<PersonRequest> each : find(at, chosen)) {
      Optional<String> reason = whyNot(each, act);
      reason.ifPresent(why -> missed.add(new BulkResult.Missed(name(at, each), why)));
      each.filter(one -> reason.isEmpty()).ifPresent(one -> rows.add(row(one)));
    }
    var view =
        new View(guard.sectionGuard().section(), at.organization(), act, rows, missed, errors);
    Page page = at.request().page();
    Page shown = errors.status() == 200 ? page : page.withProblem("bulk.nothing-done");
    return shown.show(errors.status(), TEMPLATES.directoryPeopleBulk(shown, view));
  }

  private Row row(PersonRequest at) {
    return new Row(at.person(), at.organization(), access.of(at.person().user().id(), at.moment()));
  }

  /** Each of the people; empty for one who is not in the table. */
  private List<Optional<PersonRequest>> find(PeopleTable.Place at, Selection<Id.User> chosen) {
    return chosen.chosen().stream()
        .map(id -> guard.find(at.request(), id).filter(found -> isListed(at, found)))
        .toList();
  }

  private static boolean isListed(PeopleTable.Place at, PersonRequest found) {
    return at.organization()
        .map(listed -> listed.id().equals(found.organization().id()))
        .orElse(true);
  }

  private static String name(PeopleTable.Place at, Optional<PersonRequest> found) {
    return found
        .map(one -> one.person().user().name())
        .orElseGet(() -> at.request().page().say("bulk.gone"));
  }

  /** Why the act cannot change a person; empty if it can. */
  private static Optional<String> whyNot(Optional<PersonRequest> found, Act act) {
    if (found.isEmpty()) {
      return Optional.of("people.unknown");
    }
    if (!found.get().mayChange()) {
      return Optional.of(found.get().whyNot());
    }
    boolean isDisabled = found.get().person().state() == ManagedUser.State.DISABLED;
    return isDisabled && act == Act.DISABLE
        ? Optional.of("bulk.reason.DISABLED_BEFORE")
        : Optional.empty();
  }

  private Response carryOut(PeopleTable.Place at, Act act) {
    Selection<Id.User> chosen = chosen(at.request().form());
    Optional<FormErrors> errors = at.request().passwordErrors(PASSWORD);
    if (errors.isPresent()) {
      return ask(at, act, chosen, errors.get());
    }
    if (chosen.problem().isPresent()) {
      return table.refuse(at, chosen.problem().get());
    }
    BulkResult result =
        BulkResult.of(find(at, chosen), found -> name(at, found), found -> carryOut(found, act));
    Section section = guard.sectionGuard().section();
    String list = list(section, at.organization());
    return act.bulk.answer(at.request(), new BulkAct.Origin(section, list), result);
  }

  /** Changes one person. Returns why nothing was done; empty if it was done. */
  private Optional<String> carryOut(Optional<PersonRequest> found, Act act) {
    if (found.isEmpty()) {
      return Optional.of("people.unknown");
    }
    PersonRequest at = found.get();
    int seen = PersonForm.version(at.request().form(), at.person().user().id());
    return switch (act) {
      case DISABLE -> disable(at, seen);
      case END_ACCESS ->
          at.mayChange() && seen != at.person().version()
              ? Optional.of("bulk.reason.EDIT_CONFLICT")
              : at.end(acts.endAccess(), new AccessRemoval.What.Everything());
    };
  }

  private Optional<String> disable(PersonRequest at, int seen) {
    return switch (acts.disablePerson().by(at.request().actor(), at.person().user().id(), seen)) {
      case DisablePerson.Disabled _ -> Optional.empty();
      case DisablePerson.Refused.DISABLED_BEFORE -> Optional.of("bulk.reason.DISABLED_BEFORE");
      case DisablePerson.Refused.EDIT_CONFLICT -> Optional.of("bulk.reason.EDIT_CONFLICT");
      case DisablePerson.Refused.LAST_SUPER_ADMINISTRATOR -> Optional.of("people.last-super");
      case NotManaged _ -> Optional.of(at.whyNot());
    };
  }

  private static Selection<Id.User> chosen(Form form) {
    return Selection.of(form, "user", Id.USER::parse);
  }
}
