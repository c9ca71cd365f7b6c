package dev.latchkey.console.webhook;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.webhook.WebhookPlace.At;
import dev.latchkey.console.webhook.WebhookPlace.AtWebhook;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.event.EnableWebhook;
import dev.latchkey.event.ReplayDeliveries;
import dev.latchkey.event.SendTestEvent;
import dev.latchkey.model.event.Delivery;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.storage.event.DeliveryLog;
import dev.latchkey.storage.event.DeliveryLog.Replayed;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** One webhook with the log of its deliveries, each of which can be opened and sent again. */
public record WebhookPage(
    WebhookPlace place,
    DeliveryLog deliveries,
    EnableWebhook enableWebhook,
    SendTestEvent sendTest,
    ReplayDeliveries replayDeliveries) {
  private static final int SHOWN = 50;
  private static final String DELIVERY = WebhookPlace.ONE + "/deliveries/{number}";
  private static final Set<String> NOTICES =
      Set.of(
          "webhooks.done.changed",
          "webhooks.done.enabled",
          "webhooks.done.disabled",
          "webhooks.done.tested",
          "webhooks.done.replayed",
          "webhooks.done.nothing",
          "webhooks.done.inactive");

  /** The data of the page. {@code state}: of the deliveries that are shown; of all, if empty. */
  public record View(
      At at,
      Webhook webhook,
      Optional<Delivery.State> state,
      List<Delivery> deliveries,
      Optional<Long> next) {
    public View {
      deliveries = List.copyOf(deliveries);
    }

    public String href() {
      return at.section().path() + "/" + webhook.id().value();
    }

    public String href(Delivery delivery) {
      return href() + "/deliveries/" + delivery.number();
    }

    public String hrefOf(Optional<Delivery.State> wanted) {
      return href() + wanted.map(each -> "?state=" + each.name()).orElse("");
    }

    public String older() {
      return hrefOf(state) + (state.isPresent() ? "&" : "?") + "before=" + next.orElse(0L);
    }

    /** Whether something was given up that can be sent again. */
    public boolean hasGivenUp() {
      return deliveries.stream().anyMatch(each -> each.state() == Delivery.State.GIVEN_UP);
    }
  }

  /** The word for the state of a delivery. */
  public static String word(Delivery.State state) {
    return switch (state) {
      case WAITING -> "webhooks.delivery.WAITING";
      case DELIVERED -> "webhooks.delivery.DELIVERED";
      case GIVEN_UP -> "webhooks.delivery.GIVEN_UP";
    };
  }

  /** The data of the page of one delivery. */
  public record DeliveryView(At at, Webhook webhook, Delivery delivery) {
    public String back() {
      return at.section().path() + "/" + webhook.id().value();
    }

    public String href() {
      return back() + "/deliveries/" + delivery.number();
    }

    /** The message, for people: the signature is about the text without the white space. */
    public String message() {
      return Json.parse(delivery.payload())
          .map(JsonNode::toPrettyString)
          .orElseGet(delivery::payload);
    }
  }

  public List<Route> routes(PageGuard guard) {
    var in = place.sections();
    String one = WebhookPlace.ONE;
    return List.of(
        guard.in(in, Effect.READ, one, place.one(this::show)),
        guard.in(in, Effect.CHANGE, one + "/enable", place.one(this::enable)),
        guard.in(in, Effect.CHANGE, one + "/test", place.one(this::test)),
        guard.in(in, Effect.CHANGE, one + "/replay", place.one(this::replayAll)),
        guard.in(in, Effect.READ, DELIVERY, place.one(this::showDelivery)),
        guard.in(in, Effect.CHANGE, DELIVERY + "/replay", place.one(this::replayOne)));
  }

  private Response show(AtWebhook at) {
    var query = at.request().query();
    Optional<Delivery.State> state =
        query
            .value("state")
            .flatMap(name ->
                Arrays.stream(Delivery.State.values())
                    .filter(each -> each.name().equals(name))
                    .findFirst());
    long before = query.value("before").flatMap(WebhookPage::number).orElse(Long.MAX_VALUE);
    List<Delivery> found = deliveries.log(at.webhook().id(), state, before, SHOWN + 1);
    List<Delivery> shown = found.subList(0, Math.min(SHOWN, found.size()));
    Optional<Long> next =
        found.size() > SHOWN ? Optional.of(shown.getLast().number()) : Optional.empty();
    Page page =
        query
            .value("done")
            .flatMap(done -> NOTICES.stream().filter(key -> key.endsWith("." + done)).findFirst())
            .map(at.page()::withNotice)
            .orElseGet(at::page);
    var view = new View(at.at(), at.webhook(), state, shown, next);
    return page.show(200, TEMPLATES.webhookShow(page, view));
  }

  private Response showDelivery(AtWebhook at) {
    Page page = at.page();
    return number(at.request().segment("number"))
        .flatMap(number -> deliveries.find(at.webhook().id(), number))
        .map(found -> new DeliveryView(at.at(), at.webhook(), found))
        .map(view -> page.show(200, TEMPLATES.webhookDelivery(page, view)))
        .orElseGet(at::unknown);
  }

  private static Optional<Long> number(String text) {
    return text.matches("[0-9]{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  private Response enable(AtWebhook at) {
    return switch (enableWebhook.by(at.request().actor(), at.id())) {
      case EnableWebhook.Written _ -> at.back("enabled");
      case EnableWebhook.Refused(var why) -> at.request().refused(why, WebhookPlace.UNKNOWN);
    };
  }

  private Response test(AtWebhook at) {
    return switch (sendTest.by(at.request().actor(), at.id())) {
      case SendTestEvent.Queued _ -> at.back("tested");
      case SendTestEvent.NotSent.NOT_ACTIVE -> at.back("inactive");
      case SendTestEvent.Refused(var why) -> at.request().refused(why, WebhookPlace.UNKNOWN);
    };
  }

  /** All that are in the log. */
  private Response replayAll(AtWebhook at) {
    return replay(at, new Replayed.GivenUpSince(Instant.EPOCH));
  }

  private Response replayOne(AtWebhook at) {
    return number(at.request().segment("number"))
        .map(number -> replay(at, new Replayed.One(number)))
        .orElseGet(at::unknown);
  }

  private Response replay(AtWebhook at, Replayed which) {
    return switch (replayDeliveries.by(at.request().actor(), at.id(), which)) {
      case ReplayDeliveries.Queued(int count) -> at.back(count == 0 ? "nothing" : "replayed");
      case ReplayDeliveries.Refused(var why) -> at.request().refused(why, WebhookPlace.UNKNOWN);
    };
  }
}
