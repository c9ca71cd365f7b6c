package dev.latchkey.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.TransferOffers;
import java.time.Instant;
import java.util.Optional;

/**
 * Offers a personal credential to another active person of its organization, so that the credential
 * can still be used after its owner has left (rules 6.3 and 6.4).
 */
public record OfferCredential(CredentialGuard guard, TransferOffers offers) {
  public sealed interface Outcome permits Offered, Refused {}

  public record Offered(Credential.Personal credential, User to, Instant until)
      implements Outcome {}

  public enum Refused implements Outcome {
    /** A program cannot offer a credential, because the new owner sees who offers it. */
    NO_PERSON,
    NOT_FOUND,
    /** No active person of the organization has the address. */
    NEW_OWNER_UNKNOWN,
    OWNED_ALREADY,
    OFFERED_BEFORE,
    /** The credential or the new owner was changed at the same moment. */
    EDIT_CONFLICT
  }

  public Outcome by(Actor actor, Id.Client named, String email) {
    return actor instanceof Actor.Machine
        ? Refused.NO_PERSON
        : guard
            .findToTransfer(actor, named)
            .map(credential -> offer(actor, credential, email))
            .orElse(Refused.NOT_FOUND);
  }

  private Outcome offer(Actor actor, Credential.Personal credential, String email) {
    Optional<Id.User> to =
        offers.findNewOwner(EmailAddress.normal(email), credential.organization());
    if (to.isEmpty()) {
      return Refused.NEW_OWNER_UNKNOWN;
    }
    if (to.get().equals(credential.owner())) {
      return Refused.OWNED_ALREADY;
    }
    Id.User by = actor instanceof Actor.Person person ? person.id() : credential.owner();
    return switch (offers.offer(credential, to.get(), by, actor.moment())) {
      case OFFERED ->
          new Offered(
              credential,
              guard.directory().find(to.get()).orElseThrow(),
              actor.moment().at().plus(TransferOffers.Offer.LIFETIME));
      case OFFERED_BEFORE -> Refused.OFFERED_BEFORE;
      case EDIT_CONFLICT -> Refused.EDIT_CONFLICT;
    };
  }
}
