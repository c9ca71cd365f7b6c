package dev.latchkey.storage.postgres;

import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.process.FairQueue;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.process.TooBusy;
import dev.latchkey.model.time.StoreClock;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.ListTurns;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.StoreActivity;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * PostgreSQL. Each write is one short transaction; the server groups the commits of many clients
 * itself. Only the primary is used: a replica may lag behind, and a revoked token must be inactive
 * everywhere at once.
 */
public final class PostgresDatabase implements Database {
  private static final String SERIALIZATION = "40001";

  /**
   * Errors after which a write is tried again: a serialization conflict, a deadlock, and a unique
   * value that another transaction inserted at the same moment. The next attempt sees that value,
   * and the guard of the write refuses.
   */
  private static final Set<String> RETRYABLE = Set.of(SERIALIZATION, "40P01", "23505");

  private static final int MAX_ATTEMPTS = 8;

  /** How long the outcome of a transaction is queried after its COMMIT got no response. */
  private static final Duration OUTCOME_TIMEOUT = Duration.ofSeconds(3);

  private static final Duration OUTCOME_INTERVAL = Duration.ofMillis(50);

  /**
   * How many writes have a connection of their own at the same time. Such a write may wait for a
   * row, so they leave the other connections to checks and to the writes that share one.
   */
  private static final int WRITES_ALONE = 12;

  /** How many of these are of one person, token or stranger's network. */
  private static final int WRITES_OF_ONE = 4;

  /** How many lists are read at the same time. */
  private static final int LISTS = 6;

  private static final int LISTS_OF_ONE = 2;

  /** The server has ended a statement because this process asked for it. */
  private static final String CANCELLED = "57014";

  private static final int MAX_WAITING = 1_024;
  private static final Duration TURN_TIMEOUT = Duration.ofSeconds(2);

  private static final int PARALLEL_LOOKUPS = 3;

  /** Something is wrong with the node or with the database if their clocks differ by this. */
  private static final Duration MOST_APART = Duration.ofSeconds(30);

  private static final Duration CHANGES_KEPT = Duration.ofMinutes(1);

  private final CopiedRows copied = new CopiedRows(this);
  private final PostgresPool pool;
  private final PostgresChangeFeed feed;
  private final Consumer<AuditEntry> log;
  private final StoreActivity activity;
  private final FairQueue turns =
      new FairQueue(WRITES_ALONE, WRITES_OF_ONE, MAX_WAITING, TURN_TIMEOUT);
  private final ListTurns lists = new ListTurns(LISTS, LISTS_OF_ONE);
  private volatile Optional<StoreClock> clock = Optional.empty();

  private PostgresDatabase(PostgresPool pool, Consumer<AuditEntry> log) {
    this.pool = pool;
    this.feed = new PostgresChangeFeed(pool.connections());
    this.activity = pool.activity();
    this.log = log;
  }

  public static PostgresDatabase open(String url, Consumer<AuditEntry> log) {
    return new PostgresDatabase(PostgresPool.open(url, new StoreActivity()), log);
  }

  @Override
  public <T> T read(Work<T> query) {
    try {
      return read(query, connection -> new Sql(connection, Dialect.POSTGRESQL));
    } catch (SQLException cause) {
      throw new StorageFault("a read failed", cause);
    }
  }

  @Override
  public <T> T list(Work<T> query) {
    return lists.read(() -> listed(query), () -> read(query));
  }

  private <T> T listed(Work<T> query) {
    try {
      return read(query, connection -> Sql.within(ListTurns.MOST, connection, Dialect.POSTGRESQL));
    } catch (SQLException cause) {
      if (CANCELLED.equals(cause.getSQLState())) {
        throw new TooBusy("a list took too long");
      }
      throw new StorageFault("a list could not be read", cause);
    }
  }

  private <T> T read(Work<T> query, Function<Connection, Sql> session) throws SQLException {
    long start = System.nanoTime();
    feed.fence().check();
    try (Connection connection = pool.connect();
        Sql sql = session.apply(connection)) {
      return query.on(sql);
    } finally {
      activity.reads().recordSince(start);
    }
  }

  @Override
  public boolean isTimelineOlder() {
    return pool.connections().unusable().isTimelineOlder();
  }

  /** It has a connection of its own, which the pool would otherwise keep with its settings. */
  @Override
  public <T> T changeSchema(Work<T> work) {
    try (Connection connection = pool.pool().getDataSource().getConnection()) {
      connection.setNetworkTimeout(Runnable::run, 0);
      try (Sql sql = new Sql(connection, Dialect.POSTGRESQL)) {
        sql.script(PostgresPool.SESSION_SETTINGS);
        sql.script("SET lock_timeout = 0; SET statement_timeout = 0");
        return work.on(sql);
      }
    } catch (SQLException cause) {
      throw new StorageFault("a change of the schema failed", cause);
    }
  }

  /** Runs a write with retries. */
  @Override
  public <T> T write(WriteSpace space, Work<T> work) {
    long start = System.nanoTime();
    for (int attempt = 1; ; attempt++) {
      try {
        T result = attempt(work);
        activity.writes().recordSince(start);
        return result;
      } catch (SQLException cause) {
        if (attempt == MAX_ATTEMPTS || !RETRYABLE.contains(String.valueOf(cause.getSQLState()))) {
          throw new StorageFault("a write failed", cause);
        }
      }
    }
  }

  @Override
  public <T> T inTurn(FairQueue.Caller caller, Supplier<T> work) {
    return turns.inTurn(caller, work);
  }

  @Override
  public Dialect dialect() {
    return Dialect.POSTGRESQL;
  }

  @Override
  public StoreActivity activity() {
    return activity;
  }

  @Override
  public int parallelLookups() {
    return PARALLEL_LOOKUPS;
  }

  @Override
  public ChangeVersions trackChanges() {
    copied.continueNumbers();
    while (copied.deleteForeignChanges() > 0) {
      // Another batch is left.
    }
    return feed.versions();
  }

  @Override
  public void whenCaughtUp(Runnable ready, Runnable failed) {
    feed.whenCaughtUp(ready, failed);
  }

  /**
   * Records that are older than a minute are deleted. A node that has not read them by then must
   * invalidate its whole cache. A time that a wrong clock has stored is replaced.
   */
  @Override
  public int deleteOldChanges(Instant now, int most) {
    copied.deleteForeignChanges();
    write(sql ->
        sql.update(
            """
            UPDATE touched_horizon
            SET moved_at = ?, gone_before = LEAST(next_before, pg_snapshot_xmin(pg_current_snapshot())),
                next_before = pg_snapshot_xmin(pg_current_snapshot())
            WHERE moved_at <= ? OR moved_at > ?
            """,
            now,
            now.minus(CHANGES_KEPT),
            now.plus(CHANGES_KEPT)));
    return write(sql ->
        sql.update(
            """
            DELETE FROM touched
            WHERE ctid IN (SELECT t.ctid FROM touched t WHERE t.by_transaction < (SELECT gone_before
                FROM touched_horizon) ORDER BY t.by_transaction LIMIT ?)
            """,
            most));
  }

  @Override
  public void synchronize(StoreClock follower) {
    clock = Optional.of(follower);
    clockFault();
  }

  @Override
  public Optional<String> clockFault() {
    tell(read(ServerTime::query));
    return clock
        .map(StoreClock::ahead)
        .filter(ahead -> ahead.abs().compareTo(MOST_APART) >= 0)
        .map(ahead ->
            "the clock of this node differs by %d seconds from that of the database"
                .formatted(ahead.toSeconds()));
  }

  private void tell(ServerTime time) {
    clock.ifPresent(time::tell);
  }

  /** The administrators of the server keep its disk free. */
  @Override
  public void limitTo(int maxMegabytes) {
    // The size of a database on another server is not this program's to limit.
  }

  @Override
  public void keepReserve() {
    // This process stores nothing on that disk.
  }

  @Override
  public void close() {
    feed.close();
    pool.close();
  }

  private <T> T attempt(Work<T> work) throws SQLException {
    try (Connection connection = pool.connect()) {
      connection.setAutoCommit(false);
      try (Sql sql = new Sql(connection, Dialect.POSTGRESQL)) {
        var transaction = Transaction.begin(sql, this::tell);
        T result = work.on(sql);
        Optional<String> number = sql.transactionNumber();
        long start = System.nanoTime();
        commit(sql, transaction, number);
        activity.committed(1, start);
        sql.takeRecorded().forEach(log);
        return result;
      } catch (SQLException | RuntimeException cause) {
        undo(connection, cause);
        throw cause;
      }
    }
  }

  /**
   * Commits. If the COMMIT gets no response, this queries the outcome of the transaction, so that
   * the caller learns whether the write was made.
   *
   * <p>A server that stops to wait for its standby, because its process is terminated or the wait
   * is cancelled, has committed but cannot say that the standby has the commit. After a failover it
   * might be lost, so another commit waits for the standby before the caller gets an answer.
   */
  private void commit(Sql sql, Transaction transaction, Optional<String> number)
      throws SQLException {
    try {
      if (sql.commit().isPresent()) {
        awaitStandby(transaction);
      }
    } catch (SQLException failed) {
      if (!PostgresPool.isLost(failed)) {
        throw failed;
      }
      // A transaction without a number has changed nothing and can be repeated.
      Transaction.Fate fate =
          number.map(known -> fate(transaction, known, failed)).orElse(Transaction.Fate.ABORTED);
      switch (fate) {
        case COMMITTED -> awaitStandby(transaction);
        case ABORTED -> throw new SQLException("not committed", SERIALIZATION, failed);
        case IN_PROGRESS, UNKNOWN -> throw failed;
      }
    }
  }

  /** Waits until a synchronous standby has everything that this server has committed. */
  private void awaitStandby(Transaction earlier) throws SQLException {
    try (Connection another = pool.connect()) {
      another.setAutoCommit(false);
      another.setNetworkTimeout(Runnable::run, PrimaryConnections.ANSWER_SECONDS * 1_000);
      try (Sql sql = new Sql(another, Dialect.POSTGRESQL)) {
        boolean isSameServer = Transaction.begin(sql, this::tell).equals(earlier);
        Transaction.writeMarker(sql);
        if (sql.commit().isPresent() || !isSameServer) {
          throw new SQLException("the standby may not have the commit");
        }
      } catch (SQLException cause) {
        undo(another, cause);
        throw cause;
      }
    }
  }

  private Transaction.Fate fate(Transaction transaction, String number, SQLException lost) {
    long end = System.nanoTime() + OUTCOME_TIMEOUT.toNanos();
    var fate = Transaction.Fate.IN_PROGRESS;
    while (fate == Transaction.Fate.IN_PROGRESS && System.nanoTime() < end) {
      try (Connection another = pool.pool().getConnection();
          Sql sql = new Sql(another, Dialect.POSTGRESQL)) {
        fate = transaction.fate(sql, number);
      } catch (SQLException unreachable) {
        lost.addSuppressed(unreachable);
      }
      if (fate == Transaction.Fate.IN_PROGRESS) {
        LockSupport.parkNanos(OUTCOME_INTERVAL.toNanos());
      }
    }
    return fate;
  }

  private static void undo(Connection connection, Exception cause) {
    try {
      connection.rollback();
    } catch (SQLException broken) {
      cause.addSuppressed(broken);
    }
  }
}
