package dev.latchkey.harness;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
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
public final class StoreContents {
  private static final Set<String> LEFT_OUT =
      Set.of("audit", "throttles", "usage", "daily_calls", "touched");

  /** It changes when a page is requested. */
  private static final String LAST_SEEN = "seen_at";

  private StoreContents() {}

  public static List<String> of(Latchkey latchkey) {
    String url =
        latchkey
            .settings()
            .store()
            .database()
            .orElse("jdbc:sqlite:" + latchkey.data().resolve("latchkey.db"));
    try (Connection connection = DriverManager.getConnection(url)) {
      var rows = new ArrayList<String>();
      for (String table : tables(connection)) {
        rows.addAll(rows(connection, table));
      }
      return rows.stream().sorted().toList();
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
      while (found.next()) {
        var row = new TreeMap<String, String>();
        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
          String column = found.getMetaData().getColumnName(i);
          if (!column.equals(LAST_SEEN)) {
            row.put(column, text(found.getObject(i)));
          }
        }
        rows.add(table + " " + row);
      }
    }
    return rows;
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : Objects.toString(value);
  }
}
