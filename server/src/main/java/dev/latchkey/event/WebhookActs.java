package dev.latchkey.event;

import dev.latchkey.model.KeySeal;
import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.event.DeliveryLog;
import dev.latchkey.storage.event.Webhooks;
import java.util.random.RandomGenerator;

/** The acts on webhooks. */
public record WebhookActs(
    WebhookGuard guard,
    CreateWebhook create,
    ChangeWebhook change,
    RotateWebhookSecret rotateSecret,
    EnableWebhook enable,
    DisableWebhook disable,
    DeleteWebhook delete,
    SendTestEvent sendTest,
    ReplayDeliveries replay) {
  /** The stores of webhooks. */
  public record Stores(Webhooks webhooks, DeliveryLog deliveries) {}

  public static WebhookActs on(
      Stores stores,
      OrganizationGuard organizations,
      WebhookAddress addresses,
      KeySeal seal,
      RandomGenerator random) {
    Webhooks webhooks = stores.webhooks;
    var guard = new WebhookGuard(organizations, webhooks);
    return new WebhookActs(
        guard,
        new CreateWebhook(guard, addresses, webhooks, seal, random),
        new ChangeWebhook(guard, addresses, webhooks),
        new RotateWebhookSecret(guard, webhooks, seal, random),
        new EnableWebhook(guard, webhooks),
        new DisableWebhook(guard, webhooks),
        new DeleteWebhook(guard, webhooks),
        new SendTestEvent(guard, stores.deliveries, new EventPayload(random)),
        new ReplayDeliveries(guard, stores.deliveries));
  }
}
