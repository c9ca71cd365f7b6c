package dev.latchkey.event;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.event.Webhooks;

/** Lets a disabled webhook receive what happens from now on. */
public record EnableWebhook(WebhookGuard guard, Webhooks webhooks) {
  public sealed interface Outcome permits Written, Refused {}

  public enum Written implements Outcome {
    ENABLED,
    ENABLED_BEFORE
  }

  public record Refused(NoAccess why) implements Outcome {}

  public Outcome by(Actor actor, String named) {
    return switch (guard.check(actor, named)) {
      case WebhookGuard.Refused(var why) -> new Refused(why);
      case WebhookGuard.Granted granted ->
          webhooks.enable(granted.webhook(), actor) ? Written.ENABLED : Written.ENABLED_BEFORE;
    };
  }
}
