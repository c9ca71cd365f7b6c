package dev.latchkey.api.view;

import dev.latchkey.event.WebhookSecret;
import dev.latchkey.model.Id;
import dev.latchkey.model.event.Webhook;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/** An endpoint that receives events. {@code events}: all, if it has none. */
public record WebhookView(
    Id.Webhook webhookId,
    Optional<Id.Organization> orgId,
    String url,
    String description,
    Collection<String> events,
    String publicKey,
    Webhook.State state,
    Optional<Webhook.Reason> disabledReason,
    Optional<Instant> disabledAt,
    Optional<Instant> failingSince,
    int waiting,
    Optional<Instant> previousSecretUntil,
    Instant createdAt) {
  public static WebhookView of(Webhook webhook) {
    return new WebhookView(
        webhook.id(),
        webhook.organization(),
        webhook.wanted().url(),
        webhook.wanted().description(),
        webhook.wanted().codes(),
        webhook.publicKey(),
        webhook.state(),
        webhook.disabled().map(Webhook.Disabled::why),
        webhook.disabled().map(Webhook.Disabled::at),
        webhook.failingSince(),
        webhook.waiting(),
        webhook.previousUntil(),
        webhook.createdAt());
  }

  /** This is the only answer that shows the secret. */
  public record Created(@Flattened WebhookView webhook, String secret) {
    public static Created of(Webhook webhook, WebhookSecret secret) {
      return new Created(WebhookView.of(webhook), secret.reveal());
    }

    @Override
    public String toString() {
      return "Created[" + webhook + "]";
    }
  }
}
