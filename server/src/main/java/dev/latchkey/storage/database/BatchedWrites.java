package dev.latchkey.storage.database;

import dev.latchkey.model.StorageFault;
import dev.latchkey.model.TooBusy;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * the same time is small. Those that will be refused have places of their own, so that a flood of
 * unknown tokens does not take the places of those that wait.
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

    private final Function<List<A>, Map<A, R>> statement;
    private final StandingRows<A> rows;
    private final Batches<A, Outcome<R>> batches =
            new Batches<>(PARALLEL_BATCHES, BATCH_SIZE, this::writeBatch);
    private final Semaphore waiting = new Semaphore(MAX_SINGLE);
    private final Semaphore refused = new Semaphore(MAX_SINGLE);

    /**
     * {@code statement} makes the writes of a batch and returns the results of those whose guard
     * held. {@code rows} are those that the others may still write.
     */
    public BatchedWrites(Function<List<A>, Map<A, R>> statement, StandingRows<A> rows) {
        this.statement = statement;
        this.rows = rows;
    }

    /** What a batch has done for a request. */
    private sealed interface Outcome<R> {
        record Written<R>(R result) implements Outcome<R> {}

        /** The row is there: another transaction may have locked it. */
        record Standing<R>() implements Outcome<R> {}

        /** There is no row that could be written. */
        record Refused<R>() implements Outcome<R> {}
    }

    public R write(A request, Supplier<R> single) {
        return switch (batches.ask(request).orElseThrow()) {
            case Outcome.Written<R>(R result) -> result;
            case Outcome.Standing<R> _ -> writeAlone(waiting, single);
            case Outcome.Refused<R> _ -> writeAlone(refused, single);
        };
    }

    private R writeAlone(Semaphore places, Supplier<R> single) {
        try {
            if (!places.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new TooBusy(
                        "too many writes wait for rows that other transactions have locked, or are refused");
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new StorageFault("interrupted while a write waited", stopping);
        }
        try {
            return single.get();
        } finally {
            places.release();
        }
    }

    private Map<A, Outcome<R>> writeBatch(List<A> requests) {
        Map<A, R> written = written(requests);
        List<A> others =
                requests.stream().filter(request -> !written.containsKey(request)).toList();
        Set<A> standing = rows.of(others);
        var outcomes = new HashMap<A, Outcome<R>>();
        written.forEach((request, result) -> outcomes.put(request, new Outcome.Written<>(result)));
        for (A request : others) {
            outcomes.put(
                    request,
                    standing.contains(request)
                            ? new Outcome.Standing<>()
                            : new Outcome.Refused<>());
        }
        return outcomes;
    }

    private Map<A, R> written(List<A> requests) {
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
