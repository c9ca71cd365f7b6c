package dev.latchkey.storage.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The number of a transaction of PostgreSQL, by which its outcome can be queried if the response to
 * its COMMIT is lost. The server gives a number to a transaction with its first change. So a write
 * that is refused takes none, because there are only two billion between two runs of VACUUM.
 *
 * <p>The number is queried in the message of the statement that makes the change. It cannot be
 * queried together with the COMMIT, because the server sends both results after the commit.
 */
final class TransactionNumber {
  /** Gives the transaction its number. */
  static final String TAKE = "SELECT CAST(pg_current_xact_id() AS TEXT) AS number";

  private static final String QUERY =
      "SELECT CAST(pg_current_xact_id_if_assigned() AS TEXT) AS number";

  private static final String ADDED = ";\n" + QUERY;

  private final Database.Dialect dialect;
  private Optional<String> value = Optional.empty();
  private boolean expected;
  private boolean missed;

  TransactionNumber(Database.Dialect dialect) {
    this.dialect = dialect;
  }

  /** From now on the number is wanted. Outside a transaction a statement must be sent alone. */
  void expect() {
    expected = true;
  }

  Optional<String> value() {
    return value;
  }

  /** The statement with the query for the number, while the number is unknown. */
  String addedTo(String text) {
    return isWanted() && mayChange(text) ? text + ADDED : text;
  }

  /** Runs a statement to which the query may be added, and returns how many rows it changed. */
  int update(PreparedStatement statement) throws SQLException {
    return switch (dialect) {
      case SQLITE -> statement.executeUpdate();
      case POSTGRESQL -> {
        statement.execute();
        yield statement.getUpdateCount();
      }
    };
  }

  /** Runs a statement to which the query may be added, and returns the rows of the statement. */
  ResultSet query(PreparedStatement statement) throws SQLException {
    return switch (dialect) {
      case SQLITE -> statement.executeQuery();
      case POSTGRESQL -> {
        statement.execute();
        yield statement.getResultSet();
      }
    };
  }

  /** Reads the result of the added query, when that of the statement itself was read. */
  void readAfter(PreparedStatement statement) throws SQLException {
    boolean isRows = statement.getMoreResults();
    while (!isRows && statement.getUpdateCount() != -1) {
      isRows = statement.getMoreResults();
    }
    try (ResultSet rows = statement.getResultSet()) {
      read(rows);
    }
  }

  /** A change follows in whose message the number cannot be queried. */
  void missed() {
    missed = true;
  }

  /** Whether the transaction may have a number that is unknown here. */
  boolean mayBeMissing() {
    return isWanted() && missed;
  }

  void ask(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(QUERY);
        ResultSet rows = statement.executeQuery()) {
      read(rows);
    }
  }

  private void read(ResultSet rows) throws SQLException {
    rows.next();
    value = Optional.ofNullable(rows.getString("number"));
  }

  boolean isWanted() {
    return expected && value.isEmpty();
  }

  /** A query that only locks rows may get a number, but then it changes nothing. */
  private static boolean mayChange(String text) {
    return !text.startsWith("SELECT") && !text.endsWith("COMMIT");
  }
}
