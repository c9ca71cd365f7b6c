package dev.latchkey.event;

import dev.latchkey.model.event.Webhook;
import dev.latchkey.model.person.DisplayName;
import java.util.Locale;
import java.util.Optional;

/** Why a webhook cannot be stored as wanted. {@code code}: which flaw of the field. */
public record FlawedWebhook(String field, String code)
    implements CreateWebhook.Outcome, ChangeWebhook.Outcome {
  static Optional<FlawedWebhook> in(Webhook.Wanted wanted, WebhookAddress addresses) {
    String text = wanted.description();
    boolean isLong = text.codePointCount(0, text.length()) > Webhook.MOST_DESCRIPTION;
    return isLong
        ? Optional.of(new FlawedWebhook("description", "too-long"))
        : addresses
            .flaw(wanted.url())
            .map(flaw ->
                new FlawedWebhook("url", flaw.name().toLowerCase(Locale.ROOT).replace('_', '-')));
  }

  /** The description on one line, without what no page shows. */
  static Webhook.Wanted cleaned(Webhook.Wanted wanted) {
    return new Webhook.Wanted(
        wanted.url().strip(), DisplayName.onOneLine(wanted.description()), wanted.types());
  }
}
