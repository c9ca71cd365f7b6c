package dev.latchkey.faults.history.run.fault;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Another client of the database holds locks until the connections of every node wait for them. */
public final class HeldLocks implements Fault {
  private static final String DEADLOCK = "40P01";

  private final String name;
  private final String database;
  private final String locking;
  private Optional<Connection> holding = Optional.empty();

  private HeldLocks(String name, String database, String locking) {
    this.name = name;
    this.database = database;
    this.locking = locking;
  }

  /** No statement that reads or writes grants can continue. */
  public static HeldLocks onGrants(String database) {
    return new HeldLocks(
        "pools exhausted by a table lock", database, "LOCK TABLE grants IN ACCESS EXCLUSIVE MODE");
  }

  /** Checks continue, but every change of a grant, a user or a credential waits. */
  public static HeldLocks onRows(String database) {
    return new HeldLocks(
        "pools exhausted by an idle transaction",
        database,
        "SELECT 1 FROM grants WHERE ended_at IS NULL FOR UPDATE;"
            + " SELECT 1 FROM users FOR UPDATE;"
            + " SELECT 1 FROM credentials FOR UPDATE");
  }

  @Override
  public String name() {
    return name;
  }

  /**
   * Repeats after a deadlock: PostgreSQL then ends one of the two transactions, which may be this
   * one.
   */
  @Override
  public void strike() {
    try {
      Connection connection = DriverManager.getConnection(database);
      holding = Optional.of(connection);
      connection.setAutoCommit(false);
      while (!isLocked(connection)) {
        connection.rollback();
      }
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
  }

  private boolean isLocked(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(locking);
      return true;
    } catch (SQLException cause) {
      if (DEADLOCK.equals(cause.getSQLState())) {
        return false;
      }
      throw cause;
    }
  }

  @Override
  public void heal() {
    try {
      holding.orElseThrow().close();
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
  }

  @Override
  public Duration lasts() {
    return Duration.ofSeconds(8);
  }
}
