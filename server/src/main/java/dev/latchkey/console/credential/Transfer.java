package dev.latchkey.console.credential;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.credential.OfferCredential;
import dev.latchkey.mail.MailMessage;
import dev.latchkey.mail.Mailer;
import dev.latchkey.model.Words;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.TransferOffers;
import dev.latchkey.storage.people.Directory;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** What people see of the transfer of a credential: the form, its errors, and the letter. */
public record Transfer(Optional<Mailer> mailer) {
  /** An offer that waits for its answer. {@code until}: when it expires. */
  public record Waiting(String name, String email, Instant until) {
    static Waiting of(TransferOffers.Offer offer, Directory directory) {
      User to = directory.find(offer.to()).orElseThrow();
      return new Waiting(to.name(), to.email(), offer.expiresAt());
    }
  }

  /**
   * The part of the page about the transfer. {@code email}: the address of the new owner, as it was
   * entered.
   */
  public record Form(String email, Optional<Waiting> waiting) {}

  static String email(PageRequest request) {
    return request.form().value("new_owner").orElse("").strip().toLowerCase(Locale.ROOT);
  }

  static FormErrors errors(OfferCredential.Refused why) {
    return switch (why) {
      case NOT_FOUND -> FormErrors.of(404);
      case NO_PERSON -> FormErrors.of(403);
      case NEW_OWNER_UNKNOWN -> error(400, "flaw.new-owner-unknown");
      case OWNED_ALREADY -> error(400, "flaw.new-owner-same");
      case OFFERED_BEFORE -> error(409, "flaw.offered-before");
      case EDIT_CONFLICT -> error(409, "flaw.owner-conflict");
    };
  }

  private static FormErrors error(int status, String message) {
    return FormErrors.of(status, "transfer.email", message);
  }

  /** Tells the new owner, in the words of the person who offers. */
  void mail(OfferCredential.Offered offered, Actor.Person by, Words words, String baseUrl) {
    Credential.Personal credential = offered.credential();
    User to = offered.to();
    mailer.ifPresent(sender ->
        sender.sendFor(
            credential.organization(),
            new MailMessage(
                to.id(),
                to.email(),
                words.say("letter.offer.subject"),
                words.say(
                    "letter.offer.text",
                    to.name(),
                    by.user().name(),
                    credential.name(),
                    baseUrl + OfferedCredentialPage.href(credential.clientId())),
                by.moment().at())));
  }
}
