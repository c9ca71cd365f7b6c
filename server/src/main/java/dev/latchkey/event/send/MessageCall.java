package dev.latchkey.event.send;

import dev.latchkey.edge.outside.OutsideCalls;
import dev.latchkey.event.WebhookKeys;
import dev.latchkey.model.KeySeal;
import dev.latchkey.model.event.Delivery;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.storage.event.Webhooks;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Sends one message to a webhook, signed as Standard Webhooks says. */
public record MessageCall(Supplier<OutsideCalls> calls, KeySeal seal) {
  private static final Duration MOST = Duration.ofSeconds(15);

  /** So much of an answer is shown in the log. */
  private static final int SHOWN_BYTES = 500;

  private record Answer(int status, String body) {}

  /** {@code at}: when the attempt begins, for the signature. */
  public Delivery.Attempt send(Webhooks.Sealed receiver, Delivery delivery, Instant at) {
    long began = System.nanoTime();
    Optional<Integer> status = Optional.empty();
    String shown;
    try {
      Answer answer = calls.get().make(call(receiver, delivery, at), MOST, MessageCall::read);
      status = Optional.of(answer.status);
      shown = answer.body;
    } catch (IOException failed) {
      shown = reason(failed);
    }
    return new Delivery.Attempt(at, status, shown, Duration.ofNanos(System.nanoTime() - began));
  }

  private static String reason(IOException failed) {
    return Optional.ofNullable(failed.getMessage())
        .filter(text -> !text.isBlank())
        .map(text -> failed.getClass().getSimpleName() + ": " + text)
        .orElseGet(() -> failed.getClass().getSimpleName());
  }

  private OutsideCalls.Call call(Webhooks.Sealed receiver, Delivery delivery, Instant at)
      throws IOException {
    Webhook webhook = receiver.webhook();
    WebhookKeys keys =
        WebhookKeys.open(seal, webhook.id(), receiver.keys())
            .orElseThrow(() -> new IOException("the key file does not open the secret"));
    byte[] body = delivery.payload().getBytes(StandardCharsets.UTF_8);
    boolean withPrevious = webhook.previousUntil().filter(at::isBefore).isPresent();
    return new OutsideCalls.Call(
        "POST",
        URI.create(webhook.wanted().url()),
        List.of(
            "Content-Type: application/json",
            "Content-Length: " + body.length,
            "webhook-id: " + delivery.event(),
            "webhook-timestamp: " + at.getEpochSecond(),
            "webhook-signature: "
                + keys.signatures(withPrevious, delivery.event(), at, delivery.payload())),
        body);
  }

  private static Answer read(OutsideCalls.Answer answer) throws IOException {
    byte[] body = answer.body(SHOWN_BYTES);
    byte[] shown = Arrays.copyOf(body, Math.min(body.length, SHOWN_BYTES));
    // PostgreSQL stores no NUL, and a cut character is replaced.
    String text = new String(shown, StandardCharsets.UTF_8).replace("\0", "");
    return new Answer(answer.status(), text);
  }
}
