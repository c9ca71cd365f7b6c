package dev.latchkey.event.send;

import dev.latchkey.mail.MailInEveryLanguage;
import dev.latchkey.mail.Mailer;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.storage.credential.NoticeRecipients;
import dev.latchkey.storage.people.Administrators;
import dev.latchkey.storage.people.Directory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The mail to administrators about a webhook that the server has disabled. */
public record DisabledMail(
    Supplier<Optional<Mailer>> mailer,
    Directory directory,
    Administrators administrators,
    Supplier<String> baseUrl) {
  /** The path of the page of a webhook, before its id. */
  public static final String PATH = "/webhooks/";

  void send(Webhook webhook, Webhook.Reason why, Instant at) {
    List<NoticeRecipients.Person> readers =
        webhook
            .organization()
            .map(id -> directory.find(id).map(administrators::of).orElse(List.of()))
            .orElseGet(administrators::ofPlatform);
    MailInEveryLanguage sender =
        webhook
            .organization()
            .map(id -> MailInEveryLanguage.of(id, mailer.get()))
            .orElseGet(() -> new MailInEveryLanguage(mailer.get()));
    sender.send(
        readers,
        "webhook-disabled.subject",
        "webhook-disabled.text",
        at,
        words ->
            List.of(
                webhook.wanted().host(),
                words.say("webhook.reason." + why),
                baseUrl.get() + PATH + webhook.id().value()));
  }
}
