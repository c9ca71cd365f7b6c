package dev.latchkey.event;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.event.DeliveryLog;
import dev.latchkey.storage.event.DeliveryLog.Replayed;

/**
 * Sends deliveries in the log of a webhook again, with the ids that they had: one that is finished,
 * or all that were given up since a time.
 */
public record ReplayDeliveries(WebhookGuard guard, DeliveryLog deliveries) {
  public sealed interface Outcome permits Queued, Refused {}

  /** How many are sent; none if the webhook is disabled, or if there is nothing to send. */
  public record Queued(int count) implements Outcome {}

  public record Refused(NoAccess why) implements Outcome {}

  public Outcome by(Actor actor, String named, Replayed which) {
    return switch (guard.check(actor, named)) {
      case WebhookGuard.Refused(var why) -> new Refused(why);
      case WebhookGuard.Granted granted ->
          new Queued(deliveries.replay(granted.webhook(), which, actor));
    };
  }
}
