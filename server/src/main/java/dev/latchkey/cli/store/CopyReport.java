package dev.latchkey.cli.store;

import dev.latchkey.edge.http.Json;
import dev.latchkey.storage.copy.CopyProgress;
import dev.latchkey.storage.copy.StoreCopy;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Prints on standard error how far the copy of a store is: a line for each table, and a bar for a
 * large one. Counts the rows.
 */
final class CopyReport {
  private static final int WIDTH = 30;

  private final Map<String, Long> rows = new HashMap<>();

  StoreCopy copy() {
    CopyProgress copied = progress("copied");
    return new StoreCopy(
        (table, done, all) -> {
          rows.put(table, done);
          copied.at(table, done, all);
        },
        progress("checked"));
  }

  /** How many rows of all tables were copied. */
  long rows() {
    return rows.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Says where the store is that was filled. The address of a database may have a password. */
  static ObjectNode filled(StoreCopy.Place target) {
    return switch (target) {
      case StoreCopy.SqliteFile store ->
          Json.object().put("store", store.path().toAbsolutePath().toString());
      case StoreCopy.PostgresServer server -> Json.object().put("store", server.toString());
    };
  }

  private static CopyProgress progress(String what) {
    return (table, done, all) -> {
      if (all > 0) {
        System.err.println(line(table, done, all) + " " + what);
      }
    };
  }

  private static String line(String table, long done, long all) {
    int bar = (int) (WIDTH * Math.min(done, all) / all);
    return String.format(
        Locale.ROOT,
        "  [%s%s] %-20s %,d of %,d rows",
        "#".repeat(bar),
        ".".repeat(WIDTH - bar),
        table,
        done,
        all);
  }
}
