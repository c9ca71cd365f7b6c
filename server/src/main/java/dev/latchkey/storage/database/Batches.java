package dev.latchkey.storage.database;

import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.process.TooBusy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Groups concurrent callers: those that wait at the same moment share one query, or one statement
 * that writes.
 *
 * <p>There is no timer and no thread of its own. A caller takes a free query permit, takes all keys
 * that wait, runs one query and gives each caller its result. A caller that finds no free permit
 * waits until another caller has its result. Therefore a single caller runs its query at once, and
 * the higher the load, the more callers share a query.
 *
 * <p>A query contains only keys that were waiting before it began, so no result is older than the
 * call that asked for it (rule 3.7).
 */
public final class Batches<K, V> {
  static final int MAX_WAITING = 4_096;

  private final BlockingQueue<Waiting<K, V>> queue = new ArrayBlockingQueue<>(MAX_WAITING);
  private final Semaphore permits;
  private final int maxKeys;
  private final Function<List<K>, Map<K, V>> query;

  /**
   * {@code parallel} is how many queries may run at the same time, and {@code maxKeys} how many
   * keys one query may contain.
   */
  public Batches(int parallel, int maxKeys, Function<List<K>, Map<K, V>> query) {
    this.permits = new Semaphore(parallel);
    this.maxKeys = maxKeys;
    this.query = query;
  }

  /** Waits for the result of this key; empty if the query has none. */
  public Optional<V> ask(K key) {
    var own = new Waiting<K, V>(key);
    if (!queue.offer(own)) {
      throw new TooBusy("too many are waiting for a batch");
    }
    yieldForBatch();
    while (!own.isAnswered()) {
      // While the queue is empty there is nothing to query. Repeating the loop would only
      // take processor time from the thread that delivers the result.
      if (!queue.isEmpty() && permits.tryAcquire()) {
        try {
          queryAllWaiting();
        } finally {
          permits.release();
          wakeNext();
        }
      } else if (!own.await()) {
        giveUp(own);
      }
    }
    return own.answer();
  }

  /**
   * Lets other callers add their keys before this one runs a query. With SQLite a query runs in
   * this process and is over before another caller could join it, so batches would never form
   * without this. If no other thread is ready to run, this takes no time.
   */
  @SuppressWarnings("ThreadPriorityCheck") // It affects only how many callers share a query.
  private static void yieldForBatch() {
    Thread.yield();
  }

  int waiting() {
    return queue.size();
  }

  private void queryAllWaiting() {
    var batch = new ArrayList<Waiting<K, V>>();
    queue.drainTo(batch, maxKeys);
    if (batch.isEmpty()) {
      return;
    }
    try {
      Map<K, V> found = query.apply(batch.stream().map(Waiting::key).distinct().toList());
      for (Waiting<K, V> waiting : batch) {
        Optional<V> answer = Optional.ofNullable(found.get(waiting.key));
        waiting.complete(() -> answer);
      }
    } catch (RuntimeException | Error broken) {
      for (Waiting<K, V> waiting : batch) {
        waiting.complete(() -> {
          throw new StorageFault("a batch failed", broken);
        });
      }
    }
  }

  /** A caller that returns a permit wakes one waiting caller, which takes the permit. */
  private void wakeNext() {
    Waiting<K, V> next = queue.peek();
    if (next != null) {
      next.wake();
    }
  }

  private void giveUp(Waiting<K, V> own) {
    queue.remove(own);
    wakeNext();
    Thread.currentThread().interrupt();
    throw new StorageFault("interrupted while a batch waited");
  }

  private static final class Waiting<K, V> {
    private final K key;
    private final Thread caller = Thread.currentThread();
    private volatile @Nullable Supplier<Optional<V>> answer;

    Waiting(K key) {
      this.key = key;
    }

    K key() {
      return key;
    }

    boolean isAnswered() {
      return answer != null;
    }

    /**
     * False if the caller was interrupted. The loop checks for a result again after every wake-up,
     * because the wake-up may already have been used by a wait for the lock of the queue.
     */
    boolean await() {
      if (!isAnswered()) {
        LockSupport.park(this);
      }
      return !Thread.interrupted();
    }

    void wake() {
      LockSupport.unpark(caller);
    }

    void complete(Supplier<Optional<V>> found) {
      answer = found;
      LockSupport.unpark(caller);
    }

    Optional<V> answer() {
      return Objects.requireNonNull(answer).get();
    }
  }
}
