package dev.latchkey.storage.postgres;

import dev.latchkey.model.StorageFault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

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
    int before = backend(one);
    another.setAutoCommit(false);
    try {
      backend(another);
      one.setNetworkTimeout(Runnable::run, WAIT_MILLIS);
      return backend(one) == before;
    } catch (SQLException waited) {
      return false;
    } finally {
      another.rollback();
      another.setAutoCommit(true);
    }
  }

  private static int backend(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BACKEND);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getInt(1);
    }
  }
}
