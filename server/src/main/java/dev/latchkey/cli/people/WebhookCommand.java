package dev.latchkey.cli.people;

import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.DeliveryView;
import dev.latchkey.api.view.WebhookView;
import dev.latchkey.app.Installation;
import dev.latchkey.cli.option.LimitOption;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Id;
import dev.latchkey.model.event.Delivery;
import dev.latchkey.model.event.Webhook;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "webhook",
    mixinStandardHelpOptions = true,
    description = "Manage the endpoints that receive events.",
    synopsisSubcommandLabel = "COMMAND")
public final class WebhookCommand {
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List webhooks.",
      footer = "  latchkey webhook list --organization Acme")
  int list(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @ArgGroup(multiplicity = "1") PlaceOption place) {
    try (Installation installation = store.open()) {
      List<ObjectNode> rows =
          installation.stores().operation().webhooks().of(place.find(installation)).stream()
              .map(WebhookView::of)
              .map(ViewJson::of)
              .toList();
      result.printList(
          Listing.all("webhooks", rows), List.of("webhook_id", "url", "state", "waiting"));
      return 0;
    }
  }

  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      description = "Create a webhook and print its secret, which is shown only now.",
      footer = {
        "  latchkey webhook create --organization Acme --url https://example.com/events \\",
        "    --events grant.ended,person.disabled"
      })
  int create(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @ArgGroup(multiplicity = "1") PlaceOption place,
      @Mixin WebhookOptions.Wanted wanted) {
    try (Installation installation = store.open()) {
      var created =
          new OperatorWebhookActs(installation)
              .create(place.find(installation), wanted.after(new Webhook.Wanted("", "", Set.of())));
      printSecret(result, WebhookView.Created.of(created.webhook(), created.secret()));
      return 0;
    }
  }

  private static void printSecret(ResultOptions result, WebhookView.Created created) {
    result.printDone(
        ViewJson.of(created),
        "webhook_id: %s%nsecret, shown once: %s%npublic_key: %s"
            .formatted(
                created.webhook().webhookId().value(),
                created.secret(),
                created.webhook().publicKey()));
  }

  @Command(
      name = "change",
      mixinStandardHelpOptions = true,
      description = "Change the address, the description or the events of a webhook.",
      footer = "  latchkey webhook change --id hook_… --events grant.ended")
  int change(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin WebhookOptions.Which which,
      @Mixin WebhookOptions.Wanted wanted) {
    try (Installation installation = store.open()) {
      Webhook known = which.find(installation);
      Webhook changed =
          new OperatorWebhookActs(installation).change(known, wanted.after(known.wanted()));
      printState(result, changed, "changed");
      return 0;
    }
  }

  private static void printState(ResultOptions result, Webhook webhook, String done) {
    result.printDone(
        ViewJson.of(WebhookView.of(webhook)), webhook.id().value() + " is " + done + ".");
  }

  @Command(
      name = "rotate-secret",
      mixinStandardHelpOptions = true,
      description = {
        "Give a webhook another secret and another key pair, and print them.",
        "For 24 hours, messages are signed with those before as well."
      },
      footer = "  latchkey webhook rotate-secret --id hook_…")
  int rotateSecret(
      @Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin WebhookOptions.Which which) {
    try (Installation installation = store.open()) {
      Webhook known = which.find(installation);
      var rotated = new OperatorWebhookActs(installation).rotateSecret(known);
      printSecret(result, WebhookView.Created.of(which.find(installation), rotated.secret()));
      return 0;
    }
  }

  @Command(
      name = "enable",
      mixinStandardHelpOptions = true,
      description = "Enable a webhook. It receives what happens from now on.",
      footer = "  latchkey webhook enable --id hook_…")
  int enable(
      @Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin WebhookOptions.Which which) {
    try (Installation installation = store.open()) {
      new OperatorWebhookActs(installation).enable(which.find(installation));
      printState(result, which.find(installation), "enabled");
      return 0;
    }
  }

  @Command(
      name = "disable",
      mixinStandardHelpOptions = true,
      description = "Disable a webhook. What waits for it is given up, and can be replayed.",
      footer = "  latchkey webhook disable --id hook_…")
  int disable(
      @Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin WebhookOptions.Which which) {
    try (Installation installation = store.open()) {
      new OperatorWebhookActs(installation).disable(which.find(installation));
      printState(result, which.find(installation), "disabled");
      return 0;
    }
  }

  @Command(
      name = "delete",
      mixinStandardHelpOptions = true,
      description = "Delete a webhook with its deliveries.",
      footer = "  latchkey webhook delete --id hook_…")
  int delete(
      @Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin WebhookOptions.Which which) {
    try (Installation installation = store.open()) {
      Webhook known = which.find(installation);
      new OperatorWebhookActs(installation).delete(known);
      printState(result, known, "deleted");
      return 0;
    }
  }

  @Command(
      name = "test",
      mixinStandardHelpOptions = true,
      description = "Queue a test event, which a running server sends.",
      footer = "  latchkey webhook test --id hook_…")
  int test(
      @Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin WebhookOptions.Which which) {
    try (Installation installation = store.open()) {
      Id.Event event = new OperatorWebhookActs(installation).sendTest(which.find(installation));
      result.printDone(
          Json.object().put("event_id", event.value()),
          event.value() + " is sent by a running server.");
      return 0;
    }
  }

  @Command(
      name = "deliveries",
      mixinStandardHelpOptions = true,
      description = "List the newest deliveries of a webhook.",
      footer = "  latchkey webhook deliveries --id hook_… --limit 20")
  int deliveries(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin WebhookOptions.Which which,
      @Mixin LimitOption most) {
    int limit = most.checked();
    try (Installation installation = store.open()) {
      Webhook known = which.find(installation);
      List<Delivery> found =
          installation
              .stores()
              .operation()
              .deliveryLog()
              .log(known.id(), Optional.empty(), Long.MAX_VALUE, limit);
      List<ObjectNode> rows = found.stream().map(DeliveryView::of).map(ViewJson::of).toList();
      result.printList(
          Listing.all("deliveries", new ArrayList<>(rows)),
          List.of("number", "event_type", "state", "attempts", "status", "created_at"));
      return 0;
    }
  }

  @Command(
      name = "replay",
      mixinStandardHelpOptions = true,
      description = "Queue deliveries again, which a running server sends.",
      footer = "  latchkey webhook replay --id hook_… --since 2026-01-31T12:00:00Z")
  int replay(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin WebhookOptions.Which which,
      @ArgGroup(multiplicity = "1") WebhookOptions.Again again) {
    try (Installation installation = store.open()) {
      int count =
          new OperatorWebhookActs(installation).replay(which.find(installation), again.replayed());
      result.printDone(
          Json.object().put("deliveries", count), count + " deliveries are sent again.");
      return 0;
    }
  }
}
