package dev.latchkey.storage.postgres;

import dev.latchkey.model.Id;
import dev.latchkey.model.StorageFault;
import dev.latchkey.model.TooBusy;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Lets few writes of one caller have a connection at the same time. They lock the same rows, one
 * after the other, so more of them would only wait, each with a connection that others need.
 */
final class CallerTurns {
    private static final int AT_ONCE = 2;
    private static final long TIMEOUT_SECONDS = 2;

    /** Callers with the same remainder share their turns, which is rare. */
    private static final int SHARES = 1_024;

    private final List<Semaphore> shares =
            Stream.generate(() -> new Semaphore(AT_ONCE, true)).limit(SHARES).toList();

    <T> T run(Id.Subject caller, Supplier<T> write) {
        Semaphore turns = shares.get(Math.floorMod(caller.value().hashCode(), SHARES));
        try {
            if (!turns.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new TooBusy("too many writes of one caller wait for each other");
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new StorageFault("interrupted while a write waited", stopping);
        }
        try {
            return write.get();
        } finally {
            turns.release();
        }
    }
}
