package dev.latchkey.bench.store;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** Loads into PostgreSQL with COPY. */
final class PostgresLoader extends Loader {
  private static final int MESSAGE_CHARS = 1 << 16;

  private PostgresLoader(Connection connection) {
    super(connection);
  }

  static PostgresLoader open(String url) throws SQLException {
    var loader = new PostgresLoader(DriverManager.getConnection(url));
    loader.trustForeignKeys();
    return loader;
  }

  @Override
  void insert(Rows.Table table, long[] order, LongFunction<List<@Nullable Object>> row)
      throws SQLException {
    CopyIn copy = connection().unwrap(PGConnection.class).getCopyAPI().copyIn(table.copy());
    try {
      var message = new StringBuilder();
      for (long i : order) {
        appendLine(message, row.apply(i));
        if (message.length() >= MESSAGE_CHARS) {
          send(copy, message);
        }
      }
      send(copy, message);
      copy.endCopy();
    } finally {
      if (copy.isActive()) {
        copy.cancelCopy();
      }
    }
  }

  private static void send(CopyIn copy, StringBuilder message) throws SQLException {
    byte[] bytes = message.toString().getBytes(StandardCharsets.UTF_8);
    copy.writeToCopy(bytes, 0, bytes.length);
    message.setLength(0);
  }

  private static void appendLine(StringBuilder message, List<@Nullable Object> values) {
    String separator = "";
    for (Object value : values) {
      message.append(separator);
      switch (value) {
        case null -> message.append("\\N");
        case byte[] bytes -> message.append("\\\\x").append(HexFormat.of().formatHex(bytes));
        case String text -> message.append(escaped(text));
        default -> message.append(value);
      }
      separator = "\t";
    }
    message.append('\n');
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t");
  }

  @Override
  String indexQuery() {
    return "SELECT tablename, indexname, indexdef FROM pg_indexes i"
        + " WHERE schemaname = current_schema() AND NOT EXISTS"
        + " (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)";
  }

  @Override
  List<Index> keys(List<String> tables) throws SQLException {
    var keys = new ArrayList<Index>();
    try (var query =
        connection()
            .prepareStatement(
                """
                SELECT conrelid::regclass, conname, pg_get_constraintdef(oid)
                FROM pg_constraint
                WHERE conrelid::regclass::text = ANY (string_to_array(?, ','))
                  AND contype IN ('p', 'u')
                """)) {
      query.setString(1, String.join(",", tables));
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          String change = "ALTER TABLE " + rows.getString(1);
          String name = " CONSTRAINT " + rows.getString(2);
          keys.add(
              new Index(change + " DROP" + name, change + " ADD" + name + " " + rows.getString(3)));
        }
      }
    }
    return keys;
  }

  /**
   * A server with {@code wal_level = minimal} writes no log of rows that are copied into a table
   * that was emptied in the same transaction.
   */
  @Override
  void empty(List<String> tables) throws SQLException {
    execute(List.of("TRUNCATE " + String.join(", ", tables)));
  }

  @Override
  void partition(RotatedDays days) throws SQLException {
    execute(days.createStatements());
  }

  @Override
  boolean isClustered() {
    return false;
  }

  @Override
  void finish() throws SQLException {
    execute(List.of("VACUUM ANALYZE", "CHECKPOINT"));
  }

  /**
   * Turns off the checks of foreign keys. The rows refer to rows that exist, and checking each of
   * them would take longer than everything else.
   */
  private void trustForeignKeys() {
    try {
      execute(List.of("SET session_replication_role = replica"));
    } catch (SQLException notAllowed) {
      // The database user may not turn them off, so filling takes longer.
    }
  }
}
