package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.storage.people.NewLink;
import dev.latchkey.storage.people.PasswordLinks;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Creates a one-time link by which a person chooses a password. For a person without a password it
 * is another invitation, otherwise a reset. It replaces the previous link of an administrator.
 */
public record CreatePasswordLink(PersonGuard guard, PasswordLinks links, RandomGenerator random) {
  public sealed interface Outcome permits Unlimited, Throttled {}

  /** What can happen to an operator, who may create any number of links. */
  public sealed interface Unlimited extends Outcome permits Created, Refused, NotManaged {}

  public record Created(ManagedUser person, Secret.PasswordLink link) implements Unlimited {}

  public enum Refused implements Unlimited {
    DISABLED,
    /** The person was changed at the same moment. */
    EDIT_CONFLICT;

    private static Refused of(ManagedUser person) {
      return person.state() == ManagedUser.State.DISABLED ? DISABLED : EDIT_CONFLICT;
    }
  }

  public Outcome by(Actor.Authenticated actor, Id.User named) {
    return switch (draft(actor, named)) {
      case Created draft ->
          switch (links.create(draft.link(), draft.person(), actor)) {
            case NewLink.Unlimited.CREATED -> draft;
            case NewLink.Unlimited.CONFLICT -> Refused.of(draft.person());
            case NewLink.Throttled(Duration wait) -> new Throttled(wait);
          };
      case Unlimited refused -> refused;
    };
  }

  public Unlimited by(Actor.Operator operator, Id.User named) {
    return switch (draft(operator, named)) {
      case Created(var person, var link)
          when links.create(link, person, operator) == NewLink.Unlimited.CONFLICT ->
          Refused.of(person);
      case Unlimited drafted -> drafted;
    };
  }

  /** The link that is created if the actor may, before it is written. */
  private Unlimited draft(Actor actor, Id.User named) {
    return switch (guard.manage(actor, named)) {
      case PersonGuard.Granted(var person, _) ->
          new Created(person, Secret.PASSWORD_LINK.mint(random));
      case NotManaged refused -> refused;
    };
  }
}
