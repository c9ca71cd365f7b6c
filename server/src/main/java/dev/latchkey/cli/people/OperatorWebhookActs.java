package dev.latchkey.cli.people;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.event.ChangeWebhook;
import dev.latchkey.event.CreateWebhook;
import dev.latchkey.event.DeleteWebhook;
import dev.latchkey.event.DisableWebhook;
import dev.latchkey.event.EnableWebhook;
import dev.latchkey.event.FlawedWebhook;
import dev.latchkey.event.ReplayDeliveries;
import dev.latchkey.event.RotateWebhookSecret;
import dev.latchkey.event.SendTestEvent;
import dev.latchkey.event.WebhookActs;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.storage.event.DeliveryLog.Replayed;
import java.util.Optional;

/** The acts of an operator on webhooks. A refusal is one line of output. */
final class OperatorWebhookActs {
  private final WebhookActs acts;
  private final Actor.Operator operator;

  OperatorWebhookActs(Installation installation) {
    this.acts = installation.webhookActs();
    this.operator = installation.operator();
  }

  CreateWebhook.Created create(Optional<Id.Organization> where, Webhook.Wanted wanted) {
    var in = new CreateWebhook.In(where, Optional.empty());
    return switch (acts.create().by(operator, in, wanted)) {
      case CreateWebhook.Created created -> created;
      case CreateWebhook.NotCreated _ ->
          throw new ConfigFault("there are %d webhooks already".formatted(Webhook.MOST));
      case CreateWebhook.Refused _ -> throw OperatorActs.gone();
      case FlawedWebhook flawed -> throw fault(flawed);
    };
  }

  Webhook change(Webhook known, Webhook.Wanted wanted) {
    return switch (acts.change().by(operator, known.id().value(), known.version(), wanted)) {
      case ChangeWebhook.Changed(var webhook) -> webhook;
      case ChangeWebhook.EditConflict _ -> throw OperatorActs.changed(known.id().value());
      case ChangeWebhook.Refused _ -> throw OperatorActs.gone();
      case FlawedWebhook flawed -> throw fault(flawed);
    };
  }

  RotateWebhookSecret.Rotated rotateSecret(Webhook known) {
    return switch (acts.rotateSecret().by(operator, known.id().value(), known.version())) {
      case RotateWebhookSecret.Rotated rotated -> rotated;
      case RotateWebhookSecret.NotRotated.EDIT_CONFLICT ->
          throw OperatorActs.changed(known.id().value());
      case RotateWebhookSecret.Refused _ -> throw OperatorActs.gone();
    };
  }

  void enable(Webhook known) {
    if (acts.enable().by(operator, known.id().value()) instanceof EnableWebhook.Refused) {
      throw OperatorActs.gone();
    }
  }

  void disable(Webhook known) {
    if (acts.disable().by(operator, known.id().value()) instanceof DisableWebhook.Refused) {
      throw OperatorActs.gone();
    }
  }

  void delete(Webhook known) {
    if (acts.delete().by(operator, known.id().value()) instanceof DeleteWebhook.Refused) {
      throw OperatorActs.gone();
    }
  }

  Id.Event sendTest(Webhook known) {
    return switch (acts.sendTest().by(operator, known.id().value())) {
      case SendTestEvent.Queued(var event) -> event;
      case SendTestEvent.NotSent.NOT_ACTIVE ->
          throw new ConfigFault("the webhook is disabled, or too much waits for it");
      case SendTestEvent.Refused _ -> throw OperatorActs.gone();
    };
  }

  int replay(Webhook known, Replayed which) {
    return switch (acts.replay().by(operator, known.id().value(), which)) {
      case ReplayDeliveries.Queued(int count) -> count;
      case ReplayDeliveries.Refused _ -> throw OperatorActs.gone();
    };
  }

  private static ConfigFault fault(FlawedWebhook flawed) {
    return new ConfigFault(
        switch (flawed.why()) {
          case SHAPE -> "--url is not an address such as https://example.com/events";
          case INSECURE -> "--url does not begin with https://";
          case PRIVATE -> "--url has a private address: list its host at webhooks.inside_hosts";
          case UNKNOWN_HOST -> "--url has a host without an address";
          case DESCRIPTION_TOO_LONG ->
              "--description has more than %d characters".formatted(Webhook.MOST_DESCRIPTION);
          case UNKNOWN_EVENT -> "--events names an event that does not exist";
        });
  }
}
