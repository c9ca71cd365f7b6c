package dev.latchkey.storage.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.FairQueue;
import dev.latchkey.model.StorageFault;
import dev.latchkey.model.StoreClock;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.StoreActivity;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
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

  /** The server does not have a database of this name. */
  private static final String NO_DATABASE = "3D000";

  /** The SQLSTATE prefixes for a lost connection, and for a connection that the server ended. */
  private static final List<String> CONNECTION_LOST = List.of("08", "57P0");

  /**
   * Settings for the case that this node or its host fails in the middle of a write: the server
   * ends the transaction and releases its locks. The times are chosen so that a caller waits for a
   * lock longer than a failed transaction can hold it, and every wait ends before the client gives
   * up. Statements are not compiled: for a statement that takes milliseconds, compiling it takes
   * longer than running it. Pages are assumed to be in memory or on an SSD, so that a page of a
   * long list is read in the order of an index; otherwise PostgreSQL would read and sort the whole
   * table. A condition of a write is evaluated again after a wait (READ COMMITTED), whatever a
   * database has as its default. A setting that an older server, or a server on another system than
   * Linux, does not know is left out.
   */
  private static final String SESSION_SETTINGS =
      """
      SELECT set_config(w.name, w.value, false)
        FROM (VALUES
          ('idle_in_transaction_session_timeout', '5000', FALSE),
          ('lock_timeout', '7000', FALSE),
          ('statement_timeout', '9000', FALSE),
          ('default_transaction_isolation', 'read committed', FALSE),
          ('jit', 'off', FALSE),
          ('random_page_cost', '1.1', FALSE),
          ('client_connection_check_interval', '2000', TRUE),
          ('tcp_keepalives_idle', '5', TRUE),
          ('tcp_keepalives_interval', '2', TRUE),
          ('tcp_keepalives_count', '3', TRUE),
          ('tcp_user_timeout', '10000', TRUE)) AS w (name, value, linux)
       WHERE current_setting(w.name, true) IS NOT NULL
         AND (NOT w.linux OR version() LIKE '%linux%')
      """;

  private static final String NO_TIME_LIMITS = "SET lock_timeout = 0; SET statement_timeout = 0";

  /** How long the outcome of a transaction is queried after its COMMIT got no response. */
  private static final Duration OUTCOME_TIMEOUT = Duration.ofSeconds(3);

  private static final Duration OUTCOME_INTERVAL = Duration.ofMillis(50);
  private static final int CONNECTIONS = 24;

  /**
   * How many writes have a connection of their own at the same time. Such a write may wait for a
   * row, so they leave the other connections to checks and to the writes that share one.
   */
  private static final int WRITES_ALONE = 12;

  /** How many of these are of one person, token or stranger's network. */
  private static final int WRITES_OF_ONE = 4;

  private static final int MAX_WAITING = 1_024;
  private static final Duration TURN_TIMEOUT = Duration.ofSeconds(2);

  /** A command and a node at night need no more. Others are opened when callers wait for one. */
  private static final int IDLE_CONNECTIONS = 2;

  private static final int PARALLEL_LOOKUPS = 3;
  private static final long POOL_TIMEOUT_MILLIS = 2_000;
  private static final int FOREIGN_CHANGES_BATCH = 10_000;

  /** Something is wrong with the node or with the database if their clocks differ by this. */
  private static final Duration MOST_APART = Duration.ofSeconds(30);

  private static final Duration CHANGES_KEPT = Duration.ofMinutes(1);

  private final HikariDataSource pool;
  private final PostgresChangeFeed feed;
  private final PrimaryConnections connections;
  private final Consumer<AuditEntry> log;
  private final StoreActivity activity = new StoreActivity();
  private final FairQueue turns =
      new FairQueue(WRITES_ALONE, WRITES_OF_ONE, MAX_WAITING, TURN_TIMEOUT);
  private volatile Optional<StoreClock> clock = Optional.empty();

  private PostgresDatabase(
      HikariDataSource pool,
      PostgresChangeFeed feed,
      PrimaryConnections connections,
      Consumer<AuditEntry> log) {
    this.pool = pool;
    this.feed = feed;
    this.connections = connections;
    this.log = log;
  }

  public static PostgresDatabase open(String url, Consumer<AuditEntry> log) {
    var config = new HikariConfig();
    var connections = new PrimaryConnections(url, properties());
    config.setDataSource(connections);
    config.setPoolName("postgres");
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(IDLE_CONNECTIONS);
    config.setConnectionTimeout(POOL_TIMEOUT_MILLIS);
    config.setValidationTimeout(POOL_TIMEOUT_MILLIS / 2);
    config.setConnectionInitSql(SESSION_SETTINGS);
    try {
      var pool = new HikariDataSource(config);
      connections.whenReplaced(pool.getHikariPoolMXBean()::softEvictConnections);
      requireSessions(pool);
      return new PostgresDatabase(pool, new PostgresChangeFeed(connections), connections, log);
    } catch (HikariPool.PoolInitializationException unreachable) {
      Throwable why = unreachable.getCause() == null ? unreachable : unreachable.getCause();
      String message = "cannot reach the database: " + why.getMessage();
      throw mayCome(why)
          ? new StorageFault.Unreachable(message, why)
          : new StorageFault(message, why);
    }
  }

  private static void requireSessions(HikariDataSource pool) {
    try (Connection one = pool.getConnection();
        Connection another = pool.getConnection()) {
      SessionCheck.requireKept(one, another);
    } catch (StorageFault refused) {
      pool.close();
      throw refused;
    } catch (SQLException cause) {
      pool.close();
      throw new StorageFault.Unreachable("cannot query the database", cause);
    }
  }

  /**
   * Whether the database may still be starting: no connection is possible, or the server does not
   * have the database yet. A wrong password, for example, does not become right.
   */
  private static boolean mayCome(Throwable why) {
    return why instanceof SQLException cause
        && (NO_DATABASE.equals(cause.getSQLState())
            || CONNECTION_LOST.stream().anyMatch(String.valueOf(cause.getSQLState())::startsWith));
  }

  private static Properties properties() {
    var properties = new Properties();
    properties.setProperty("connectTimeout", "2");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("logServerErrorDetail", "false");
    properties.setProperty("ApplicationName", "latchkey");
    return properties;
  }

  @Override
  public <T> T read(Work<T> query) {
    long start = System.nanoTime();
    feed.fence().check();
    try (Connection connection = connect();
        Sql sql = new Sql(connection, Dialect.POSTGRESQL)) {
      return query.on(sql);
    } catch (SQLException cause) {
      throw new StorageFault("a read failed", cause);
    } finally {
      activity.reads().recordSince(start);
    }
  }

  private Connection connect() throws SQLException {
    long start = System.nanoTime();
    try {
      for (int i = 0; i <= CONNECTIONS; i++) {
        Connection connection = pool.getConnection();
        if (connections.isCurrent(connection)) {
          return connection;
        }
        pool.evictConnection(connection);
        connection.close();
      }
      throw new SQLException("the database address leads to a former primary");
    } catch (SQLTransientConnectionException none) {
      throw connections.unusable().reason().map(why -> because(why, none)).orElse(none);
    } finally {
      activity.connections().recordSince(start);
    }
  }

  /** The pool says only that no connection became free in time. */
  private static SQLException because(String why, SQLException none) {
    var named = new SQLException(why, none.getSQLState());
    named.addSuppressed(none);
    return named;
  }

  @Override
  public boolean isTimelineOlder() {
    return connections.unusable().isTimelineOlder();
  }

  /** It has a connection of its own, which the pool would otherwise keep with its settings. */
  @Override
  public <T> T changeSchema(Work<T> work) {
    try (Connection connection = pool.getDataSource().getConnection()) {
      connection.setNetworkTimeout(Runnable::run, 0);
      try (Sql sql = new Sql(connection, Dialect.POSTGRESQL)) {
        sql.script(SESSION_SETTINGS);
        sql.script(NO_TIME_LIMITS);
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
    while (deleteChangesOfOtherCluster() > 0) {
      // Another batch is left.
    }
    return feed.versions();
  }

  /**
   * Deletes records that pg_dump has brought from another cluster, and the horizon with them. Their
   * transaction numbers are often higher than any of this one, so every query would return them for
   * weeks. A record of this cluster cannot be visible with such a number.
   */
  private int deleteChangesOfOtherCluster() {
    return write(sql -> {
      sql.update(
          """
          UPDATE touched_horizon
          SET gone_before = pg_snapshot_xmin(pg_current_snapshot()),
              next_before = pg_snapshot_xmin(pg_current_snapshot())
          WHERE next_before >= pg_snapshot_xmax(pg_current_snapshot())
             OR gone_before >= pg_snapshot_xmax(pg_current_snapshot())
          """);
      return sql.update(
          """
          DELETE FROM touched
          WHERE ctid IN (SELECT t.ctid FROM touched t
              WHERE t.by_transaction >= pg_snapshot_xmax(pg_current_snapshot()) LIMIT ?)
          """,
          FOREIGN_CHANGES_BATCH);
    });
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
    deleteChangesOfOtherCluster();
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
    try (Connection connection = connect()) {
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
      if (!isConnectionLost(failed)) {
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
    try (Connection another = connect()) {
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

  private static boolean isConnectionLost(SQLException failed) {
    String state = String.valueOf(failed.getSQLState());
    return CONNECTION_LOST.stream().anyMatch(state::startsWith);
  }

  private Transaction.Fate fate(Transaction transaction, String number, SQLException lost) {
    long end = System.nanoTime() + OUTCOME_TIMEOUT.toNanos();
    var fate = Transaction.Fate.IN_PROGRESS;
    while (fate == Transaction.Fate.IN_PROGRESS && System.nanoTime() < end) {
      try (Connection another = pool.getConnection();
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
