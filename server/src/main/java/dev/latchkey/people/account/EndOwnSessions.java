package dev.latchkey.people.account;

import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.storage.people.UserAccount;
import java.util.List;

/** Ends sessions of the actor: those that were chosen, all others, or all. */
public record EndOwnSessions(UserAccount account) {
  public sealed interface Which {
    record Chosen(List<SecretHash> sessions) implements Which {}

    record Others(Secret.Session present) implements Which {}

    record All() implements Which {}
  }

  public enum Outcome {
    ENDED,
    /** None of those that were chosen is an active session of the actor. */
    NOT_FOUND
  }

  public Outcome by(Actor.Person actor, Which which) {
    switch (which) {
      case Which.Chosen(var sessions) -> {
        return account.end(sessions, actor.id(), actor.moment())
            ? Outcome.ENDED
            : Outcome.NOT_FOUND;
      }
      case Which.Others(var present) -> account.endOthers(present, actor.id(), actor.moment());
      case Which.All _ -> account.endAll(actor.id(), actor.moment());
    }
    return Outcome.ENDED;
  }
}
