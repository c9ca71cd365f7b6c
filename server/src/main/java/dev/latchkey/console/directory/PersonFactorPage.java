package dev.latchkey.console.directory;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Notice;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.storage.people.SecondFactors;
import java.util.List;
import java.util.Optional;

/** Removes the second factor of a person who has lost it, and notifies that person by mail. */
public final class PersonFactorPage {
  private final PersonPageGuard guard;
  private final PersonDetail detail;
  private final SecondFactors factors;
  private final Notice notice;

  public PersonFactorPage(
      PersonPageGuard guard, PersonDetail detail, SecondFactors factors, Notice notice) {
    this.guard = guard;
    this.detail = detail;
    this.factors = factors;
    this.notice = notice;
  }

  public List<Route> routes(PageGuard pageGuard) {
    String here = "/{user_id}/factor";
    return List.of(
        pageGuard.in(guard.sectionGuard(), Effect.SENSITIVE, here, guard.toChange(this::remove)));
  }

  private Response remove(PersonRequest at) {
    Optional<FormErrors> errors = at.request().passwordErrors("factor.password");
    if (errors.isPresent()) {
      return detail.refuse(at, errors.get());
    }
    Optional<Id.User> by = Optional.of(at.by().id());
    if (!factors.removeByAdministrator(at.person(), by, at.moment())) {
      return detail.conflict(at, "people.enable-conflict");
    }
    Page page = at.request().page();
    notice.send(
        Notice.Change.FACTOR_REMOVED_BY_ADMINISTRATOR, at.person().user(), page, at.moment());
    return at.done("factor");
  }
}
