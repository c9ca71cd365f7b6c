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
 * Writes of one kind on PostgreSQL, where every statement is a network round trip. Callers that
 * wait at the same moment share one statement (decision 0043).
 *
 * <p>The statement skips a write whose guard does not hold or whose row is locked by another
 * transaction. Such a write is repeated alone, in the same way as on SQLite. The single write
 * explains a refusal, and it waits for a locked row.
 *
 * <p>A batch never waits for a row. Therefore a node that has failed while it holds a lock delays
 * only the callers who need that row. For the same reason the number of single writes that run at
 * the same time is small.
 */
public final class BatchedWrites<A, R> {
    private static final int PARALLEL_BATCHES = 2;
    private static final int BATCH_SIZE = 32;
    private static final int MAX_SINGLE = 4;
    private static final long TIMEOUT_SECONDS = 2;

    /**
     * The SQLSTATE classes for invalid values. One invalid value makes the whole statement fail, so
     * each write of the batch is then tried alone.
     */
    private static final List<String> BAD_VALUE = List.of("22", "23");

    private final Batches<A, R> batches;
    private final Semaphore alone = new Semaphore(MAX_SINGLE);

    /**
     * {@code statement} makes the writes of a batch and returns the results of those whose guard
     * held.
     */
    public BatchedWrites(Function<List<A>, Map<A, R>> statement) {
        this.batches =
                new Batches<>(
                        PARALLEL_BATCHES, BATCH_SIZE, requests -> writeBatch(statement, requests));
    }

    public R write(A request, Supplier<R> single) {
        return batches.ask(request).orElseGet(() -> writeAlone(single));
    }

    private R writeAlone(Supplier<R> single) {
        try {
            if (!alone.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new TooBusy(
                        "too many writes wait for rows that other transactions have locked");
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new StorageFault("interrupted while a write waited", stopping);
        }
        try {
            return single.get();
        } finally {
            alone.release();
        }
    }

    private static <A, R> Map<A, R> writeBatch(
            Function<List<A>, Map<A, R>> statement, List<A> requests) {
        try {
            return statement.apply(requests);
        } catch (StorageFault failed) {
            if (requests.size() > 1 && isBadValue(failed.getCause())) {
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
