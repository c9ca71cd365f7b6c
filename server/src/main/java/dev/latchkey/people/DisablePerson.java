package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.storage.people.UserAdministration;

/** Disables a person: sessions, grants and tokens of the person become inactive at once. */
public record DisablePerson(PersonGuard guard, UserAdministration administration) {
  public sealed interface Outcome permits Disabled, Refused, NotManaged {}

  public record Disabled(ManagedUser person) implements Outcome {}

  public enum Refused implements Outcome {
    DISABLED_BEFORE,
    /** The person was changed since the actor has seen them. */
    EDIT_CONFLICT,
    LAST_SUPER_ADMINISTRATOR
  }

  /** {@code seen}: the version of the person that the actor has seen. */
  public Outcome by(Actor actor, Id.User named, int seen) {
    return switch (guard.manage(actor, named)) {
      case PersonGuard.Granted(var person, _) -> disable(actor, person, seen);
      case NotManaged refused -> refused;
    };
  }

  private Outcome disable(Actor actor, ManagedUser known, int seen) {
    if (known.state() == ManagedUser.State.DISABLED) {
      return Refused.DISABLED_BEFORE;
    }
    if (known.version() != seen) {
      return Refused.EDIT_CONFLICT;
    }
    return switch (administration.disable(known, actor)) {
      case DONE -> new Disabled(administration.find(known.user().id()).orElseThrow());
      case EDIT_CONFLICT, EMAIL_TAKEN -> Refused.EDIT_CONFLICT;
      case LAST_SUPER_ADMINISTRATOR -> Refused.LAST_SUPER_ADMINISTRATOR;
    };
  }
}
