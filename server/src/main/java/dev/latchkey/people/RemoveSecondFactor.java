package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.storage.people.SecondFactors;

/** Removes the second factor of a person who has lost it. The password alone signs in. */
public record RemoveSecondFactor(PersonGuard guard, SecondFactors factors) {
  public sealed interface Outcome permits Removed, Refused, NotManaged {}

  public record Removed(ManagedUser person) implements Outcome {}

  public enum Refused implements Outcome {
    NONE,
    /** The person was changed at the same moment. */
    EDIT_CONFLICT
  }

  public Outcome by(Actor actor, Id.User named) {
    return switch (guard.manage(actor, named)) {
      case PersonGuard.Granted(var person, _) -> remove(actor, person);
      case NotManaged refused -> refused;
    };
  }

  private Outcome remove(Actor actor, ManagedUser person) {
    if (!factors.of(person.user().id()).isOn()) {
      return Refused.NONE;
    }
    return factors.removeFor(person, actor) ? new Removed(person) : Refused.EDIT_CONFLICT;
  }
}
