package dev.latchkey.console.directory;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Secret;
import dev.latchkey.storage.people.NewLink;
import dev.latchkey.storage.people.PasswordLinks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Creates a one-time link by which a person chooses a password. Anyone who has the link can open
 * the account. Therefore the administrator must have signed in recently (rule 6.5).
 */
public final class PersonLinkPage {
  private final PersonPageGuard guard;
  private final PersonDetail detail;
  private final PasswordLinks links;
  private final LinkDelivery delivery;
  private final RandomGenerator random;

  public PersonLinkPage(
      PersonPageGuard guard,
      PersonDetail detail,
      PasswordLinks links,
      LinkDelivery delivery,
      RandomGenerator random) {
    this.guard = guard;
    this.detail = detail;
    this.links = links;
    this.delivery = delivery;
    this.random = random;
  }

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
    Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(random);
    return switch (links.create(link, at.person(), at.by().id(), at.moment())) {
      case NewLink.Unlimited.CREATED ->
          delivery.deliver(at.request(), at.section(), at.person(), link);
      case NewLink.Unlimited.CONFLICT -> detail.conflict(at, "people.enable-conflict");
      case NewLink.Throttled(Duration wait) -> LinkDelivery.tooMany(at.request(), wait);
    };
  }
}
