package dev.latchkey.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;

/** Makes the person to whom a credential was offered its owner, and retires all its secrets. */
public record AcceptOffer(OfferGuard guard) {
  public enum Outcome {
    ACCEPTED,
    NOT_OFFERED,
    /** The credential is no longer as the person has seen it, or would be revived unasked. */
    EDIT_CONFLICT
  }

  /**
   * {@code seen}: the version of the credential that the person has seen. {@code mayRevive}:
   * whether access that people gave while its owner was active may become active again.
   */
  public Outcome by(Actor.Person actor, Id.Client named, int seen, boolean mayRevive) {
    return guard
        .find(actor, named)
        .map(OfferGuard.Offered::credential)
        .map(known ->
            seen == known.version()
                && guard.offers().accept(known, actor.id(), mayRevive, actor.moment()))
        .map(isDone -> isDone ? Outcome.ACCEPTED : Outcome.EDIT_CONFLICT)
        .orElse(Outcome.NOT_OFFERED);
  }
}
