package dev.latchkey.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.database.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many writes share a commit, and a failure of one does not affect the others. */
class SqliteDatabaseTest {
  private static final int WRITES = 40;

  private final SqliteDatabase database =
      SqliteDatabase.open(Latchkey.temporaryDirectory().resolve("latchkey.db"), 0, entry -> {});
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    callers.close();
    database.close();
  }

  /** As after a stop of the process: the write would look older than it is. */
  @Test
  void a_batch_that_stalls_before_its_commit_is_refused_and_not_done() {
    Path file = Latchkey.temporaryDirectory().resolve("latchkey.db");
    try (SqliteDatabase before = SqliteDatabase.open(file, 0, entry -> {})) {
      before.write(sql -> sql.update("CREATE TABLE texts (text TEXT NOT NULL)"));
    }
    try (SqliteDatabase impatient = SqliteDatabase.open(file, 0, entry -> {}, Duration.ZERO)) {
      assertThatThrownBy(
              () -> impatient.write(sql -> sql.update("INSERT INTO texts VALUES ('late')")))
          .isInstanceOf(StorageFault.class);

      assertThat(impatient.<Boolean>read(sql -> sql.exists("SELECT 1 FROM texts"))).isFalse();
    }
  }

  /** A change of the schema may rewrite millions of rows. */
  @Test
  void a_change_of_the_schema_is_not_refused_because_it_takes_long() {
    Path file = Latchkey.temporaryDirectory().resolve("latchkey.db");
    try (SqliteDatabase impatient = SqliteDatabase.open(file, 0, entry -> {}, Duration.ZERO)) {
      impatient.changeSchema(sql -> sql.update("CREATE TABLE texts (text TEXT NOT NULL)"));

      assertThat(impatient.<Boolean>read(sql -> sql.exists("SELECT 1 FROM texts"))).isFalse();
    }
  }

  /** A copy of the file does not contain data that was deleted long ago. */
  @Test
  void what_was_deleted_is_overwritten_in_the_file() throws Exception {
    Path file = Latchkey.temporaryDirectory().resolve("latchkey.db");
    try (SqliteDatabase other = SqliteDatabase.open(file, 0, entry -> {})) {
      other.write(sql -> sql.update("CREATE TABLE texts (text TEXT NOT NULL)"));
      for (String text : List.of("stays-1", "to-be-removed", "stays-2")) {
        other.write(sql -> sql.update("INSERT INTO texts VALUES (?)", text));
      }
      other.write(sql -> sql.update("DELETE FROM texts WHERE text = 'to-be-removed'"));
    }

    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
        .contains("stays-1", "stays-2")
        .doesNotContain("be-removed");
  }

  /** Otherwise a single caller would have to wait until everything in the log is copied. */
  @Test
  void committed_data_is_copied_to_the_file_while_writes_continue() throws Exception {
    Path file = Latchkey.temporaryDirectory().resolve("latchkey.db");
    try (SqliteDatabase other = SqliteDatabase.open(file, 0, entry -> {})) {
      other.write(sql -> sql.update("CREATE TABLE texts (text TEXT NOT NULL)"));
      long before = Files.size(file);
      for (int i = 0; i < 600; i++) {
        other.write(sql -> sql.update("INSERT INTO texts VALUES (?)", "long enough".repeat(100)));
      }

      Poll.until(() -> sizeOf(file) > before + 500_000, "a larger file");

      assertThat(
              other.<Integer>read(sql ->
                  sql.one("SELECT COUNT(*) AS texts FROM texts", row -> row.number("texts"))
                      .orElseThrow()))
          .isEqualTo(600);
    }
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  @Test
  void a_write_that_fails_among_others_is_undone_alone() throws Exception {
    database.write(sql -> sql.update("CREATE TABLE moves (number INTEGER NOT NULL UNIQUE)"));
    var writerIsBusy = new CountDownLatch(1);
    var writerMayContinue = new CountDownLatch(1);
    Future<Integer> first =
        callers.submit(() ->
            database.write(sql -> {
              writerIsBusy.countDown();
              await(writerMayContinue);
              return sql.update("INSERT INTO moves VALUES (-1)");
            }));
    writerIsBusy.await();
    List<Future<Integer>> writes =
        IntStream.range(0, WRITES)
            .mapToObj(number -> callers.submit(() -> database.write(sql -> insert(sql, number))))
            .toList();
    Poll.until(() -> database.waiting() == WRITES, "all moves in the queue");

    writerMayContinue.countDown();

    assertThat(first.get()).isEqualTo(1);
    for (int number = 0; number < WRITES; number++) {
      Future<Integer> write = writes.get(number);
      if (number % 10 == 3) {
        assertThatThrownBy(write::get)
            .isInstanceOf(ExecutionException.class)
            .hasRootCauseMessage("move " + number);
      } else {
        assertThat(write.get()).isEqualTo(1);
      }
    }
    List<Integer> kept =
        database.read(sql ->
            sql.all(
                "SELECT number FROM moves WHERE number >= 0 ORDER BY number",
                row -> row.number("number")));
    assertThat(kept)
        .isEqualTo(IntStream.range(0, WRITES).filter(each -> each % 10 != 3).boxed().toList());
  }

  private static int insert(Sql sql, int number) throws SQLException {
    int inserted = sql.update("INSERT INTO moves VALUES (?)", number);
    if (number % 10 == 3) {
      throw new IllegalStateException("move " + number);
    }
    return inserted;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
