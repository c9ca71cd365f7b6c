package dev.latchkey.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.credential.TransferOffers;
import java.util.Optional;

/**
 * Finds a credential that was offered to the actor (rule 6.3). An offer to another person is
 * treated as if it did not exist.
 */
public record OfferGuard(Credentials credentials, TransferOffers offers) {
  public record Offered(Credential.Personal credential, TransferOffers.Offer offer) {}

  public Optional<Offered> find(Actor.Person actor, Id.Client named) {
    return offers
        .of(named, actor.moment())
        .filter(offer -> offer.to().equals(actor.id()))
        .flatMap(offer ->
            credentials
                .find(named)
                .filter(Credential.Personal.class::isInstance)
                .map(found -> new Offered((Credential.Personal) found, offer)));
  }
}
