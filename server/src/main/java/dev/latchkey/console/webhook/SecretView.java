package dev.latchkey.console.webhook;

import dev.latchkey.event.WebhookSecret;
import dev.latchkey.model.event.Webhook;
import java.time.Instant;
import java.util.Optional;

/** A secret that is shown once. {@code previousUntil}: how long the one before is used as well. */
public record SecretView(
    WebhookPlace.At at, Webhook webhook, WebhookSecret secret, Optional<Instant> previousUntil) {
  public String href() {
    return at.section().path() + "/" + webhook.id().value();
  }
}
