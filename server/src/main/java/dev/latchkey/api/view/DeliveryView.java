package dev.latchkey.api.view;

import dev.latchkey.api.view.AuditEntryView.JsonText;
import dev.latchkey.model.event.Delivery;
import java.time.Instant;
import java.util.Optional;

/** An event on its way to a webhook, or in its log, with the latest attempt. */
public record DeliveryView(
    String number,
    String eventId,
    String eventType,
    Delivery.State state,
    Instant createdAt,
    int attempts,
    Optional<Instant> attemptedAt,
    Optional<Integer> status,
    Optional<String> answer,
    Optional<Instant> nextAttemptAt,
    JsonText payload) {
  public static DeliveryView of(Delivery delivery) {
    return new DeliveryView(
        String.valueOf(delivery.number()),
        delivery.event(),
        delivery.type(),
        delivery.state(),
        delivery.createdAt(),
        delivery.attempts(),
        delivery.last().map(Delivery.Attempt::at),
        delivery.last().flatMap(Delivery.Attempt::status),
        delivery.last().map(Delivery.Attempt::answer),
        delivery.nextAttempt(),
        new JsonText(delivery.payload()));
  }
}
