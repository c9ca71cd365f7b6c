package dev.latchkey.harness.store;

import dev.latchkey.harness.Latchkey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The rows of all tables, to see whether a request has changed anything. Tables that a refused
 * request may write to are left out: the audit log, the counts of failures, the use of tokens, and
 * the record of changes for other nodes.
 */
public final class StoreContents implements AutoCloseable {
  private static final Set<String> LEFT_OUT =
      Set.of(
          "audit",
          "audit_seals",
          "throttles",
          "usage",
          "daily_calls",
          "call_blocks",
          "call_hours",
          "alerts",
          "credential_networks",
          "event_positions",
          "touched",
          "touched_horizon");

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

  /** The rows as they are now. */
  public List<String> rows() {
    try {
      var rows = new ArrayList<String>();
      for (String table : tables) {
        rows.addAll(rows(connection, table));
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
        if (!name.startsWith("sqlite_") && !LEFT_OUT.contains(name)) {
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
