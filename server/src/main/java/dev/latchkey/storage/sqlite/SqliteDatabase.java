package dev.latchkey.storage.sqlite;

import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.process.Background;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.time.StoreClock;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.ListTurns;
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
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteJDBCLoader;

/** A SQLite file with one writer and a few readers. */
public final class SqliteDatabase implements Database {
  /** The most that the format of the file allows. */
  private static final long UNLIMITED_PAGES = 4_294_967_294L;

  private static final int READERS = Math.max(2, Runtime.getRuntime().availableProcessors());

  /** How many lists are read at the same time. One caller has half of them. */
  private static final int LISTS = READERS;

  private static final int BUSY_MILLIS = 2_000;
  private static final Duration BATCH_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration BETWEEN_VISITS = Duration.ofSeconds(1);
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
  private final ListReaders listReaders;
  private final ListTurns lists = new ListTurns(LISTS, LISTS / 2);
  private final List<Connection> connections = new ArrayList<>();
  private final Connection writerConnection;
  private final SqliteWriter writer;
  private final StoreSpace storeSpace;
  private final Path file;
  private final OtherWriters others;
  private final Duration timeout;
  private final StoreActivity activity = new StoreActivity();

  private Optional<ChangeVersions> tracked = Optional.empty();
  private final ProgramFence fence = new ProgramFence();

  /** The commit of another process after which the fence was read last. */
  private volatile long fenceReadAt = NEVER;

  private volatile Optional<ClockJump> clockJump = Optional.empty();

  private volatile boolean closed;

  private SqliteDatabase(Path file, int maxMegabytes, Consumer<AuditEntry> log, Duration timeout)
      throws SQLException {
    this.timeout = timeout;
    this.file = file;
    others = OtherWriters.open(new StoreFiles(file).visits());
    writerConnection = connect(file, false);
    var sql = new Sql(writerConnection, Dialect.SQLITE);
    sql.script("PRAGMA wal_autocheckpoint = " + PAGES_PER_CHECKPOINT);
    // FAST overwrites a deleted row, such as an old e-mail address, in a page that is written
    // anyway. ON would also write pages that become free, once more for each purge.
    sql.script("PRAGMA secure_delete = FAST");
    sql.script("PRAGMA journal_size_limit = " + LOG_BYTES);
    storeSpace = new StoreSpace(file);
    limit(maxMegabytes, sql);
    var checkpoints = new Checkpoints(new Sql(connect(file, false), Dialect.SQLITE));
    for (int i = 0; i < READERS; i++) {
      readers.add(new Sql(connect(file, true), Dialect.SQLITE));
    }
    var ofLists = new ArrayList<Connection>();
    for (int i = 0; i < LISTS; i++) {
      ofLists.add(connect(file, true));
    }
    listReaders = new ListReaders(ofLists);
    writer = new SqliteWriter(sql, storeSpace, checkpoints, activity, log);
    writer.reportTo(others);
    writer.start();
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
   * commits are announced, also if it was deleted or replaced. It would go on to answer what this
   * command has changed, until it opens the new file.
   */
  public static void requireCommonVisits(Path file) {
    Path visits = new StoreFiles(file).visits();
    try {
      if (!DirectoryLock.isTakenByServer(file.resolveSibling(""))) {
        return;
      }
      if (Files.notExists(visits)) {
        throw new StorageFault(
            visits
                + " is missing, so the running server would not notice what this command changes: restart the server first");
      }
      if (OtherWriters.isReplaced(visits)) {
        throw new StorageFault(
            visits
                + " was replaced, so the running server would not notice what this command changes: run it again in a few seconds, or restart the server first");
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
  public <T> T list(Work<T> query) {
    return lists.read(() -> listed(query), () -> read(query));
  }

  private <T> T listed(Work<T> query) {
    long start = System.nanoTime();
    try {
      return listReaders.read(sql -> {
        checkFence(sql);
        return query.on(sql);
      });
    } finally {
      activity.reads().recordSince(start);
    }
  }

  @Override
  public <T> T write(WriteSpace space, Work<T> work) {
    return writer.write(
        sql -> {
          checkFence(sql);
          return work.on(sql);
        },
        space,
        timeout);
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
    return writer.write(work, WriteSpace.ENDING, ChronoUnit.FOREVER.getDuration());
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
    if (tracked.isEmpty()) {
      var versions = new ChangeVersions(others);
      write(sql -> {
        SqliteTriggers.create(writerConnection, sql, versions);
        return versions;
      });
      writer.reportTo(versions);
      tracked = Optional.of(versions);
      Background.repeat("other-writers", () -> !closed, this::followVisits, () -> {}).start();
    }
    return tracked.get();
  }

  private void followVisits() throws InterruptedException {
    others.followReplaced();
    Thread.sleep(BETWEEN_VISITS);
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
    clockJump = Optional.of(new ClockJump(file, clock, this::newestEntryBefore));
  }

  private Optional<Instant> newestEntryBefore(Instant time) {
    return read(sql ->
        sql.one(
            """
            SELECT at
            FROM audit
            WHERE at < ?
            ORDER BY at DESC
            LIMIT 1
            """,
            row -> row.instant("at"),
            time));
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
    try {
      writer.close();
      listReaders.close();
      for (Connection connection : connections) {
        connection.close();
      }
    } catch (SQLException | InterruptedException cause) {
      throw new StorageFault("closing failed", cause);
    }
  }

  int waiting() {
    return writer.waiting();
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
}
