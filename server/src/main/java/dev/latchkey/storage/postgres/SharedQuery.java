package dev.latchkey.storage.postgres;

import dev.latchkey.model.process.Background;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.process.TooBusy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A thread that runs one query for all callers that wait for it, again and again. It takes all
 * waiting callers, runs the query, and then completes them. A caller is never completed by a query
 * that began before its call. Callers that must not wait pass two callbacks.
 *
 * <p>After a query the thread pauses for twice as long as the query took, up to a limit. Because of
 * that, many processes that share one database leave it idle most of the time, and a busy database
 * is queried less often. A caller that comes after the pause is served at once.
 *
 * <p>The thread ends only with {@link #close}. If a query fails, the callers that waited for it
 * fail, and the next callers are served.
 */
final class SharedQuery implements AutoCloseable {
  /**
   * The maximum number of waiting callers. Each takes a few dozen bytes, and one query serves them
   * all.
   */
  static final int MAX_WAITING = 16_384;

  /** How long {@link #close} waits for a query that hangs. */
  private static final long CLOSE_TIMEOUT_MILLIS = 2_000;

  private static final Waiting WAKE_UP = new Waiting(() -> {}, cause -> {});

  /**
   * Callers on an event loop must not wait for a lock, so neither the queue nor its bound has one.
   */
  private final BlockingQueue<Waiting> queue = new LinkedTransferQueue<>();

  private final Semaphore places = new Semaphore(MAX_WAITING);
  private final Runnable query;
  private final long maxPauseNanos;
  private final Thread thread;
  private long pauseUntil = System.nanoTime();
  private volatile boolean closed;

  SharedQuery(String name, Duration maxPause, Runnable query) {
    this.query = query;
    this.maxPauseNanos = maxPause.toNanos();
    this.thread = Background.repeat(name, () -> !closed, this::serveAllWaiting, this::end);
    thread.start();
  }

  /**
   * Calls {@code done} after a query that begins after this call, or {@code failed} if the query
   * fails. The thread of the query calls them, so they must pass longer work to another thread. If
   * too many callers wait already, {@code failed} is called at once by the calling thread.
   */
  void whenRun(Runnable done, Runnable failed) {
    if (!offer(new Waiting(done, cause -> failed.run()))) {
      failed.run();
    }
  }

  /** Waits for a query that begins after this call. */
  void run() {
    var outcome = new CompletableFuture<Boolean>();
    if (!offer(new Waiting(() -> outcome.complete(true), outcome::completeExceptionally))) {
      throw new TooBusy("too many callers wait for one query");
    }
    try {
      outcome.get();
    } catch (ExecutionException failed) {
      throw new StorageFault("a shared query failed", failed);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new StorageFault("interrupted while a shared query waited", stopping);
    }
  }

  private boolean offer(Waiting waiting) {
    boolean accepted = enqueue(waiting);
    if (closed) {
      failWaiting();
    }
    return accepted;
  }

  private boolean enqueue(Waiting waiting) {
    return places.tryAcquire() && queue.offer(waiting);
  }

  int waiting() {
    return MAX_WAITING - places.availablePermits();
  }

  @Override
  public void close() {
    closed = true;
    // This wakes the thread. If the queue is full, the thread is awake already.
    enqueue(WAKE_UP);
    try {
      thread.join(CLOSE_TIMEOUT_MILLIS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private void end() {
    closed = true;
    failWaiting();
  }

  private void serveAllWaiting() throws InterruptedException {
    var batch = new ArrayList<Waiting>();
    batch.add(queue.take());
    pause();
    queue.drainTo(batch);
    places.release(batch.size());
    long begin = System.nanoTime();
    try {
      query.run();
    } catch (RuntimeException | Error broken) {
      batch.forEach(waiting -> waiting.fail(broken));
      return;
    } finally {
      long end = System.nanoTime();
      pauseUntil = end + Math.min(2 * (end - begin), maxPauseNanos);
    }
    batch.forEach(Waiting::complete);
  }

  private void pause() {
    long nanos = pauseUntil - System.nanoTime();
    while (nanos > 0) {
      LockSupport.parkNanos(this, nanos);
      nanos = pauseUntil - System.nanoTime();
    }
  }

  /** Callers that came after the thread had ended. */
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

    /**
     * Runs a callback. If it fails, the other callers are still served. An {@link Error} is
     * reported in the same way as an uncaught error of a thread.
     */
    private static void run(Runnable callback) {
      try {
        Background.attempt("callback of a shared query", callback);
      } catch (Error fault) {
        Thread here = Thread.currentThread();
        here.getUncaughtExceptionHandler().uncaughtException(here, fault);
      }
    }
  }
}
