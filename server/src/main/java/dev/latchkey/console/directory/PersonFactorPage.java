package dev.latchkey.console.directory;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Notice;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.User;
import dev.latchkey.people.NotManaged;
import dev.latchkey.people.RemoveSecondFactor;
import java.util.List;
import java.util.Optional;

/** Removes the second factor of a person who has lost it, and notifies that person by mail. */
public record PersonFactorPage(
    PersonPageGuard guard,
    PersonDetail detail,
    RemoveSecondFactor removeSecondFactor,
    Notice notice) {
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
    User person = at.person().user();
    var noticed =
        new Actor.Person(
            at.request().user(),
            notice.at(
                Notice.Change.FACTOR_REMOVED_BY_ADMINISTRATOR,
                person,
                at.request().page(),
                at.moment()));
    return switch (removeSecondFactor.by(noticed, person.id())) {
      case RemoveSecondFactor.Removed _ -> at.done("factor");
      case RemoveSecondFactor.Refused _ -> detail.conflict(at, "people.enable-conflict");
      case NotManaged refused -> at.request().refused(refused);
    };
  }
}
