package dev.latchkey.mail.smtp;

import dev.latchkey.mail.MailMessage;
import dev.latchkey.mail.Mailer;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.process.BackgroundQueue;
import jakarta.mail.MessagingException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * A bounded queue of messages, delivered one after the other in the background. A failed delivery
 * is retried after some time, unless the mail server refused the message for good. A message is
 * given up if there is no slot for it ({@link OutboxSlots}), if it was refused for good, or if all
 * retries have failed, and then the audit log records it.
 */
public final class Outbox implements Mailer {
  public static final List<Duration> RETRY_DELAYS =
      List.of(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(10));

  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final Duration TIME_TO_END = Duration.ofSeconds(2);

  private final Supplier<MailDelivery> delivery;
  private final List<Duration> retryDelays;
  private final BiConsumer<MailMessage, AuditOutcome> onOutcome;
  private final OutboxSlots slots = new OutboxSlots();
  private final AtomicLong failed = new AtomicLong();
  private final BackgroundQueue queue = new BackgroundQueue("post", TIME_TO_END);

  /**
   * {@code retryDelays} are the delays before the second attempt, the third attempt and so on.
   * {@code onOutcome} receives each message with the outcome of its delivery.
   */
  public Outbox(
      Supplier<MailDelivery> delivery,
      List<Duration> retryDelays,
      BiConsumer<MailMessage, AuditOutcome> onOutcome) {
    this.delivery = delivery;
    this.retryDelays = List.copyOf(retryDelays);
    this.onOutcome = onOutcome;
  }

  @Override
  public void send(MailMessage mail) {
    send(mail, Optional.empty());
  }

  @Override
  public void sendFor(Id.Organization organization, MailMessage mail) {
    send(mail, Optional.of(organization));
  }

  private void send(MailMessage mail, Optional<Id.Organization> cause) {
    if (slots.tryAcquire(mail, cause)) {
      attempt(new Waiting(mail, cause, 0), Duration.ZERO);
    } else {
      giveUp(mail, AuditOutcome.QUEUE_FULL);
    }
  }

  /** A message that has a slot. */
  private record Waiting(MailMessage mail, Optional<Id.Organization> cause, int earlierAttempts) {}

  @Override
  public State state() {
    return new State(delivery.get().server().name(), slots.used(), failed.get());
  }

  /** Drops the messages that wait. A delivery under way has some time to end and be recorded. */
  @Override
  public void close() {
    queue.close();
  }

  private void attempt(Waiting waiting, Duration delay) {
    queue.add(() -> attempt(waiting), delay);
  }

  private void attempt(Waiting waiting) {
    int earlier = waiting.earlierAttempts;
    try {
      delivery.get().deliver(waiting.mail);
      release(waiting);
      report(waiting.mail, AuditOutcome.OK);
    } catch (MessagingException refused) {
      LOG.log(
          System.Logger.Level.WARNING,
          "mail: " + MailFailure.reason(delivery.get().server(), refused),
          refused);
      if (earlier < retryDelays.size() && !MailFailure.isPermanent(refused)) {
        var next = new Waiting(waiting.mail, waiting.cause, earlier + 1);
        attempt(next, retryDelays.get(earlier));
      } else {
        release(waiting);
        giveUp(waiting.mail, AuditOutcome.NOT_DELIVERED);
      }
    } catch (RuntimeException unexpected) {
      release(waiting);
      giveUp(waiting.mail, AuditOutcome.NOT_DELIVERED);
      throw unexpected;
    }
  }

  private void release(Waiting waiting) {
    slots.release(waiting.mail, waiting.cause);
  }

  private void giveUp(MailMessage mail, AuditOutcome why) {
    failed.incrementAndGet();
    report(mail, why);
  }

  /**
   * Reports the outcome. An audit log that cannot be written at this moment must not end the
   * thread.
   */
  private void report(MailMessage mail, AuditOutcome outcome) {
    try {
      onOutcome.accept(mail, outcome);
    } catch (RuntimeException unwritten) {
      LOG.log(
          System.Logger.Level.ERROR, "The outcome of a delivery could not be recorded.", unwritten);
    }
  }
}
