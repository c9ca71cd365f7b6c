package dev.latchkey.mail;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.MailMessage;
import dev.latchkey.model.Mailer;
import jakarta.mail.MessagingException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * Letters on their way, one after the other in the background. There is room for so many; one too
 * many, and one that could not be delivered in several tries, is given up and told to the trail.
 */
public final class Outbox implements Mailer {
    public static final List<Duration> WAITS =
            List.of(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(10));

    private static final System.Logger LOG = System.getLogger("dev.latchkey");
    private static final int ROOM = 1_000;

    private final MailDelivery delivery;
    private final List<Duration> timeouts;
    private final BiConsumer<MailMessage, String> tell;
    private final Semaphore room = new Semaphore(ROOM);
    private final AtomicLong failed = new AtomicLong();
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("post").factory());

    /** {@code timeouts}: before the second try, the third and so on. {@code tell}: how it ended. */
    public Outbox(
            MailDelivery delivery, List<Duration> timeouts, BiConsumer<MailMessage, String> tell) {
        this.delivery = delivery;
        this.timeouts = List.copyOf(timeouts);
        this.tell = tell;
    }

    @Override
    public void send(MailMessage mail) {
        if (room.tryAcquire()) {
            thread.execute(() -> attempt(mail, 0));
        } else {
            giveUp(mail, "queue_full");
        }
    }

    @Override
    public State state() {
        return new State(delivery.server().name(), ROOM - room.availablePermits(), failed.get());
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private void attempt(MailMessage mail, int triesBefore) {
        try {
            delivery.deliver(mail);
            room.release();
            told(mail, AuditEntry.OK);
        } catch (MessagingException refused) {
            LOG.log(System.Logger.Level.WARNING, "a letter was not taken", refused);
            if (triesBefore < timeouts.size()) {
                var _ =
                        thread.schedule(
                                () -> attempt(mail, triesBefore + 1),
                                timeouts.get(triesBefore).toMillis(),
                                TimeUnit.MILLISECONDS);
            } else {
                room.release();
                giveUp(mail, "not_delivered");
            }
        }
    }

    private void giveUp(MailMessage mail, String why) {
        failed.incrementAndGet();
        told(mail, why);
    }

    /** A trail that cannot be written now must not end the thread. */
    private void told(MailMessage mail, String outcome) {
        try {
            tell.accept(mail, outcome);
        } catch (RuntimeException unwritten) {
            LOG.log(System.Logger.Level.ERROR, "storage", unwritten);
        }
    }
}
