package dev.latchkey.alert.watch;

import dev.latchkey.mail.MailInEveryLanguage;
import dev.latchkey.mail.Mailer;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Words;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.storage.alert.AlertReaders;
import dev.latchkey.storage.credential.NoticeRecipients;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The mail about an alert to the owner of its credential and to administrators. There is one for
 * each alert at most, and a number for each person in a day.
 *
 * @param isMailed whether there is no other mail about it
 */
public record AlertMail(
    Supplier<Optional<Mailer>> mailer,
    AlertReaders readers,
    Predicate<AlertKind> isMailed,
    Supplier<String> baseUrl,
    Supplier<RequestMoment> now) {
  /** The path of the page of an alert, before its id. */
  public static final String PATH = "/account/alerts/";

  void send(Alert alert) {
    Optional<Mailer> sender = mailer.get();
    if (sender.isEmpty() || !isMailed.test(alert.kind())) {
      return;
    }
    RequestMoment moment = now.get();
    List<NoticeRecipients.Person> people =
        readers.of(alert).stream()
            .filter(person -> readers.mayMail(person.id(), alert, moment.at()))
            .toList();
    MailInEveryLanguage mail =
        alert
            .organization()
            .map(id -> MailInEveryLanguage.of(id, sender))
            .orElseGet(() -> new MailInEveryLanguage(sender));
    mail.send(
        people,
        "alert-mail.subject",
        "alert-mail.text",
        moment.at(),
        words -> values(words, alert));
  }

  private List<String> values(Words words, Alert alert) {
    return List.of(
        words.say("alert." + alert.kind()),
        alert.about().name(),
        words.say("alert." + alert.kind() + ".means"),
        words.say("alert." + alert.kind() + ".repair"),
        baseUrl.get() + PATH + alert.id().value());
  }
}
