package dev.latchkey.console.directory;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.people.CreatePasswordLink;
import dev.latchkey.people.NotManaged;
import dev.latchkey.people.Throttled;
import java.util.List;
import java.util.Optional;

/**
 * Creates a one-time link by which a person chooses a password. Anyone who has the link can open
 * the account. Therefore the administrator must have signed in recently (rule 6.5).
 */
public record PersonLinkPage(
    PersonPageGuard guard,
    PersonDetail detail,
    CreatePasswordLink createPasswordLink,
    LinkDelivery delivery) {
  public List<Route> routes(PageGuard pageGuard) {
    String here = "/{user_id}/link";
    return List.of(
        pageGuard.in(guard.sectionGuard(), Effect.SENSITIVE, here, guard.toChange(this::create)));
  }

  private Response create(PersonRequest at) {
    Optional<FormErrors> errors = at.request().passwordErrors("link.password");
    if (errors.isPresent()) {
      return detail.refuse(at, errors.get());
    }
    return switch (createPasswordLink.by(at.request().actor(), at.person().user().id())) {
      case CreatePasswordLink.Created(var person, var link) ->
          delivery.deliver(at.request(), at.section(), person, link);
      case CreatePasswordLink.Refused _ -> detail.conflict(at, "people.enable-conflict");
      case Throttled(var wait) -> LinkDelivery.tooMany(at.request(), wait);
      case NotManaged refused -> at.request().refused(refused);
    };
  }
}
