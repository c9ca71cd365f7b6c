package dev.latchkey.people;

import dev.latchkey.model.Actor;
import dev.latchkey.model.Id;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.Secret;
import dev.latchkey.storage.people.NewLink;
import dev.latchkey.storage.people.PasswordLinks;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Creates a one-time link by which a person chooses a password. For a person without a password it
 * is another invitation, otherwise a reset. It replaces the previous link of an administrator.
 */
public record CreatePasswordLink(PersonGuard guard, PasswordLinks links, RandomGenerator random) {
  public sealed interface Outcome permits Created, Refused, Throttled, NotManaged {}

  public record Created(ManagedUser person, Secret.PasswordLink link) implements Outcome {}

  public enum Refused implements Outcome {
    DISABLED,
    /** The person was changed at the same moment. */
    EDIT_CONFLICT
  }

  public Outcome by(Actor actor, Id.User named) {
    return switch (guard.manage(actor, named)) {
      case PersonGuard.Granted(var person, _) -> create(actor, person);
      case NotManaged refused -> refused;
    };
  }

  private Outcome create(Actor actor, ManagedUser person) {
    Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(random);
    return switch (links.create(link, person, actor)) {
      case NewLink.Unlimited.CREATED -> new Created(person, link);
      case NewLink.Unlimited.CONFLICT ->
          person.state() == ManagedUser.State.DISABLED ? Refused.DISABLED : Refused.EDIT_CONFLICT;
      case NewLink.Throttled(Duration wait) -> new Throttled(wait);
    };
  }
}
