package dev.latchkey.console.credential;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Words;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.MailMessage;
import dev.latchkey.model.Mailer;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.User;
import dev.latchkey.storage.credential.TransferOffers;
import dev.latchkey.storage.people.Users;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Offers a personal credential to another active person of its organization, so that the credential
 * can still be used after its owner has left (rules 6.3 and 6.4). The guard of the page checks who
 * may offer it. The other person answers on {@link OfferedCredentialPage}.
 */
public final class Transfer {
  private final TransferOffers offers;
  private final Users users;
  private final Optional<Mailer> mailer;

  public Transfer(TransferOffers offers, Users users, Optional<Mailer> mailer) {
    this.offers = offers;
    this.users = users;
    this.mailer = mailer;
  }

  /** An offer that waits for its answer. {@code until}: when it expires. */
  public record Waiting(String name, String email, Instant until) {
    static Waiting of(TransferOffers.Offer offer, Users users) {
      User to = users.find(offer.to()).orElseThrow();
      return new Waiting(to.name(), to.email(), offer.expiresAt());
    }
  }

  /**
   * The part of the page about the transfer. {@code email}: the address of the new owner, as it was
   * entered.
   */
  public record Form(String email, Optional<Waiting> waiting) {}

  /** The errors that prevented the offer; empty if the credential was offered. */
  Optional<FormErrors> offer(CredentialRequest<Credential.Personal> at) {
    Optional<FormErrors> passwordErrors = at.request().passwordErrors("transfer.password");
    if (passwordErrors.isPresent()) {
      return passwordErrors;
    }
    var sender =
        new Sender(
            at.request().user(), at.request().page().words(), at.request().baseUrl(), at.moment());
    return offer(at.credential(), email(at.request()), sender);
  }

  /** The person who offers, and the words of the message to the new owner. */
  record Sender(User user, Words words, String baseUrl, RequestMoment moment) {}

  Optional<FormErrors> offer(Credential.Personal credential, String email, Sender by) {
    Optional<Id.User> to = offers.findNewOwner(email, credential.organization());
    if (to.isEmpty()) {
      return refused(400, "flaw.new-owner-unknown");
    }
    if (to.get().equals(credential.owner())) {
      return refused(400, "flaw.new-owner-same");
    }
    return switch (offers.offer(credential, to.get(), by.user().id(), by.moment())) {
      case OFFERED -> {
        mailer.ifPresent(
            sender -> sender.sendFor(credential.organization(), mail(credential, to.get(), by)));
        yield Optional.empty();
      }
      case OFFERED_BEFORE -> refused(409, "flaw.offered-before");
      case EDIT_CONFLICT -> refused(409, "flaw.owner-conflict");
    };
  }

  /** False if there is no offer to withdraw. */
  boolean withdraw(CredentialRequest<Credential.Personal> at) {
    return withdraw(at.credential(), at.by(), at.moment());
  }

  boolean withdraw(Credential.Personal credential, Id.User by, RequestMoment now) {
    return offers.withdraw(credential, by, now);
  }

  static String email(PageRequest request) {
    return request.form().value("new_owner").orElse("").strip().toLowerCase(Locale.ROOT);
  }

  private MailMessage mail(Credential.Personal credential, Id.User to, Sender by) {
    Words words = by.words();
    User reader = users.find(to).orElseThrow();
    String answerAt = OfferedCredentialPage.href(credential.clientId());
    return new MailMessage(
        to,
        reader.email(),
        words.say("letter.offer.subject"),
        words.say(
            "letter.offer.text",
            reader.name(),
            by.user().name(),
            credential.name(),
            by.baseUrl() + answerAt),
        by.moment().at());
  }

  private static Optional<FormErrors> refused(int status, String message) {
    return Optional.of(FormErrors.of(status, "transfer.email", message));
  }
}
