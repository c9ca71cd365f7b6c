package dev.latchkey.faults.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;

/** What a {@link Workload} has left in its database, which has to be whole. */
final class StoredRows {
    private StoredRows() {}

    /** In a copy: SQLite writes to a database when it opens and closes one with a log. */
    static int count(Path database) throws SQLException, IOException {
        Path copy = Latchkey.temporaryDirectory();
        PowerCut.copyAll(database.getParent(), copy);
        try (var store =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + copy.resolve(database.getFileName()));
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
