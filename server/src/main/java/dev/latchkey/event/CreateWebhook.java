package dev.latchkey.event;

import dev.latchkey.model.Id;
import dev.latchkey.model.KeySeal;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.event.Webhooks;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Creates a webhook. It receives what happens from then on. */
public record CreateWebhook(
    WebhookGuard guard,
    WebhookAddress addresses,
    Webhooks webhooks,
    KeySeal seal,
    RandomGenerator random) {
  public sealed interface Outcome permits Created, FlawedWebhook, NotCreated, Refused {}

  /** This is the only time that the secret is shown. */
  public record Created(Webhook webhook, WebhookSecret secret) implements Outcome {}

  public enum NotCreated implements Outcome {
    LIMIT_REACHED,
    ALREADY_SENT
  }

  public record Refused(NoAccess why) implements Outcome {}

  /** {@code where}: the organization; the platform, if it is empty. */
  public record In(Optional<Id.Organization> where, Optional<Id.Form> form) {}

  public Outcome by(Actor actor, In in, Webhook.Wanted wanted) {
    Optional<NoAccess> refused = guard.refuse(actor, in.where);
    if (refused.isPresent()) {
      return new Refused(refused.get());
    }
    Webhook.Wanted cleaned = FlawedWebhook.cleaned(wanted);
    return FlawedWebhook.in(cleaned, addresses)
        .<Outcome>map(flawed -> flawed)
        .orElseGet(() -> create(actor, in, cleaned));
  }

  private Outcome create(Actor actor, In in, Webhook.Wanted wanted) {
    Id.Webhook id = Id.WEBHOOK.draw(random);
    var keys = WebhookKeys.draw(random);
    var webhook = Webhook.created(id, in.where, wanted, keys.publicKey(), actor.moment().at());
    var sealed = new Webhooks.Sealed(webhook, keys.seal(seal, id));
    return switch (webhooks.create(sealed, in.form, actor)) {
      case CREATED -> new Created(webhook, keys.present().secret());
      case TOO_MANY -> NotCreated.LIMIT_REACHED;
      case FORM_SENT_BEFORE -> NotCreated.ALREADY_SENT;
    };
  }
}
