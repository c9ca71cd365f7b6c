package dev.latchkey.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.model.process.StorageFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A backup, an export or a check of a store that a busy server uses. */
class LongReadTest {
  private static final int MEGABYTE = 1 << 20;
  private static final String VERY_MANY_ROWS =
      """
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000000000)
      SELECT COUNT(*) FROM numbers, things
      """;

  private final Path file = Latchkey.temporaryDirectory().resolve("latchkey.db");
  private final SqliteDatabase server = SqliteDatabase.open(file, 0, entry -> {});
  private Connection reader;

  @BeforeEach
  void begin() throws SQLException {
    server.write(sql -> sql.update("CREATE TABLE things (data BLOB NOT NULL)"));
    write(1);
    reader = DriverManager.getConnection("jdbc:sqlite:" + file);
    reader.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    reader.close();
    server.close();
  }

  @Test
  void a_read_ends_when_the_log_has_grown_too_much() throws SQLException {
    assertThatThrownBy(() ->
            LongRead.during(
                file,
                reader,
                () -> {
                  query("SELECT COUNT(*) FROM things");
                  write(20);
                  query(VERY_MANY_ROWS);
                },
                10 * MEGABYTE))
        .isInstanceOf(StorageFault.class)
        .hasMessageContaining("log latchkey.db-wal has grown to more than 10 MB");

    reader.rollback();
    query("SELECT COUNT(*) FROM things");
  }

  @Test
  void the_log_is_short_again_after_the_read() throws SQLException {
    query("SELECT COUNT(*) FROM things");
    write(80);
    assertThat(logBytes()).isGreaterThan(80 * MEGABYTE);
    reader.rollback();

    Poll.until(
        () -> {
          write(1);
          return logBytes() <= 64 * MEGABYTE;
        },
        "the log to start from its beginning");
  }

  private void query(String text) throws SQLException {
    try (var statement = reader.createStatement();
        var rows = statement.executeQuery(text)) {
      assertThat(rows.next()).isTrue();
    }
  }

  private void write(int megabytes) {
    for (int i = 0; i < megabytes; i++) {
      server.write(sql -> sql.update("INSERT INTO things VALUES (zeroblob(?))", MEGABYTE));
    }
  }

  private long logBytes() {
    try {
      return Files.size(file.resolveSibling("latchkey.db-wal"));
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
