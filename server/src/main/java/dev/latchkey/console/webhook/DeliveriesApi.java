package dev.latchkey.console.webhook;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.view.Answers;
import dev.latchkey.api.view.DeliveryView;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.event.ReplayDeliveries;
import dev.latchkey.event.SendTestEvent;
import dev.latchkey.event.WebhookGuard;
import dev.latchkey.model.Id;
import dev.latchkey.model.event.Delivery;
import dev.latchkey.model.time.WrittenTime;
import dev.latchkey.storage.event.DeliveryLog;
import dev.latchkey.storage.event.DeliveryLog.Replayed;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The calls of the management API about what was delivered to webhooks. */
public record DeliveriesApi(
    WebhookGuard webhookGuard,
    DeliveryLog deliveries,
    SendTestEvent sendTest,
    ReplayDeliveries replayDeliveries) {
  private static final String NUMBER = "number";

  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_DELIVERIES, request -> of(request, id -> list(request, id))),
        guard.route(Operation.GET_DELIVERY, request -> of(request, id -> show(request, id))),
        guard.route(Operation.TEST_WEBHOOK, this::test),
        guard.route(
            Operation.REPLAY_DELIVERY,
            request ->
                number(request.segment(NUMBER))
                    .map(number -> replay(request, new Replayed.One(number)))
                    .orElseGet(ApiAnswer::notFound)),
        guard.route(
            Operation.REPLAY_DELIVERIES,
            request -> request.withFields(fields -> replaySince(request, fields))));
  }

  private Response of(ApiRequest request, Function<Id.Webhook, Response> handler) {
    return switch (webhookGuard.see(request.actor(), request.segment(WebhooksApi.ID))) {
      case WebhookGuard.Granted granted -> handler.apply(granted.webhook().id());
      case WebhookGuard.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private static Optional<Long> number(String text) {
    return text.matches("[0-9]{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  private Response list(ApiRequest request, Id.Webhook webhook) {
    var query = request.query();
    Optional<Delivery.State> state = query.choice("state", Delivery.State.class);
    Optional<Long> before = query.value("cursor").flatMap(DeliveriesApi::number);
    if (query.value("cursor").isPresent() && before.isEmpty()) {
      query.refuse("cursor", "It must be the next_cursor of the answer before.");
    }
    int limit = query.limit();
    return query.answer(() -> {
      List<Delivery> found =
          deliveries.log(webhook, state, before.orElse(Long.MAX_VALUE), limit + 1);
      List<Delivery> shown = found.subList(0, Math.min(limit, found.size()));
      Optional<String> next =
          found.size() > limit
              ? Optional.of(String.valueOf(shown.getLast().number()))
              : Optional.empty();
      return ApiAnswer.list(
          "deliveries", shown.stream().map(DeliveryView::of).toList(), new Answers.Following(next));
    });
  }

  private Response show(ApiRequest request, Id.Webhook webhook) {
    return number(request.segment(NUMBER))
        .flatMap(number -> deliveries.find(webhook, number))
        .map(delivery -> ApiAnswer.of(200, DeliveryView.of(delivery)))
        .orElseGet(ApiAnswer::notFound);
  }

  private Response test(ApiRequest request) {
    return switch (sendTest.by(request.actor(), request.segment(WebhooksApi.ID))) {
      case SendTestEvent.Queued(var event) ->
          ApiAnswer.of(201, new Answers.TestEvent(event.value()));
      case SendTestEvent.NotSent.NOT_ACTIVE ->
          ApiAnswer.conflict("not_active", "The webhook is disabled, or too much waits for it.");
      case SendTestEvent.Refused(var why) -> ApiAnswer.refused(why);
    };
  }

  private Response replaySince(ApiRequest request, ApiFields fields) {
    Optional<Instant> since = fields.text("since").flatMap(WrittenTime::parse);
    return since.isEmpty()
        ? ApiAnswer.flawed(
            400, List.of(new ApiError("since", "It must be a time such as 2026-01-31T12:00:00Z.")))
        : replay(request, new Replayed.GivenUpSince(since.get()));
  }

  private Response replay(ApiRequest request, Replayed which) {
    return switch (replayDeliveries.by(request.actor(), request.segment(WebhooksApi.ID), which)) {
      case ReplayDeliveries.Queued(int count) -> ApiAnswer.of(200, new Answers.Replayed(count));
      case ReplayDeliveries.Refused(var why) -> ApiAnswer.refused(why);
    };
  }
}
