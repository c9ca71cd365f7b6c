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

    private final MailDelivery courier;
    private final List<Duration> waits;
    private final BiConsumer<MailMessage, String> tell;
    private final Semaphore room = new Semaphore(ROOM);
    private final AtomicLong failed = new AtomicLong();
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("post").factory());

    /** {@code waits}: before the second try, the third and so on. {@code tell}: how it ended. */
    public Outbox(
            MailDelivery courier, List<Duration> waits, BiConsumer<MailMessage, String> tell) {
        this.courier = courier;
        this.waits = List.copyOf(waits);
        this.tell = tell;
    }

    @Override
    public void send(MailMessage letter) {
        if (room.tryAcquire()) {
            thread.execute(() -> attempt(letter, 0));
        } else {
            giveUp(letter, "queue_full");
        }
    }

    @Override
    public State state() {
        return new State(courier.server().name(), ROOM - room.availablePermits(), failed.get());
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private void attempt(MailMessage letter, int triesBefore) {
        try {
            courier.deliver(letter);
            room.release();
            told(letter, AuditEntry.OK);
        } catch (MessagingException refused) {
            LOG.log(System.Logger.Level.WARNING, "a letter was not taken", refused);
            if (triesBefore < waits.size()) {
                var _ =
                        thread.schedule(
                                () -> attempt(letter, triesBefore + 1),
                                waits.get(triesBefore).toMillis(),
                                TimeUnit.MILLISECONDS);
            } else {
                room.release();
                giveUp(letter, "not_delivered");
            }
        }
    }

    private void giveUp(MailMessage letter, String why) {
        failed.incrementAndGet();
        told(letter, why);
    }

    /** A trail that cannot be written now must not end the thread. */
    private void told(MailMessage letter, String outcome) {
        try {
            tell.accept(letter, outcome);
        } catch (RuntimeException unwritten) {
            LOG.log(System.Logger.Level.ERROR, "storage", unwritten);
        }
    }
}
