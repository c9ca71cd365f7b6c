package dev.latchkey.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.model.StorageFault;
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

/** Many moves share a commit, and no move shares another's fault. */
class SqliteDatabaseTest {
    private static final int MOVES = 40;

    private final SqliteDatabase database =
            SqliteDatabase.open(
                    Latchkey.temporaryDirectory().resolve("latchkey.db"), 0, entry -> {});
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        callers.close();
        database.close();
    }

    /** As after a stop of the process: the move would look older than it is. */
    @Test
    void a_batch_held_up_on_its_way_to_the_commit_is_refused_and_not_done() {
        Path file = Latchkey.temporaryDirectory().resolve("latchkey.db");
        try (SqliteDatabase before = SqliteDatabase.open(file, 0, entry -> {})) {
            before.write(sql -> sql.update("CREATE TABLE texts (text TEXT NOT NULL)"));
        }
        try (SqliteDatabase impatient = SqliteDatabase.open(file, 0, entry -> {}, Duration.ZERO)) {
            assertThatThrownBy(() ->
                            impatient.write(sql -> sql.update("INSERT INTO texts VALUES ('late')")))
                    .isInstanceOf(StorageFault.class);

            assertThat(impatient.<Boolean>read(sql -> sql.exists("SELECT 1 FROM texts"))).isFalse();
        }
    }

    /** A change of the schema may rewrite millions of rows. */
    @Test
    void a_move_that_may_take_long_is_not_held_up() {
        Path file = Latchkey.temporaryDirectory().resolve("latchkey.db");
        try (SqliteDatabase impatient = SqliteDatabase.open(file, 0, entry -> {}, Duration.ZERO)) {
            impatient.writeHoweverLong(
                    sql -> sql.update("CREATE TABLE texts (text TEXT NOT NULL)"));

            assertThat(impatient.<Boolean>read(sql -> sql.exists("SELECT 1 FROM texts"))).isFalse();
        }
    }

    /** Whoever copies the file does not find in it what was removed long ago. */
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

    /** Else the caller whose commit is the one too many would wait for all that was written. */
    @Test
    void what_was_committed_goes_into_the_file_beside_the_writer() throws Exception {
        Path file = Latchkey.temporaryDirectory().resolve("latchkey.db");
        try (SqliteDatabase other = SqliteDatabase.open(file, 0, entry -> {})) {
            other.write(sql -> sql.update("CREATE TABLE texts (text TEXT NOT NULL)"));
            long before = Files.size(file);
            for (int i = 0; i < 600; i++) {
                other.write(sql ->
                        sql.update("INSERT INTO texts VALUES (?)", "long enough".repeat(100)));
            }

            Poll.until(() -> sizeOf(file) > before + 500_000, "a larger file");

            assertThat(
                            other.<Integer>read(sql ->
                                    sql.one(
                                                    "SELECT COUNT(*) AS texts FROM texts",
                                                    row -> row.number("texts"))
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
    void a_move_that_fails_among_others_is_undone_alone() throws Exception {
        database.write(sql -> sql.update("CREATE TABLE moves (number INTEGER NOT NULL UNIQUE)"));
        var laneIsTaken = new CountDownLatch(1);
        var laneMayGoOn = new CountDownLatch(1);
        Future<Integer> first =
                callers.submit(() ->
                        database.write(sql -> {
                            laneIsTaken.countDown();
                            await(laneMayGoOn);
                            return sql.update("INSERT INTO moves VALUES (-1)");
                        }));
        laneIsTaken.await();
        List<Future<Integer>> store =
                IntStream.range(0, MOVES)
                        .mapToObj(number ->
                                callers.submit(() -> database.write(sql -> move(sql, number))))
                        .toList();
        Poll.until(() -> database.waiting() == MOVES, "all moves in the queue");

        laneMayGoOn.countDown();

        assertThat(first.get()).isEqualTo(1);
        for (int number = 0; number < MOVES; number++) {
            Future<Integer> move = store.get(number);
            if (number % 10 == 3) {
                assertThatThrownBy(move::get)
                        .isInstanceOf(ExecutionException.class)
                        .hasRootCauseMessage("move " + number);
            } else {
                assertThat(move.get()).isEqualTo(1);
            }
        }
        List<Integer> kept =
                database.read(sql ->
                        sql.all(
                                "SELECT number FROM moves WHERE number >= 0 ORDER BY number",
                                row -> row.number("number")));
        assertThat(kept)
                .isEqualTo(
                        IntStream.range(0, MOVES).filter(each -> each % 10 != 3).boxed().toList());
    }

    private static int move(Sql sql, int number) throws SQLException {
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
