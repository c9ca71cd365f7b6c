package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.storage.people.UserAdministration;

/** Enables a disabled person. What was issued before stays inactive (docs/decisions/0006). */
public record EnablePerson(PersonGuard guard, UserAdministration administration) {
  public sealed interface Outcome permits Enabled, Refused, NotManaged {}

  public record Enabled(ManagedUser person) implements Outcome {}

  public enum Refused implements Outcome {
    ENABLED_BEFORE,
    /** The person was changed since the actor has seen them. */
    EDIT_CONFLICT
  }

  /** {@code seen}: the version of the person that the actor has seen. */
  public Outcome by(Actor actor, Id.User named, int seen) {
    return switch (guard.manage(actor, named)) {
      case PersonGuard.Granted(var person, _) -> enable(actor, person, seen);
      case NotManaged refused -> refused;
    };
  }

  private Outcome enable(Actor actor, ManagedUser known, int seen) {
    if (known.state() != ManagedUser.State.DISABLED) {
      return Refused.ENABLED_BEFORE;
    }
    if (known.version() != seen) {
      return Refused.EDIT_CONFLICT;
    }
    return switch (administration.enable(known, actor)) {
      case DONE -> new Enabled(administration.find(known.user().id()).orElseThrow());
      case EDIT_CONFLICT, EMAIL_TAKEN, LAST_SUPER_ADMINISTRATOR -> Refused.EDIT_CONFLICT;
    };
  }
}
