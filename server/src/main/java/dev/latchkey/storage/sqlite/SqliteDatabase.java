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
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.sqlite.SQLiteJDBCLoader;

/** A SQLite file with one writer and a few readers. */
public final class SqliteDatabase implements Database {
  /** The most that the format of the file allows. */
  private static final long UNLIMITED_PAGES = 4_294_967_294L;

  private static final int READERS = Math.max(2, Runtime.getRuntime().availableProcessors());

  /** How many lists are read at the same time. One caller has half of them. */
  private static final int LISTS = READERS;

  private static final Duration BATCH_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration BETWEEN_VISITS = Duration.ofSeconds(1);
  private static final long NEVER = -1;

  private final SqliteReaders readers;
  private final ListReaders listReaders;
  private final ListTurns lists = new ListTurns(LISTS, LISTS / 2);
  private final SqliteConnections connections;
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
      throws SQLException, IOException {
    this.timeout = timeout;
    this.file = file;
    connections = SqliteConnections.to(file);
    others = OtherWriters.open(new StoreFiles(file).visits());
    writerConnection = connections.writer();
    var sql = new Sql(writerConnection, Dialect.SQLITE);
    storeSpace = new StoreSpace(file);
    limit(maxMegabytes, sql);
    var checkpoints = new Checkpoints(new Sql(connections.checkpointer(), Dialect.SQLITE));
    var ofReads = new ArrayList<Connection>();
    for (int i = 0; i < READERS; i++) {
      ofReads.add(connections.reader());
    }
    readers = new SqliteReaders(ofReads, activity);
    var ofLists = new ArrayList<Connection>();
    for (int i = 0; i < LISTS; i++) {
      ofLists.add(connections.reader());
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

  /** {@code maxMegabytes} limits the size of the file; 0 means no limit. */
  public static SqliteDatabase open(Path file, int maxMegabytes, Consumer<AuditEntry> log) {
    return open(file, maxMegabytes, log, BATCH_TIMEOUT);
  }

  /** {@code timeout} is how long a batch may take before its commit. */
  static SqliteDatabase open(
      Path file, int maxMegabytes, Consumer<AuditEntry> log, Duration timeout) {
    new MovedStore(file).refuse();
    try {
      return new SqliteDatabase(file, maxMegabytes, log, timeout);
    } catch (SQLException | IOException cause) {
      throw new StorageFault("cannot open " + file + ": " + cause.getMessage(), cause);
    }
  }

  @Override
  public <T> T read(Work<T> query) {
    return readers.read(sql -> {
      checkFence(sql);
      return query.on(sql);
    });
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
    long pages = maxMegabytes * (1_048_576L / SqliteConnections.PAGE_BYTES);
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
    readers.stop();
    try {
      writer.close();
      listReaders.close();
      connections.close();
    } catch (SQLException | InterruptedException cause) {
      throw new StorageFault("closing failed", cause);
    }
  }

  int waiting() {
    return writer.waiting();
  }
}
