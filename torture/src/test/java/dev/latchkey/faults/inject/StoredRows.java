package dev.latchkey.faults.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * Counts the rows that a {@link Workload} has left in its database. Fails if the database is
 * damaged.
 */
final class StoredRows {
  private StoredRows() {}

  /** Reads a copy, because SQLite writes to a database with a log when it opens and closes it. */
  static int count(Path database) throws SQLException, IOException {
    Path copy = Latchkey.temporaryDirectory();
    PowerCut.copyAll(database.getParent(), copy);
    try (var store =
            DriverManager.getConnection("jdbc:sqlite:" + copy.resolve(database.getFileName()));
        var statement = store.createStatement()) {
      try (var rows = statement.executeQuery("PRAGMA integrity_check")) {
        assertThat(rows.getString(1)).isEqualTo("ok");
      }
      try (var rows = statement.executeQuery("SELECT COUNT(*) FROM kept")) {
        return rows.getInt(1);
      }
    }
  }
}
