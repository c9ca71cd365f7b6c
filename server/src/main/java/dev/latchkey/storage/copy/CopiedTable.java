package dev.latchkey.storage.copy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A table and its columns. Both databases have the same ones. */
record CopiedTable(String name, List<String> columns) {
  static CopiedTable find(Connection connection, String name) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement("SELECT * FROM " + name)) {
      ResultSetMetaData result = query.getMetaData();
      var columns = new ArrayList<String>();
      for (int i = 1; i <= result.getColumnCount(); i++) {
        columns.add(result.getColumnName(i));
      }
      return new CopiedTable(name, List.copyOf(columns));
    }
  }

  /** What the columns contain. */
  List<ValueKind> kinds(Connection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(select())) {
      ResultSetMetaData result = query.getMetaData();
      var kinds = new ArrayList<ValueKind>();
      for (int i = 1; i <= result.getColumnCount(); i++) {
        kinds.add(ValueKind.of(result.getColumnTypeName(i)));
      }
      return List.copyOf(kinds);
    }
  }

  String select() {
    return "SELECT %s FROM %s".formatted(columnNames(), name);
  }

  String columnNames() {
    return String.join(", ", columns);
  }
}
