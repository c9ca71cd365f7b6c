package dev.latchkey.storage.sqlite;

import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.process.Background;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.process.TooBusy;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.StoreActivity;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * The one writer of a SQLite file. It takes all writes that wait, runs them in one transaction,
 * commits once, and then completes all callers. Many callers share one wait for the disk.
 */
final class SqliteWriter {
  private static final int MAX_WAITING = 4_096;
  private static final int WRITES_PER_COMMIT = 256;

  private final BlockingQueue<Waiting<?>> queue = new ArrayBlockingQueue<>(MAX_WAITING);
  private final Sql writer;
  private final StoreSpace storeSpace;
  private final Checkpoints checkpoints;
  private final StoreActivity activity;
  private final Consumer<AuditEntry> log;
  private final Thread thread;

  /** Reports to other processes, until this process starts to track changes itself. */
  private volatile Database.Commits commits = Database.Commits.Step::run;

  private volatile boolean closed;

  SqliteWriter(
      Sql writer,
      StoreSpace storeSpace,
      Checkpoints checkpoints,
      StoreActivity activity,
      Consumer<AuditEntry> log) {
    this.writer = writer;
    this.storeSpace = storeSpace;
    this.checkpoints = checkpoints;
    this.activity = activity;
    this.log = log;
    this.thread =
        Background.repeat("sqlite-writer", () -> !closed, this::commitWaiting, this::failWaiting);
  }

  /** Every commit is reported to these from now on. */
  void reportTo(Database.Commits observer) {
    commits = observer;
  }

  void start() {
    thread.start();
  }

  void close() throws InterruptedException {
    closed = true;
    thread.interrupt();
    thread.join();
    checkpoints.close();
  }

  int waiting() {
    return queue.size();
  }

  /** {@code timeout}: how long the batch of this write may take before its commit. */
  <T> T write(Database.Work<T> work, WriteSpace space, Duration timeout) {
    var waiting = new Waiting<>(work, space, timeout);
    long start = System.nanoTime();
    if (!queue.offer(waiting)) {
      throw new TooBusy("too many writes are waiting");
    }
    if (closed) {
      failWaiting();
    }
    try {
      T result = waiting.outcome.get();
      activity.writes().recordSince(start);
      waiting.recorded.forEach(log);
      return result;
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof RuntimeException cause
          ? cause
          : new StorageFault("a write failed", failed);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new StorageFault("interrupted while a write waited", stopping);
    }
  }

  private void commitWaiting() throws InterruptedException {
    var batch = new ArrayList<Waiting<?>>(WRITES_PER_COMMIT);
    batch.add(queue.take());
    yieldForBatch();
    queue.drainTo(batch, WRITES_PER_COMMIT - 1);
    List<Waiting<?>> all = List.copyOf(batch);
    try {
      commit(batch);
    } catch (RuntimeException unexpected) {
      // A caller that has a result keeps it.
      all.forEach(waiting -> waiting.fail(new StorageFault("a commit failed", unexpected)));
      throw unexpected;
    }
  }

  /**
   * Lets callers of the previous commit add their next writes to this one. They have just been
   * completed. If no other thread is ready to run, this takes no time.
   */
  @SuppressWarnings("ThreadPriorityCheck") // It affects only how many writes share a commit.
  private static void yieldForBatch() {
    Thread.yield();
  }

  /**
   * Commits a batch. Whatever fails, every caller gets a result and the writer continues, so that
   * no caller waits for ever. If one write of the batch fails, its caller gets the error, and the
   * other writes run again without it. Failures are rare, and a savepoint for each write would make
   * every write slower.
   */
  private void commit(List<Waiting<?>> batch) {
    Attempted last = Attempted.AGAIN;
    while (last == Attempted.AGAIN) {
      batch.removeIf(this::refuseWithoutSpace);
      last = batch.isEmpty() ? Attempted.FINISHED : attempt(batch);
    }
    if (last == Attempted.COMMITTED) {
      checkpoints.committed(batch.size(), writer);
      if (storeSpace.isTight()) {
        checkpoints.shorten(writer);
      }
      storeSpace.measure(writer);
    }
  }

  private boolean refuseWithoutSpace(Waiting<?> waiting) {
    boolean refuses = !storeSpace.hasSpaceFor(waiting.space);
    if (refuses) {
      waiting.fail(new StorageFault("the store is full"));
    }
    return refuses;
  }

  private enum Attempted {
    COMMITTED,
    /** The writes that are left may be tried again. */
    AGAIN,
    /** Every caller has a result. */
    FINISHED
  }

  private Attempted attempt(List<Waiting<?>> batch) {
    Optional<Waiting<?>> running = Optional.empty();
    try {
      long began = System.nanoTime();
      writer.update("BEGIN IMMEDIATE");
      for (Waiting<?> waiting : batch) {
        running = Optional.of(waiting);
        waiting.run(writer);
      }
      running = Optional.empty();
      refuseIfStalled(batch, Duration.ofNanos(System.nanoTime() - began));
      long commitBegan = System.nanoTime();
      commits.during(() -> writer.update("COMMIT"));
      activity.committed(batch.size(), commitBegan);
      batch.forEach(Waiting::complete);
      return Attempted.COMMITTED;
    } catch (SQLException | RuntimeException | Error cause) {
      undo(cause);
      if (storeSpace.releaseReserve(cause, writer)) {
        return Attempted.AGAIN;
      }
      if (running.isPresent()) {
        running.get().fail(cause);
        batch.remove(running.get());
        return Attempted.AGAIN;
      }
      batch.forEach(waiting -> waiting.fail(new StorageFault("a commit failed", cause)));
      return Attempted.FINISHED;
    }
  }

  /**
   * Refuses a batch that took too long. If a process was stopped in the middle of a batch, it would
   * commit writes that look older than they are. For example, a client that repeats a refresh a
   * moment later would be treated as a thief who replays an old token. No caller can still be
   * waiting for such a batch, so it is refused.
   */
  private static void refuseIfStalled(List<Waiting<?>> batch, Duration time) {
    if (batch.stream().anyMatch(waiting -> waiting.timeout.compareTo(time) < 0)) {
      throw new StorageFault("a batch stalled before its commit");
    }
  }

  /**
   * Rolls back. If the disk is full or broken, SQLite has already done so, and the error is
   * ignored.
   */
  private void undo(Throwable cause) {
    writer.takeRecorded();
    try {
      writer.update("ROLLBACK");
    } catch (SQLException | RuntimeException alreadyUndone) {
      cause.addSuppressed(alreadyUndone);
    }
  }

  /** Fails writes that were submitted while the writer was ending. */
  private void failWaiting() {
    var late = new ArrayList<Waiting<?>>();
    queue.drainTo(late);
    late.forEach(waiting -> waiting.fail(new StorageFault("the store is closing")));
  }

  /** A write and the caller that waits for it. */
  private static final class Waiting<T> {
    private final Database.Work<T> work;
    private final WriteSpace space;
    private final Duration timeout;
    private final CompletableFuture<T> outcome = new CompletableFuture<>();
    private Runnable answer = () -> {};
    private List<AuditEntry> recorded = List.of();

    Waiting(Database.Work<T> work, WriteSpace space, Duration timeout) {
      this.work = work;
      this.space = space;
      this.timeout = timeout;
    }

    void run(Sql sql) throws SQLException {
      T result = work.on(sql);
      recorded = sql.takeRecorded();
      answer = () -> outcome.complete(result);
    }

    void complete() {
      answer.run();
    }

    void fail(Throwable cause) {
      outcome.completeExceptionally(cause);
    }
  }
}
