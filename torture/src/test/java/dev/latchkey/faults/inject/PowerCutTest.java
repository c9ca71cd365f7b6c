package dev.latchkey.faults.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what a power cut leaves of a file. Needs gcc. */
@Tag("long")
class PowerCutTest {
  private static final int ROWS = 20;
  private static final Duration SLOW = Duration.ofMillis(500);

  private final Path folder = Latchkey.temporaryDirectory();
  private final Path database = folder.resolve("test.db");
  private final FaultyDisk disk = FaultyDisk.below(folder);

  @Test
  void what_was_committed_survives_every_power_cut() throws SQLException, IOException {
    for (int cut = 1; cut <= 3; cut++) {
      Workload process = start();
      process.insert(ROWS);
      if (cut == 2) {
        assertThat(process.ask("checkpoint")).isEqualTo("done");
      }
      disk.cutPower(process::kill, UnsyncedWrites.allLost());
      assertThat(StoredRows.count(database)).isEqualTo(cut * ROWS);
    }
    assertThat(disk.syncs()).isGreaterThanOrEqualTo(3 * ROWS);
  }

  @Test
  void a_power_cut_during_a_slow_sync_loses_what_was_not_answered() throws Exception {
    Workload process = start();
    process.insert(ROWS);
    disk.slowSyncs(SLOW);
    long syncs = disk.syncs();
    long begun = System.nanoTime();
    process.insert(1);
    assertThat(System.nanoTime() - begun).isGreaterThan(SLOW.toNanos());
    assertThat(disk.syncs()).isEqualTo(syncs + 1);
    long before = sizeOf(log());
    Thread unanswered = Thread.startVirtualThread(() -> tryInsert(process));
    Poll.until(() -> sizeOf(log()) > before, "what it writes before it syncs");

    PowerCut.Outcome outcome = disk.cutPower(process::kill, UnsyncedWrites.allLost());

    unanswered.join();
    assertThat(outcome.lost()).isPositive();
    assertThat(StoredRows.count(database)).isEqualTo(ROWS + 1);
  }

  @Test
  void a_killed_process_has_written_what_it_did_not_sync() throws SQLException, IOException {
    disk.ignoreLogSyncs(true);
    Workload process = start();
    process.insert(ROWS);

    process.kill();

    assertThat(StoredRows.count(database)).isEqualTo(ROWS);
  }

  @Test
  void a_power_cut_loses_commits_whose_sync_was_ignored() throws SQLException, IOException {
    Workload process = start();
    process.insert(ROWS);
    disk.ignoreLogSyncs(true);
    process.insert(ROWS);
    assertThat(disk.ignoredSyncs()).isGreaterThanOrEqualTo(ROWS);

    PowerCut.Outcome outcome = disk.cutPower(process::kill, UnsyncedWrites.allLost());

    assertThat(StoredRows.count(database)).isEqualTo(ROWS);
    assertThat(outcome.lost()).isPositive();
    assertThat(outcome.kept()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 512", "2, 512", "3, 4096", "4, 4096"})
  void a_part_of_what_was_not_synced_may_survive(long seed, int block)
      throws SQLException, IOException {
    Workload process = start();
    process.insert(ROWS);
    disk.ignoreLogSyncs(true);
    process.insert(ROWS);

    PowerCut.Outcome outcome = disk.cutPower(process::kill, UnsyncedWrites.someKept(seed, block));

    assertThat(outcome.lost()).isPositive();
    assertThat(outcome.kept()).isPositive();
    assertThat(StoredRows.count(database)).as("of a log with holes").isBetween(ROWS, 2 * ROWS - 1);
  }

  @Test
  void the_first_sync_of_a_new_process_covers_what_a_killed_one_wrote() {
    Path file = folder.resolve("file");
    Workload killed = start();
    killed.ask("write " + file + " text");
    killed.kill();
    Workload next = start();
    next.ask("sync " + file);

    disk.cutPower(next::kill, UnsyncedWrites.allLost());

    assertThat(file).hasContent("text");
  }

  @Test
  void a_file_that_was_never_synced_is_lost_and_an_overwritten_one_is_as_before() {
    Path lost = folder.resolve("lost");
    Path kept = folder.resolve("kept");
    Workload process = start();
    process.ask("write " + lost + " text");
    process.ask("write " + kept + " longer-text");
    process.ask("sync " + kept);
    process.ask("write " + kept + " short");
    assertThat(kept).hasContent("short");

    disk.cutPower(process::kill, UnsyncedWrites.allLost());

    assertThat(lost).doesNotExist();
    assertThat(kept).hasContent("longer-text");
  }

  @Test
  void a_deleted_file_comes_back_unless_something_was_synced_since() {
    Path early = folder.resolve("early");
    Path late = folder.resolve("late");
    Workload process = start();
    for (Path file : new Path[] {early, late}) {
      process.ask("write " + file + " text");
      process.ask("sync " + file);
    }
    process.ask("delete " + early);
    process.insert(1);
    process.ask("delete " + late);

    disk.cutPower(process::kill, UnsyncedWrites.allLost());

    assertThat(early).doesNotExist();
    assertThat(late).hasContent("text");
  }

  @Test
  void shared_memory_does_not_survive() {
    Workload process = start();
    process.insert(1);
    assertThat(folder.resolve("test.db-shm")).exists();

    disk.cutPower(process::kill, UnsyncedWrites.allLost());

    assertThat(folder.resolve("test.db-shm")).doesNotExist();
    assertThat(folder.resolve("test.db-wal")).exists();
  }

  @Test
  void files_that_a_test_writes_are_durable_after_sync_all() throws IOException {
    Path file = folder.resolve("file");
    Path deleted = folder.resolve("deleted");
    Workload process = start();
    process.ask("write " + deleted + " text");
    process.ask("sync " + deleted);
    process.kill();
    Files.delete(deleted);
    Files.writeString(file, "text");
    disk.syncAll();

    disk.cutPower(() -> {}, UnsyncedWrites.allLost());

    assertThat(file).hasContent("text");
    assertThat(deleted).doesNotExist();
  }

  private Workload start() {
    return Workload.start(database, Shim.environment(disk.shim()));
  }

  private Path log() {
    return folder.resolve("test.db-wal");
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private static void tryInsert(Workload process) {
    try {
      process.insert(1);
    } catch (AssertionError | UncheckedIOException killed) {
      // The process is killed during the insert, as the test intends.
    }
  }
}
