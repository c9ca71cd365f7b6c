package dev.latchkey.storage.database;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.process.FairQueue;
import dev.latchkey.model.process.StorageFault;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes of one kind. On PostgreSQL every statement is a network round trip, so callers that wait
 * at the same moment share one (decision 0043). SQLite runs in this process and makes each alone.
 *
 * <p>The statement skips a write whose guard does not hold or whose row is locked by another
 * transaction. Such a write is repeated alone, in the same way as on SQLite. The single write
 * explains a refusal, and it waits for a locked row.
 *
 * <p>A batch never waits for a row. Therefore a node that has failed while it holds a lock delays
 * only the callers who need that row. For the same reason the number of single writes that run at
 * the same time is small. Those that will be refused have turns of their own, so that a flood of
 * unknown tokens does not take the turns of those that wait, and networks take turns. They do the
 * same for a place in a batch. One network fills the batches that run at the same time, and no
 * more.
 */
public final class BatchedWrites<A, R> {
  private static final int PARALLEL_BATCHES = 2;
  private static final int BATCH_SIZE = 32;
  private static final int OF_ONE_IN_BATCHES = PARALLEL_BATCHES * BATCH_SIZE;
  private static final int MAX_IN_BATCHES = 4 * OF_ONE_IN_BATCHES;
  private static final int MAX_WAITING_FOR_BATCHES = 1_024;
  private static final int MAX_SINGLE = 4;
  private static final int SINGLE_OF_ONE = 2;
  private static final int MAX_WAITING = 256;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /**
   * The SQLSTATE classes for invalid values. One invalid value makes the whole statement fail, so
   * each write of the batch is then tried alone.
   */
  private static final List<String> BAD_VALUE = List.of("22", "23");

  private final Database database;
  private final Function<List<A>, Map<A, R>> statement;
  private final String standing;
  private final Function<A, SecretHash> key;
  private final Batches<A, Outcome<R>> batches =
      new Batches<>(PARALLEL_BATCHES, BATCH_SIZE, this::writeBatch);
  private final FairQueue places =
      new FairQueue(MAX_IN_BATCHES, OF_ONE_IN_BATCHES, MAX_WAITING_FOR_BATCHES, TIMEOUT);
  private final FairQueue waiting = singleWrites();
  private final FairQueue refused = singleWrites();

  /**
   * {@code statement} makes the writes of a batch and returns the results of those whose guard
   * held. {@code standing} selects the column {@code hash} of the rows with the keys {@code {keys}}
   * that may still be written. {@code key}: the hash of the token or code of a request.
   */
  public BatchedWrites(
      Database database,
      Function<List<A>, Map<A, R>> statement,
      String standing,
      Function<A, SecretHash> key) {
    this.database = database;
    this.statement = statement;
    this.standing = standing;
    this.key = key;
  }

  private static FairQueue singleWrites() {
    return new FairQueue(MAX_SINGLE, SINGLE_OF_ONE, MAX_WAITING, TIMEOUT);
  }

  /** What a batch has done for a request. */
  private sealed interface Outcome<R> {
    record Written<R>(R result) implements Outcome<R> {}

    /** The row is there: another transaction may have locked it. */
    record Standing<R>() implements Outcome<R> {}

    /** There is no row that could be written. */
    record Refused<R>() implements Outcome<R> {}
  }

  /** {@code now}: that of the request, whose network waits for its turn. */
  public R write(A request, RequestMoment now, Supplier<R> single) {
    return switch (database.dialect()) {
      case SQLITE -> single.get();
      case POSTGRESQL -> write(request, FairQueue.Caller.of(now), single);
    };
  }

  private R write(A request, FairQueue.Caller caller, Supplier<R> single) {
    return switch (places.inTurn(caller, () -> batches.ask(request)).orElseThrow()) {
      case Outcome.Written<R>(R result) -> result;
      case Outcome.Standing<R> _ -> waiting.inTurn(caller, single);
      case Outcome.Refused<R> _ -> refused.inTurn(caller, single);
    };
  }

  /**
   * Of several requests with one token the statement has the first. It would find the row for each
   * of them, and fail.
   */
  private Map<A, Outcome<R>> writeBatch(List<A> requests) {
    Map<A, R> written = written(firstOfEach(requests));
    List<A> others = requests.stream().filter(request -> !written.containsKey(request)).toList();
    Set<A> standing = standing(others);
    var outcomes = new HashMap<A, Outcome<R>>();
    written.forEach((request, result) -> outcomes.put(request, new Outcome.Written<>(result)));
    for (A request : others) {
      outcomes.put(
          request, standing.contains(request) ? new Outcome.Standing<>() : new Outcome.Refused<>());
    }
    return outcomes;
  }

  private List<A> firstOfEach(List<A> requests) {
    var first = new LinkedHashMap<SecretHash, A>();
    requests.forEach(request -> first.putIfAbsent(key.apply(request), request));
    return List.copyOf(first.values());
  }

  /** Those of the requests that have a row which may still be written. */
  private Set<A> standing(List<A> requests) {
    if (requests.isEmpty()) {
      return Set.of();
    }
    List<SecretHash> keys = requests.stream().map(key).toList();
    Set<SecretHash> found = database.read(sql -> sql.byHash(standing, keys, row -> true)).keySet();
    return requests.stream()
        .filter(request -> found.contains(key.apply(request)))
        .collect(Collectors.toSet());
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
