package dev.latchkey.storage.postgres;

import dev.latchkey.model.process.StorageFault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;

/**
 * Finds out whether a connection keeps its session at the server. A pooler may give each
 * transaction another one (pgbouncer: {@code pool_mode = transaction}). Then the time limits that
 * protect against a lost node are set for the sessions of others, prepared statements are missing,
 * and no cached answer can be trusted, because the change feed does not notice another server.
 */
public final class SessionCheck {
  public static final String FAULT =
      "the database is behind a pooler that gives each transaction another session";
  public static final String REMEDY =
      "name PostgreSQL itself in \"database\", or let the pooler keep sessions (pgbouncer: pool_mode = session)";

  private static final int WAIT_MILLIS = 2_000;
  private static final String BACKEND = "SELECT pg_backend_pid()";

  /**
   * A pooler with a few sessions gives them in turn, so a single query may return to the first.
   * These are more than it returns by chance, and not a multiple of the number of its sessions.
   */
  private static final int TRANSACTIONS = 13;

  /** A prepared statement that exists already, or does not exist any more: of another session. */
  private static final Set<String> OF_ANOTHER_SESSION = Set.of("42P05", "26000");

  private SessionCheck() {}

  static void requireKept(Connection one, Connection another) throws SQLException {
    if (!isKept(one, another)) {
      throw new StorageFault(FAULT + ": " + REMEDY);
    }
  }

  /**
   * {@code one} cannot be used any more if the answer is no.
   *
   * <p>While a transaction of another connection runs, a pooler cannot give its session to this
   * one. If this is the only session of the pooler, the query waits for it in vain.
   */
  public static boolean isKept(Connection one, Connection another) throws SQLException {
    try {
      int before = backend(one);
      return isIn(before, one) && isInBeside(before, one, another);
    } catch (SQLException refused) {
      if (OF_ANOTHER_SESSION.contains(refused.getSQLState())) {
        return false;
      }
      throw refused;
    }
  }

  private static boolean isInBeside(int before, Connection one, Connection another)
      throws SQLException {
    another.setAutoCommit(false);
    try {
      backend(another);
      one.setNetworkTimeout(Runnable::run, WAIT_MILLIS);
      return isIn(before, one);
    } catch (SQLException waited) {
      return false;
    } finally {
      another.rollback();
      another.setAutoCommit(true);
    }
  }

  private static boolean isIn(int session, Connection connection) throws SQLException {
    for (int i = 0; i < TRANSACTIONS; i++) {
      if (backend(connection) != session) {
        return false;
      }
    }
    return true;
  }

  private static int backend(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BACKEND);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getInt(1);
    }
  }
}
