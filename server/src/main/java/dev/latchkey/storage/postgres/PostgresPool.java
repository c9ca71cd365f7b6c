package dev.latchkey.storage.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.database.StoreActivity;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Properties;

/** The connections to PostgreSQL that this process keeps open. */
record PostgresPool(HikariDataSource pool, PrimaryConnections connections, StoreActivity activity) {
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
  static final String SESSION_SETTINGS =
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

  private static final int CONNECTIONS = 24;

  /** A command and a node at night need no more. Others are opened when callers wait for one. */
  private static final int IDLE_CONNECTIONS = 2;

  private static final long POOL_TIMEOUT_MILLIS = 2_000;

  static PostgresPool open(String url, StoreActivity activity) {
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
      return new PostgresPool(pool, connections, activity);
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
        && (NO_DATABASE.equals(cause.getSQLState()) || isLost(cause));
  }

  private static Properties properties() {
    var properties = new Properties();
    properties.setProperty("connectTimeout", "2");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("logServerErrorDetail", "false");
    properties.setProperty("ApplicationName", "latchkey");
    return properties;
  }

  /** A connection to the newest primary, when one of the pool is free. */
  Connection connect() throws SQLException {
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

  /** Whether the connection was lost, or ended by the server. */
  static boolean isLost(SQLException failed) {
    String state = String.valueOf(failed.getSQLState());
    return CONNECTION_LOST.stream().anyMatch(state::startsWith);
  }

  void close() {
    pool.close();
  }
}
