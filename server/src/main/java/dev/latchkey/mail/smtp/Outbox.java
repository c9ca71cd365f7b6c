package dev.latchkey.mail.smtp;

import dev.latchkey.mail.MailMessage;
import dev.latchkey.mail.MailSeal;
import dev.latchkey.mail.Mailer;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.event.SealedMail;
import dev.latchkey.model.process.Background;
import dev.latchkey.storage.event.WaitingMails;
import jakarta.mail.MessagingException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Delivers the mails that wait in the store, one after the other in the background. A failed
 * delivery is repeated for about three days, unless the mail server refused the message for good.
 * The audit log has the outcome.
 */
public final class Outbox implements Mailer {
  public static final List<Duration> RETRY_DELAYS =
      List.of(
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          Duration.ofMinutes(10),
          Duration.ofHours(1),
          Duration.ofHours(4),
          Duration.ofHours(8),
          Duration.ofHours(12),
          Duration.ofHours(24),
          Duration.ofHours(24));

  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final long PAUSE_MILLIS = 1_000;
  private static final long STOP_MILLIS = 2_000;

  private final WaitingMails waiting;
  private final MailSeal seal;
  private final Supplier<MailDelivery> delivery;
  private final List<Duration> retryDelays;
  private final Supplier<RequestMoment> now;
  private final AtomicLong failed = new AtomicLong();
  private final Semaphore wake = new Semaphore(0);
  private final Thread thread;
  private volatile boolean isClosed;

  /** Where mails wait, and how they are encrypted there. */
  public record Store(WaitingMails waiting, MailSeal seal) {}

  /** {@code retryDelays}: before the second attempt, the third attempt and so on. */
  public Outbox(
      Store store,
      Supplier<MailDelivery> delivery,
      List<Duration> retryDelays,
      Supplier<RequestMoment> now) {
    this.waiting = store.waiting;
    this.seal = store.seal;
    this.delivery = delivery;
    this.retryDelays = List.copyOf(retryDelays);
    this.now = now;
    this.thread = Background.repeat("mail", () -> !isClosed, this::step, () -> {});
    thread.start();
  }

  @Override
  public void send(MailMessage mail) {
    add(seal(mail));
  }

  @Override
  public SealedMail seal(MailMessage mail) {
    return seal.close(mail, Optional.empty());
  }

  @Override
  public void sendFor(Id.Organization organization, MailMessage mail) {
    add(seal.close(mail, Optional.of(organization)));
  }

  private void add(SealedMail mail) {
    waiting.add(mail, now.get());
    wake.release();
  }

  @Override
  public State state() {
    return new State(delivery.get().server().name(), waiting.count(), failed.get());
  }

  private void step() throws InterruptedException {
    boolean _ = wake.tryAcquire(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    wake.drainPermits();
    Optional<WaitingMails.Taken> next = Optional.empty();
    do {
      next = isClosed ? Optional.empty() : waiting.take(now.get());
      next.ifPresent(this::attempt);
    } while (next.isPresent());
  }

  private void attempt(WaitingMails.Taken taken) {
    Optional<MailMessage> mail = seal.open(taken.mail());
    if (mail.isEmpty()) {
      LOG.log(System.Logger.Level.ERROR, "The key file does not open a mail that waits.");
      giveUp(taken);
      return;
    }
    try {
      delivery.get().deliver(mail.get());
    } catch (MessagingException refused) {
      LOG.log(
          System.Logger.Level.WARNING,
          "mail: " + MailFailure.reason(delivery.get().server(), refused),
          refused);
      repeatOrGiveUp(taken, MailFailure.isPermanent(refused));
      return;
    } catch (RuntimeException unexpected) {
      repeatOrGiveUp(taken, false);
      throw unexpected;
    }
    boolean _ = waiting.finish(taken, AuditOutcome.OK, now.get());
  }

  private void repeatOrGiveUp(WaitingMails.Taken taken, boolean isPermanent) {
    int attempts = taken.attempts();
    if (attempts <= retryDelays.size() && !isPermanent) {
      RequestMoment moment = now.get();
      waiting.retry(taken, moment.at().plus(retryDelays.get(attempts - 1)), moment);
    } else {
      giveUp(taken);
    }
  }

  private void giveUp(WaitingMails.Taken taken) {
    if (waiting.finish(taken, AuditOutcome.NOT_DELIVERED, now.get())) {
      failed.incrementAndGet();
    }
  }

  /** A delivery under way has some time to end. The others wait in the store. */
  @Override
  public void close() {
    isClosed = true;
    wake.release();
    try {
      thread.join(STOP_MILLIS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
