package dev.latchkey.storage.sqlite;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.Background;
import dev.latchkey.model.StorageFault;
import dev.latchkey.model.StoreClock;
import dev.latchkey.model.TooBusy;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Commits;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.ProgramFence;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.StoreActivity;
import dev.latchkey.storage.database.WriteSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteJDBCLoader;

/**
 * A SQLite file with one writer. The writer takes all writes that wait, runs them in one
 * transaction, commits once, and then completes all callers. Many callers share one wait for the
 * disk.
 */
public final class SqliteDatabase implements Database {
  private static final int MAX_WAITING = 4_096;

  /** The most that the format of the file allows. */
  private static final long UNLIMITED_PAGES = 4_294_967_294L;

  private static final int WRITES_PER_COMMIT = 256;
  private static final int READERS = Math.max(2, Runtime.getRuntime().availableProcessors());
  private static final int BUSY_MILLIS = 2_000;
  private static final Duration BATCH_TIMEOUT = Duration.ofSeconds(5);
  private static final int PAGE_BYTES = 4_096;
  private static final long NEVER = -1;

  /**
   * The cache sizes hold the inner pages of the indexes of millions of tokens. A look-up reads leaf
   * pages, and a write reads several indexes.
   */
  private static final int READER_CACHE_KIBIBYTES = 8_192;

  private static final int WRITER_CACHE_KIBIBYTES = 16_384;

  /**
   * 128 MB of log. The writer makes a checkpoint itself only if {@link Checkpoints} have failed to.
   */
  private static final int PAGES_PER_CHECKPOINT = 32_768;

  /** To this size the log is cut when it starts from the beginning after a long reader. */
  private static final int LOG_BYTES = 64 << 20;

  private final BlockingQueue<Sql> readers = new ArrayBlockingQueue<>(READERS);
  private final List<Connection> connections = new ArrayList<>();
  private final BlockingQueue<Waiting<?>> queue = new ArrayBlockingQueue<>(MAX_WAITING);
  private final Connection writerConnection;
  private final Sql writer;
  private final Checkpoints checkpoints;
  private final StoreSpace storeSpace;
  private final Thread writerThread;
  private final Consumer<AuditEntry> log;
  private final Path file;
  private final OtherWriters others;
  private final Duration timeout;
  private final StoreActivity activity = new StoreActivity();

  /**
   * The commits are reported to other processes until this process starts to track changes itself.
   */
  private volatile Commits commits;

  private final ProgramFence fence = new ProgramFence();

  /** The commit of another process after which the fence was read last. */
  private volatile long fenceReadAt = NEVER;

  private volatile Optional<ClockJump> clockJump = Optional.empty();

  private volatile boolean closed;

  private SqliteDatabase(Path file, int maxMegabytes, Consumer<AuditEntry> log, Duration timeout)
      throws SQLException {
    this.log = log;
    this.timeout = timeout;
    this.file = file;
    others = OtherWriters.open(new StoreFiles(file).visits());
    commits = others;
    writerConnection = connect(file, false);
    writer = new Sql(writerConnection, Dialect.SQLITE);
    writer.script("PRAGMA wal_autocheckpoint = " + PAGES_PER_CHECKPOINT);
    // FAST overwrites a deleted row, such as an old e-mail address, in a page that is written
    // anyway. ON would also write pages that become free, once more for each purge.
    writer.script("PRAGMA secure_delete = FAST");
    writer.script("PRAGMA journal_size_limit = " + LOG_BYTES);
    storeSpace = new StoreSpace(file);
    limit(maxMegabytes, writer);
    checkpoints = new Checkpoints(new Sql(connect(file, false), Dialect.SQLITE));
    for (int i = 0; i < READERS; i++) {
      readers.add(new Sql(connect(file, true), Dialect.SQLITE));
    }
    writerThread =
        Background.repeat("sqlite-writer", () -> !closed, this::commitWaiting, this::failWaiting);
    writerThread.start();
  }

  /** Whether the library can unpack and load its native code. */
  public static boolean canLoad() {
    try {
      return SQLiteJDBCLoader.initialize();
    } catch (Exception unusable) {
      return false;
    }
  }

  /**
   * To be called before a command opens a store. A running server has the file open in which
   * commits are announced, also if it was deleted. A new file in its place would be another one,
   * and the server would go on to answer what this command has changed.
   */
  public static void requireCommonVisits(Path file) {
    Path visits = new StoreFiles(file).visits();
    try {
      if (Files.notExists(visits) && DirectoryLock.isTakenByServer(file.resolveSibling(""))) {
        throw new StorageFault(
            visits
                + " is missing, so the running server would not notice what this command changes: restart the server first");
      }
    } catch (IOException cause) {
      throw new StorageFault("cannot open " + visits + ": " + cause.getMessage(), cause);
    }
  }

  /** {@code maxMegabytes} limits the size of the file; 0 means no limit. */
  public static SqliteDatabase open(Path file, int maxMegabytes, Consumer<AuditEntry> log) {
    return open(file, maxMegabytes, log, BATCH_TIMEOUT);
  }

  /** {@code timeout} is how long a batch may take before its commit. */
  static SqliteDatabase open(
      Path file, int maxMegabytes, Consumer<AuditEntry> log, Duration timeout) {
    new MovedStore(file).refuse();
    try {
      makeOwnersOnly(file);
      return new SqliteDatabase(file, maxMegabytes, log, timeout);
    } catch (SQLException | IOException cause) {
      throw new StorageFault("cannot open " + file + ": " + cause.getMessage(), cause);
    }
  }

  @Override
  public <T> T read(Work<T> query) {
    long start = System.nanoTime();
    Sql reader = borrow();
    activity.connections().recordSince(start);
    try {
      checkFence(reader);
      return query.on(reader);
    } catch (SQLException cause) {
      throw new StorageFault("a read failed", cause);
    } finally {
      readers.add(reader);
      activity.reads().recordSince(start);
    }
  }

  @Override
  public <T> T write(WriteSpace space, Work<T> work) {
    return submit(
        new Waiting<>(
            sql -> {
              checkFence(sql);
              return work.on(sql);
            },
            space,
            timeout));
  }

  /** Another process can have changed the schema only if it has committed since the last look. */
  private void checkFence(Sql sql) throws SQLException {
    OptionalLong latest = others.latestIfIdle();
    if (latest.isPresent() && latest.getAsLong() == fenceReadAt) {
      fence.check();
      return;
    }
    fence.report(sql);
    fenceReadAt = latest.orElse(NEVER);
  }

  @Override
  public <T> T changeSchema(Work<T> work) {
    return writeWithoutTimeLimit(work);
  }

  private <T> T writeWithoutTimeLimit(Work<T> work) {
    return submit(new Waiting<>(work, WriteSpace.ENDING, ChronoUnit.FOREVER.getDuration()));
  }

  private <T> T submit(Waiting<T> waiting) {
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

  @Override
  public Dialect dialect() {
    return Dialect.SQLITE;
  }

  @Override
  public StoreActivity activity() {
    return activity;
  }

  @Override
  public int parallelLookups() {
    return READERS;
  }

  @Override
  public synchronized ChangeVersions trackChanges() {
    if (!(commits instanceof ChangeVersions)) {
      var versions = new ChangeVersions(others);
      write(sql -> {
        SqliteTriggers.create(writerConnection, sql, versions);
        return versions;
      });
      commits = versions;
    }
    return (ChangeVersions) commits;
  }

  /**
   * The cache always knows of all commits. The writer stamps the rows of its own commits, and other
   * processes count theirs in shared memory.
   */
  @Override
  public void whenCaughtUp(Runnable ready, Runnable failed) {
    ready.run();
  }

  /** SQLite's triggers report changes in memory, so there are no records to delete. */
  @Override
  public int deleteOldChanges(Instant now, int most) {
    return 0;
  }

  @Override
  public void synchronize(StoreClock clock) {
    Optional<Instant> newest =
        read(sql ->
            sql.one("SELECT at FROM audit ORDER BY at DESC LIMIT 1", row -> row.instant("at")));
    clockJump = Optional.of(new ClockJump(file, clock, newest));
  }

  @Override
  public Optional<String> clockFault() {
    return clockJump.flatMap(ClockJump::fault);
  }

  @Override
  public boolean isTimelineOlder() {
    return false;
  }

  @Override
  public void limitTo(int maxMegabytes) {
    writeWithoutTimeLimit(sql -> {
      limit(maxMegabytes, sql);
      return maxMegabytes;
    });
  }

  /** SQLite never takes a maximum below the present size of the file. */
  private void limit(int maxMegabytes, Sql sql) throws SQLException {
    long pages = maxMegabytes * (1_048_576L / PAGE_BYTES);
    sql.script("PRAGMA max_page_count = " + (pages == 0 ? UNLIMITED_PAGES : pages));
    storeSpace.limitTo(pages);
    storeSpace.measure(sql);
  }

  @Override
  public void keepReserve() {
    storeSpace.keepReserve();
  }

  @Override
  public void close() {
    closed = true;
    writerThread.interrupt();
    try {
      writerThread.join();
      checkpoints.close();
      for (Connection connection : connections) {
        connection.close();
      }
    } catch (SQLException | InterruptedException cause) {
      throw new StorageFault("closing failed", cause);
    }
  }

  int waiting() {
    return queue.size();
  }

  /**
   * Creates the file for its owner only. SQLite gives the same permissions to the files beside it.
   */
  private static void makeOwnersOnly(Path file) throws IOException {
    if (Files.notExists(file)) {
      StoreFiles.create(file);
    }
  }

  private Connection connect(Path file, boolean readOnly) throws SQLException {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setBusyTimeout(BUSY_MILLIS);
    config.enforceForeignKeys(true);
    config.setPageSize(PAGE_BYTES);
    config.setCacheSize(-(readOnly ? READER_CACHE_KIBIBYTES : WRITER_CACHE_KIBIBYTES));
    // Otherwise the driver would prepare and run another SELECT after every INSERT, to get keys
    // that are not used.
    config.setGetGeneratedKeys(false);
    Connection connection = config.createConnection("jdbc:sqlite:" + file);
    if (readOnly) {
      try (var statement = connection.createStatement()) {
        statement.execute("PRAGMA query_only = ON");
      }
    }
    connections.add(connection);
    return connection;
  }

  private Sql borrow() {
    try {
      Sql reader = readers.poll(BUSY_MILLIS, TimeUnit.MILLISECONDS);
      if (reader == null || closed) {
        throw new StorageFault("no reader connection became free");
      }
      return reader;
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new StorageFault("interrupted while a read waited", stopping);
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
    private final Work<T> work;
    private final WriteSpace space;
    private final Duration timeout;
    private final CompletableFuture<T> outcome = new CompletableFuture<>();
    private Runnable answer = () -> {};
    private List<AuditEntry> recorded = List.of();

    Waiting(Work<T> work, WriteSpace space, Duration timeout) {
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
