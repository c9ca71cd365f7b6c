package dev.latchkey.event;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.event.Webhooks;

/** Stops a webhook. What waits for it is given up, and can be replayed after it was enabled. */
public record DisableWebhook(WebhookGuard guard, Webhooks webhooks) {
  public sealed interface Outcome permits Written, Refused {}

  public enum Written implements Outcome {
    DISABLED,
    DISABLED_BEFORE
  }

  public record Refused(NoAccess why) implements Outcome {}

  public Outcome by(Actor actor, String named) {
    return switch (guard.check(actor, named)) {
      case WebhookGuard.Refused(var why) -> new Refused(why);
      case WebhookGuard.Granted granted ->
          webhooks.disable(granted.webhook(), actor) ? Written.DISABLED : Written.DISABLED_BEFORE;
    };
  }
}
