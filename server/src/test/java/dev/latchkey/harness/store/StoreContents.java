package dev.latchkey.harness.store;

import dev.latchkey.harness.Latchkey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** The rows of all tables, to see whether a request has changed anything. */
public final class StoreContents implements AutoCloseable {
  /**
   * Tables that a server writes by itself some time after a request: the counts and the log of
   * calls; what is derived from them and from the audit log; and on PostgreSQL a row for each
   * change on which a cache depends, which is deleted after a minute. Each has bounds of its own:
   * the log for each credential and in all, alerts for each organization and day, networks for each
   * credential, mails for each person and in all, and seals one for each node in 20 seconds.
   */
  public static final Set<String> IN_BACKGROUND =
      Set.of(
          "alerts",
          "mails",
          "audit_seals",
          "call_blocks",
          "call_gaps",
          "call_hours",
          "call_writers",
          "credential_networks",
          "daily_calls",
          "event_positions",
          "route_calls",
          "touched",
          "touched_horizon",
          "usage");

  /** What a refused request may write: its line in the audit log, and the counts of failures. */
  private static final Set<String> OF_REFUSALS = Set.of("audit", "throttles");

  /** It changes when a page is requested. */
  private static final String LAST_SEEN = "seen_at";

  /** One for all times: each costs a new process of PostgreSQL. */
  private final Connection connection;

  private final List<String> tables;

  public StoreContents(Latchkey latchkey) {
    try {
      connection = EarlierStore.connect(latchkey.settings());
      tables = tables(connection);
    } catch (SQLException broken) {
      throw new IllegalStateException(broken);
    }
  }

  public static List<String> of(Latchkey latchkey) {
    try (var contents = new StoreContents(latchkey)) {
      return contents.rows();
    }
  }

  /** The number of rows of each table, also of those that a refused request may write to. */
  public static Map<String, Long> counts(Latchkey latchkey) {
    try (var contents = new StoreContents(latchkey);
        var statement = contents.connection.createStatement()) {
      var counts = new HashMap<String, Long>();
      for (String table : contents.tables) {
        try (ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
          count.next();
          counts.put(table, count.getLong(1));
        }
      }
      return counts;
    } catch (SQLException broken) {
      throw new IllegalStateException(broken);
    }
  }

  /** The rows as they are now, without what a refused request may write. */
  public List<String> rows() {
    try {
      var rows = new ArrayList<String>();
      for (String table : tables) {
        if (!OF_REFUSALS.contains(table)) {
          rows.addAll(rows(connection, table));
        }
      }
      return rows.stream().sorted().toList();
    } catch (SQLException broken) {
      throw new IllegalStateException(broken);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException broken) {
      throw new IllegalStateException(broken);
    }
  }

  private static List<String> tables(Connection connection) throws SQLException {
    var names = new ArrayList<String>();
    try (ResultSet tables =
        connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE"})) {
      while (tables.next()) {
        String name = tables.getString("TABLE_NAME");
        if (!name.startsWith("sqlite_") && !IN_BACKGROUND.contains(name)) {
          names.add(name);
        }
      }
    }
    return names;
  }

  private static List<String> rows(Connection connection, String table) throws SQLException {
    var rows = new ArrayList<String>();
    try (var statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT * FROM " + table)) {
      List<String> columns = columns(found.getMetaData());
      while (found.next()) {
        var row = new TreeMap<String, String>();
        for (int i = 1; i <= columns.size(); i++) {
          String column = columns.get(i - 1);
          if (!column.equals(LAST_SEEN)) {
            row.put(column, text(found.getObject(i)));
          }
        }
        rows.add(table + " " + row);
      }
    }
    return rows;
  }

  private static List<String> columns(ResultSetMetaData description) throws SQLException {
    var columns = new ArrayList<String>();
    for (int i = 1; i <= description.getColumnCount(); i++) {
      columns.add(description.getColumnName(i));
    }
    return columns;
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : Objects.toString(value);
  }
}
