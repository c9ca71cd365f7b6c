package dev.latchkey.console.page;

import dev.latchkey.mail.MailInEveryLanguage;
import dev.latchkey.mail.MailMessage;
import dev.latchkey.mail.Mailer;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.NoticeRecipients;
import java.util.List;
import java.util.Optional;

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
    LINK_REMOVED
  }

  /** Sends the notice to the person who made the change. */
  public void send(Change change, PageRequest request) {
    send(change, request.user(), request.page(), request.moment());
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
    mailer.ifPresent(sender ->
        sender.send(
            new MailMessage(
                user.id(),
                user.email(),
                page.say("notice." + change + ".subject"),
                page.say(
                    "notice." + change + ".text",
                    user.name(),
                    page.words().moment(now.at()),
                    now.address()),
                now.at())));
  }
}
