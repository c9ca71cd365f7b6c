package dev.latchkey.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;

/** Declines the offer of a credential, which keeps its owner. */
public record DeclineOffer(OfferGuard guard) {
  public enum Outcome {
    DECLINED,
    NOT_OFFERED
  }

  public Outcome by(Actor.Person actor, Id.Client named) {
    return guard
        .find(actor, named)
        .map(OfferGuard.Offered::credential)
        .filter(known -> guard.offers().decline(known, actor.id(), actor.moment()))
        .map(known -> Outcome.DECLINED)
        .orElse(Outcome.NOT_OFFERED);
  }
}
