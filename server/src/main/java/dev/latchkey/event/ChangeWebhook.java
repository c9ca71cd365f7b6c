package dev.latchkey.event;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.event.Webhooks;
import java.util.Optional;

/** Changes the address, the description and the events of a webhook. */
public record ChangeWebhook(WebhookGuard guard, WebhookAddress addresses, Webhooks webhooks) {
  public sealed interface Outcome permits Changed, FlawedWebhook, EditConflict, Refused {}

  public record Changed(Webhook webhook) implements Outcome {}

  /** It was changed since the actor has seen it. */
  public record EditConflict() implements Outcome {}

  public record Refused(NoAccess why) implements Outcome {}

  /** {@code seen}: the version that the actor has seen. */
  public Outcome by(Actor actor, String named, int seen, Webhook.Wanted wanted) {
    return switch (guard.check(actor, named)) {
      case WebhookGuard.Refused(var why) -> new Refused(why);
      case WebhookGuard.Granted granted ->
          granted.webhook().version() == seen
              ? change(actor, granted.webhook(), FlawedWebhook.cleaned(wanted))
              : new EditConflict();
    };
  }

  private Outcome change(Actor actor, Webhook known, Webhook.Wanted wanted) {
    Optional<FlawedWebhook> flawed = FlawedWebhook.in(wanted, addresses);
    if (flawed.isPresent()) {
      return flawed.get();
    }
    return webhooks.change(known, wanted, actor)
        ? webhooks.find(known.id()).<Outcome>map(Changed::new).orElseGet(EditConflict::new)
        : new EditConflict();
  }
}
