package dev.latchkey.event.send;

import dev.latchkey.event.EventPayload;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.event.Delivery;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.model.process.Background;
import dev.latchkey.storage.event.Deliveries;
import dev.latchkey.storage.event.EventOutbox;
import dev.latchkey.storage.event.Webhooks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Turns entries of the audit log into deliveries, and sends those whose time has come. One thread
 * decides what is sent; each delivery is sent by a thread of its own, so that a slow receiver
 * delays no other. The receivers of one organization together have a part of these threads only,
 * and when threads are few, webhooks have their turns.
 */
public final class WebhookSender implements AutoCloseable {
  private static final int AT_ONCE = 64;
  private static final int OF_ONE_WEBHOOK = 8;
  private static final int OF_ONE_ORGANIZATION = 16;
  private static final long PAUSE_MILLIS = 1_000;
  private static final long STOP_MILLIS = 2_000;

  private final EventOutbox outbox;
  private final Deliveries deliveries;
  private final Webhooks webhooks;
  private final EventPayload payloads;
  private final MessageCall call;
  private final DisabledMail mail;
  private final Supplier<RequestMoment> now;

  private final Semaphore wake = new Semaphore(0);
  private final Semaphore free = new Semaphore(AT_ONCE);
  private final Map<Id.Webhook, Integer> sending = new ConcurrentHashMap<>();
  private final Map<Optional<Id.Organization>, Integer> ofOrganizations = new ConcurrentHashMap<>();
  private final Thread thread;
  private volatile boolean isClosed;

  /** The webhook that had the last turn. */
  private String served = "";

  /** The stores of the outbox. */
  public record Stores(EventOutbox outbox, Deliveries deliveries, Webhooks webhooks) {}

  public WebhookSender(
      Stores stores,
      EventPayload payloads,
      MessageCall call,
      DisabledMail mail,
      Supplier<RequestMoment> now) {
    this.outbox = stores.outbox;
    this.deliveries = stores.deliveries;
    this.webhooks = stores.webhooks;
    this.payloads = payloads;
    this.call = call;
    this.mail = mail;
    this.now = now;
    this.thread = Background.repeat("webhooks", () -> !isClosed, this::step, () -> {});
  }

  public void begin() {
    thread.start();
  }

  private void step() throws InterruptedException {
    boolean _ = wake.tryAcquire(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    wake.drainPermits();
    if (!isClosed) {
      moveEntries();
      sendDue();
    }
  }

  private void moveEntries() {
    EventOutbox.Moved moved;
    do {
      RequestMoment moment = now.get();
      moved = outbox.next(payloads::of, moment);
      moved.full().forEach(webhook -> mail.send(webhook, Webhook.Reason.FULL, moment.at()));
    } while (moved.entries() > 0 && !isClosed);
  }

  private void sendDue() {
    String first = served;
    sendDueAfter(first);
    if (!first.isEmpty()) {
      sendDueAfter("");
    }
  }

  private void sendDueAfter(String id) {
    List<Id.Webhook> due = deliveries.due(id, now.get().at());
    while (!due.isEmpty() && !isClosed) {
      due.forEach(this::sendDueOf);
      due =
          due.size() < Deliveries.WEBHOOKS_AT_ONCE
              ? List.of()
              : deliveries.due(due.getLast().value(), now.get().at());
    }
  }

  private void sendDueOf(Id.Webhook webhook) {
    int ofWebhook =
        Math.min(free.availablePermits(), OF_ONE_WEBHOOK - sending.getOrDefault(webhook, 0));
    Optional<Webhooks.Sealed> receiver =
        ofWebhook > 0 ? webhooks.findSealed(webhook) : Optional.empty();
    if (receiver.isEmpty()) {
      return;
    }
    Optional<Id.Organization> organization = receiver.get().webhook().organization();
    int most =
        Math.min(ofWebhook, OF_ONE_ORGANIZATION - ofOrganizations.getOrDefault(organization, 0));
    if (most <= 0) {
      return;
    }
    served = webhook.value();
    for (Delivery delivery : deliveries.take(webhook, most, now.get())) {
      free.acquireUninterruptibly();
      sending.merge(webhook, 1, Integer::sum);
      ofOrganizations.merge(organization, 1, Integer::sum);
      Thread.ofVirtual().start(() -> send(receiver.get(), delivery));
    }
  }

  private void send(Webhooks.Sealed receiver, Delivery delivery) {
    try {
      Background.attempt(
          "webhook",
          () -> {
            Delivery.Attempt result = call.send(receiver, delivery, now.get().at());
            Deliveries.Finished finished =
                deliveries.finish(delivery, result, receiver.webhook(), now.get());
            finished
                .disabled()
                .ifPresent(why -> mail.send(receiver.webhook(), why, now.get().at()));
          });
    } finally {
      end(sending, receiver.webhook().id());
      end(ofOrganizations, receiver.webhook().organization());
      free.release();
      wake.release();
    }
  }

  private static <T> void end(Map<T, Integer> running, T one) {
    running.computeIfPresent(one, (_, count) -> count == 1 ? null : count - 1);
  }

  /**
   * Waits a moment for what is being sent. What does not end in it is sent again by another node,
   * or after the next start.
   */
  @Override
  public void close() {
    isClosed = true;
    wake.release();
    try {
      thread.join(STOP_MILLIS);
      boolean _ = free.tryAcquire(AT_ONCE, STOP_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
