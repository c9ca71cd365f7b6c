package dev.latchkey.event;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.event.DeliveryLog;
import dev.latchkey.storage.event.EventOutbox;

/** Sends a message to a webhook that shows whether it is reached. */
public record SendTestEvent(WebhookGuard guard, DeliveryLog deliveries, EventPayload payloads) {
  public sealed interface Outcome permits Queued, NotSent, Refused {}

  /** It is sent within a second. */
  public record Queued(Id.Event event) implements Outcome {}

  public enum NotSent implements Outcome {
    /** The webhook is disabled, or too much waits for it. */
    NOT_ACTIVE
  }

  public record Refused(NoAccess why) implements Outcome {}

  public Outcome by(Actor actor, String named) {
    return switch (guard.check(actor, named)) {
      case WebhookGuard.Refused(var why) -> new Refused(why);
      case WebhookGuard.Granted granted -> send(actor, granted.webhook());
    };
  }

  private Outcome send(Actor actor, Webhook webhook) {
    EventOutbox.Event event = payloads.test(webhook.id(), actor.moment().at());
    return deliveries.test(webhook, event, actor) ? new Queued(event.id()) : NotSent.NOT_ACTIVE;
  }
}
