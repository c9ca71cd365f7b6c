package dev.latchkey.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.storage.credential.TransferOffers;

/** Withdraws the offer of a personal credential. Another person may have made it. */
public record WithdrawOffer(CredentialGuard guard, TransferOffers offers) {
  public enum Outcome {
    WITHDRAWN,
    NOT_OFFERED,
    NOT_FOUND,
    /** As {@link OfferCredential.Refused#NO_PERSON}. */
    NO_PERSON
  }

  public Outcome by(Actor actor, Id.Client named) {
    return actor instanceof Actor.Machine
        ? Outcome.NO_PERSON
        : guard
            .findToTransfer(actor, named)
            .map(known -> offers.withdraw(known, actor.idOr(known.owner()), actor.moment()))
            .map(isDone -> isDone ? Outcome.WITHDRAWN : Outcome.NOT_OFFERED)
            .orElse(Outcome.NOT_FOUND);
  }
}
