package dev.latchkey.storage.postgres;

import dev.latchkey.model.StorageFault;
import dev.latchkey.model.TooBusy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A thread that asks one question for all who wait for it, again and again. It takes everybody who
 * waits, asks, and then completes them all: nobody is completed by a question that began before the
 * caller came. Callers that must not wait leave two callbacks.
 *
 * <p>After a question the thread rests for twice as long as the question took, up to a bound: so
 * many processes leave one store most of its time, and the busier it is, the less it is asked. Who
 * comes after the rest is served at once.
 *
 * <p>The thread ends only with {@link #close}. Whatever goes wrong fails those who waited, and the
 * next are served.
 */
final class SharedQuery implements AutoCloseable {
    /** A waiting caller takes a few dozen bytes, and one question serves them all. */
    static final int WAITING = 16_384;

    /** At the end of a process nobody waits longer for a question that hangs. */
    private static final long CLOSING_MILLIS = 2_000;

    private static final Waiting NOBODY = new Waiting(() -> {}, cause -> {});

    private final BlockingQueue<Waiting> queue = new LinkedBlockingQueue<>(WAITING);
    private final Runnable query;
    private final long longestRestNanos;
    private final Thread thread;
    private long restUntil = System.nanoTime();
    private volatile boolean closed;

    SharedQuery(String name, Duration longestRest, Runnable query) {
        this.query = query;
        this.longestRestNanos = longestRest.toNanos();
        this.thread = Thread.ofPlatform().name(name).daemon().start(this::serve);
    }

    /**
     * Calls {@code done} after a question that begins from now on, or {@code failed} if it fails.
     * Both are called by the thread that asks, and have to hand over whatever takes longer; {@code
     * failed} is called at once where too many wait already.
     */
    void whenAsked(Runnable done, Runnable failed) {
        if (!offer(new Waiting(done, cause -> failed.run()))) {
            failed.run();
        }
    }

    /** Waits for a question that begins from now on. */
    void ask() {
        var outcome = new CompletableFuture<Boolean>();
        if (!offer(new Waiting(() -> outcome.complete(true), outcome::completeExceptionally))) {
            throw new TooBusy("too many are waiting for one question");
        }
        try {
            outcome.get();
        } catch (ExecutionException failed) {
            throw new StorageFault("a shared question failed", failed);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new StorageFault("interrupted while a shared question waited", stopping);
        }
    }

    private boolean offer(Waiting waiting) {
        boolean taken = queue.offer(waiting);
        if (closed) {
            failWaiting();
        }
        return taken;
    }

    int waiting() {
        return queue.size();
    }

    @Override
    public void close() {
        closed = true;
        // Wakes the thread. If there is no room, it is awake.
        queue.offer(NOBODY);
        try {
            thread.join(CLOSING_MILLIS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve() {
        try {
            while (!closed) {
                serveAllWaiting();
            }
        } finally {
            closed = true;
            failWaiting();
        }
    }

    private void serveAllWaiting() {
        var batch = new ArrayList<Waiting>();
        try {
            batch.add(queue.take());
        } catch (InterruptedException ignored) {
            // Only close() ends this thread.
            return;
        }
        rest();
        queue.drainTo(batch);
        long begin = System.nanoTime();
        try {
            query.run();
        } catch (RuntimeException | Error broken) {
            batch.forEach(waiting -> waiting.fail(broken));
            return;
        } finally {
            long end = System.nanoTime();
            restUntil = end + Math.min(2 * (end - begin), longestRestNanos);
        }
        batch.forEach(Waiting::complete);
    }

    private void rest() {
        long nanos = restUntil - System.nanoTime();
        while (nanos > 0) {
            LockSupport.parkNanos(this, nanos);
            nanos = restUntil - System.nanoTime();
        }
    }

    /** Those who came too late for the thread. */
    private void failWaiting() {
        var late = new ArrayList<Waiting>();
        queue.drainTo(late);
        late.forEach(waiting -> waiting.fail(new StorageFault("the store is closing")));
    }

    private record Waiting(Runnable done, Consumer<Throwable> failed) {
        void complete() {
            run(done);
        }

        void fail(Throwable cause) {
            run(() -> failed.accept(cause));
        }

        /** A callback that throws is reported like a thread that ends by it; the others go on. */
        private static void run(Runnable callback) {
            try {
                callback.run();
            } catch (RuntimeException | Error fault) {
                Thread here = Thread.currentThread();
                here.getUncaughtExceptionHandler().uncaughtException(here, fault);
            }
        }
    }
}
