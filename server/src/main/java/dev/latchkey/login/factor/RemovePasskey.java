package dev.latchkey.login.factor;

import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.storage.people.Passkeys;

/** Removes a passkey of the actor. */
public record RemovePasskey(Passkeys passkeys) {
  public enum Outcome {
    REMOVED,
    NOT_FOUND
  }

  /** {@code session}: the key of the present session. All others end. */
  public Outcome by(Actor.Person actor, Secret.Session session, String passkey) {
    return passkeys.remove(passkey, actor.user(), session, actor.moment())
        ? Outcome.REMOVED
        : Outcome.NOT_FOUND;
  }
}
