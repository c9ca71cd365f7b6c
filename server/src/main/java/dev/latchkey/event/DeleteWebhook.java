package dev.latchkey.event;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.event.Webhooks;

/** Deletes a webhook with its deliveries, of which those that wait are not sent. */
public record DeleteWebhook(WebhookGuard guard, Webhooks webhooks) {
  public sealed interface Outcome permits Deleted, Refused {}

  public record Deleted() implements Outcome {}

  public record Refused(NoAccess why) implements Outcome {}

  public Outcome by(Actor actor, String named) {
    return switch (guard.check(actor, named)) {
      case WebhookGuard.Refused(var why) -> new Refused(why);
      case WebhookGuard.Granted granted ->
          webhooks.delete(granted.webhook(), actor)
              ? new Deleted()
              : new Refused(NoAccess.NOT_FOUND);
    };
  }
}
