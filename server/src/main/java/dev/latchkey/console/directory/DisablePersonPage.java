package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.people.DisablePerson;
import dev.latchkey.people.NotManaged;
import dev.latchkey.storage.people.AccessOfUser;
import java.util.List;
import java.util.Optional;

/**
 * Asks before a person is disabled. The page says what would end, and only its form disables: the
 * form contains the version of the person that the page showed.
 */
public record DisablePersonPage(
    PersonPageGuard guard, AccessOfUser access, DisablePerson disablePerson) {
  private static final String PASSWORD = "disable.password";

  /** What the template shows. */
  public record View(PersonRequest at, AccessOfUser.Access access, FormErrors errors) {}

  public List<Route> routes(PageGuard pageGuard) {
    String here = "/{user_id}/disable";
    var section = guard.sectionGuard();
    return List.of(
        pageGuard.in(section, Effect.ASK, here, guard.toChange(this::ask)),
        pageGuard.in(section, Effect.SENSITIVE, here, guard.toChange(this::disable)));
  }

  private Response ask(PersonRequest at) {
    return at.person().state() == ManagedUser.State.DISABLED
        ? at.request().seeOther(at.href())
        : show(at, at.request().page(), FormErrors.NONE);
  }

  private Response disable(PersonRequest at) {
    Optional<FormErrors> errors = at.request().passwordErrors(PASSWORD);
    if (errors.isPresent()) {
      return show(at, at.request().page().withProblem("disable.flawed"), errors.get());
    }
    int seen = PersonForm.version(at.request().form());
    return switch (disablePerson.by(at.request().actor(), at.person().user().id(), seen)) {
      case DisablePerson.Disabled _ -> at.done("disabled");
      case DisablePerson.Refused.EDIT_CONFLICT, DisablePerson.Refused.DISABLED_BEFORE ->
          conflict(at);
      case DisablePerson.Refused.LAST_SUPER_ADMINISTRATOR -> refuse(at, "people.last-super");
      case NotManaged refused -> at.request().refused(refused);
    };
  }

  /** Shows the person as they are now, and asks again. */
  private Response conflict(PersonRequest at) {
    return guard.toChange(current -> refuse(current, "disable.conflict")).answer(at.request());
  }

  private Response refuse(PersonRequest at, String why) {
    return show(at, at.request().page().withProblem(why), FormErrors.of(409));
  }

  private Response show(PersonRequest at, Page page, FormErrors errors) {
    var view = new View(at, access.of(at.person().user().id(), at.moment()), errors);
    return page.show(errors.status(), TEMPLATES.directoryDisablePerson(page, view));
  }
}
