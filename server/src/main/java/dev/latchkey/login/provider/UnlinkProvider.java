package dev.latchkey.login.provider;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.storage.people.ExternalSignIns;

/** Removes the link between the actor and an account at a provider. */
public record UnlinkProvider(ExternalSignIns externals) {
  public enum Outcome {
    UNLINKED,
    UNLINKED_BEFORE
  }

  public Outcome by(Actor.Person actor, String issuer) {
    return externals.unlink(issuer, actor.id(), actor.moment())
        ? Outcome.UNLINKED
        : Outcome.UNLINKED_BEFORE;
  }
}
