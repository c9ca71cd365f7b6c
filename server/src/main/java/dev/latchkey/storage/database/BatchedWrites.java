package dev.latchkey.storage.database;

import dev.latchkey.model.StorageFault;
import dev.latchkey.model.TooBusy;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Moves of one kind where statements have to travel: those that wait at the same moment are made by
 * one statement (decision 0043). What its guard does not let through is made alone, as it is where
 * there are no batches: that way explains a refusal, and waits where another transaction holds a
 * row. A batch never waits for a row, so a node that was lost with a row in its hands holds up
 * nobody else; for the same reason only a few may be alone at a time.
 */
public final class BatchedWrites<A, R> {
    private static final int LANES = 2;
    private static final int TOGETHER = 32;
    private static final int ALONE = 4;
    private static final long PATIENCE_SECONDS = 2;

    /** The classes of SQLSTATE that blame a value: of one of many, so each is tried alone. */
    private static final List<String> BAD_VALUE = List.of("22", "23");

    private final Batches<A, R> batches;
    private final Semaphore alone = new Semaphore(ALONE);

    /** {@code statement}: what became of each that its guard let through. */
    public BatchedWrites(Function<List<A>, Map<A, R>> statement) {
        this.batches = new Batches<>(LANES, TOGETHER, asked -> made(statement, asked));
    }

    public R make(A asked, Supplier<R> byItself) {
        return batches.ask(asked).orElseGet(() -> alone(byItself));
    }

    private R alone(Supplier<R> byItself) {
        try {
            if (!alone.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new TooBusy("too many moves wait for rows that others hold");
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new StorageFault("interrupted while a move waited", stopping);
        }
        try {
            return byItself.get();
        } finally {
            alone.release();
        }
    }

    private static <A, R> Map<A, R> made(Function<List<A>, Map<A, R>> statement, List<A> asked) {
        try {
            return statement.apply(asked);
        } catch (StorageFault failed) {
            if (asked.size() > 1 && isBadValue(failed.getCause())) {
                return Map.of();
            }
            throw failed;
        }
    }

    private static boolean isBadValue(@Nullable Throwable cause) {
        return cause instanceof SQLException failed
                && BAD_VALUE.stream().anyMatch(String.valueOf(failed.getSQLState())::startsWith);
    }
}
