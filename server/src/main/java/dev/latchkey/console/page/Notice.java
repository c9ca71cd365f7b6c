package dev.latchkey.console.page;

import dev.latchkey.mail.MailInEveryLanguage;
import dev.latchkey.mail.MailMessage;
import dev.latchkey.mail.Mailer;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.event.EnclosedMail;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.NoticeRecipients;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Mails a person when their password, second factor or linked accounts change (ASVS 6.3.7). Nothing
 * is sent if mail is not configured.
 */
public record Notice(Optional<Mailer> mailer) {
  public enum Change {
    PASSWORD_CHANGED,
    FACTOR_ADDED,
    FACTOR_REMOVED,
    FACTOR_REMOVED_BY_ADMINISTRATOR,
    PASSKEY_ADDED,
    PASSKEY_REMOVED,
    RECOVERY_CODES_RENEWED,
    RECOVERY_CODE_USED,
    LINK_ADDED,
    LINK_REMOVED;

    /** The entries of the audit log that say that the change was made. */
    private Set<AuditEvent> events() {
      return switch (this) {
        case PASSWORD_CHANGED -> Set.of(AuditEvent.PASSWORD_CHANGE, AuditEvent.PASSWORD_RESET);
        case FACTOR_ADDED -> Set.of(AuditEvent.SECOND_FACTOR_ADD);
        case FACTOR_REMOVED, FACTOR_REMOVED_BY_ADMINISTRATOR ->
            Set.of(AuditEvent.SECOND_FACTOR_REMOVE);
        case PASSKEY_ADDED -> Set.of(AuditEvent.PASSKEY_ADD);
        case PASSKEY_REMOVED -> Set.of(AuditEvent.PASSKEY_REMOVE);
        case RECOVERY_CODES_RENEWED -> Set.of(AuditEvent.RECOVERY_CODES_CREATE);
        case RECOVERY_CODE_USED -> Set.of(AuditEvent.RECOVERY_CODE_USE);
        case LINK_ADDED -> Set.of(AuditEvent.EXTERNAL_LINK_ADD);
        case LINK_REMOVED -> Set.of(AuditEvent.EXTERNAL_LINK_REMOVE);
      };
    }
  }

  /** The person of a request, who gets the notice if the change is made. */
  public Actor.Person by(Change change, PageRequest request) {
    return new Actor.Person(
        request.user(), at(change, request.user(), request.page(), request.moment()));
  }

  /** The moment of a change, with the notice that the person gets if it is made. */
  public RequestMoment at(Change change, User user, Page page, RequestMoment now) {
    return mailer
        .map(sender -> sender.seal(mail(change, user, page, now)))
        .map(mail -> now.enclosing(new EnclosedMail(change.events(), mail)))
        .orElse(now);
  }

  /** Sends the notice of what a program has done. It is in every language. */
  public void send(Change change, User user, RequestMoment now) {
    String key = "notice." + change;
    new MailInEveryLanguage(mailer)
        .send(
            List.of(new NoticeRecipients.Person(user.id(), user.name(), user.email())),
            key + ".subject",
            key + ".text",
            now.at(),
            words -> List.of(words.moment(now.at()), now.address()));
  }

  public void send(Change change, User user, Page page, RequestMoment now) {
    mailer.ifPresent(sender -> sender.send(mail(change, user, page, now)));
  }

  private static MailMessage mail(Change change, User user, Page page, RequestMoment now) {
    return new MailMessage(
        user.id(),
        user.email(),
        page.say("notice." + change + ".subject"),
        page.say(
            "notice." + change + ".text",
            user.name(),
            page.words().moment(now.at()),
            now.address()),
        now.at());
  }
}
