package dev.latchkey.event;

import dev.latchkey.model.KeySeal;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.event.Webhooks;
import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * Gives a webhook another secret and key pair. For a day, messages are signed with those before as
 * well, so that the receiver can change without a pause.
 */
public record RotateWebhookSecret(
    WebhookGuard guard, Webhooks webhooks, KeySeal seal, RandomGenerator random) {
  public sealed interface Outcome permits Rotated, NotRotated, Refused {}

  /** This is the only time that the secret is shown. */
  public record Rotated(Webhook webhook, WebhookSecret secret, Instant previousUntil)
      implements Outcome {}

  public enum NotRotated implements Outcome {
    /** It was changed at the same moment, or since the actor has seen it. */
    EDIT_CONFLICT
  }

  public record Refused(NoAccess why) implements Outcome {}

  /** {@code seen}: the version that the actor has seen, so that a form sent again does nothing. */
  public Outcome by(Actor actor, String named, int seen) {
    return switch (guard.check(actor, named)) {
      case WebhookGuard.Refused(var why) -> new Refused(why);
      case WebhookGuard.Granted(var sealed) ->
          sealed.webhook().version() == seen ? rotate(actor, sealed) : NotRotated.EDIT_CONFLICT;
    };
  }

  private Outcome rotate(Actor actor, Webhooks.Sealed known) {
    Webhook webhook = known.webhook();
    WebhookKeys keys =
        WebhookKeys.open(seal, webhook.id(), known.keys())
            .map(before -> before.rotated(random))
            .orElseGet(() -> WebhookKeys.draw(random));
    Instant until = actor.moment().at().plus(Webhook.ROTATION);
    var next = new Webhooks.Sealed(webhook.with(keys.publicKey()), keys.seal(seal, webhook.id()));
    return webhooks.rotate(next, until, actor)
        ? new Rotated(next.webhook(), keys.present().secret(), until)
        : NotRotated.EDIT_CONFLICT;
  }
}
