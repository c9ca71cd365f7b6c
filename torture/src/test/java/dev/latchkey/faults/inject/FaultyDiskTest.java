package dev.latchkey.faults.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the faulty disk with a workload on SQLite. Needs gcc. */
@Tag("long")
class FaultyDiskTest {
  private final Path folder = Latchkey.temporaryDirectory();
  private final Path database = folder.resolve("test.db");
  private final FaultyDisk disk = FaultyDisk.below(folder);

  @ParameterizedTest
  @CsvSource({
    "FULL, SQLITE_FULL",
    "WRITE_ERROR, SQLITE_IOERR_WRITE",
    "SYNC_ERROR, SQLITE_IOERR_FSYNC",
    "READ_ONLY, SQLITE_IOERR_WRITE"
  })
  void sqlite_reports_each_fault_and_continues_after_it(FaultyDisk.Fault fault, String code)
      throws SQLException, IOException {
    Workload process = start();
    process.insert(1);

    disk.set(fault);
    assertThat(process.ask(Workload.INSERT)).contains(code);
    assertThat(disk.failures()).isPositive();
    disk.set(FaultyDisk.Fault.NONE);

    process.insert(1);
    disk.cutPower(process::kill, UnsyncedWrites.allLost());
    assertThat(StoredRows.count(database)).isEqualTo(2);
  }

  @Test
  void files_elsewhere_do_not_fail() {
    Path elsewhere = Latchkey.temporaryDirectory().resolve("test.db");
    disk.set(FaultyDisk.Fault.WRITE_ERROR);

    try (Workload process = Workload.start(elsewhere, Shim.environment(disk.shim()))) {
      process.insert(1);
    }
    assertThat(disk.failures()).isZero();
  }

  @Test
  void nothing_new_can_be_made_on_a_disk_that_is_full_or_read_only() {
    try (Workload process = start()) {
      Path file = folder.resolve("file");

      disk.set(FaultyDisk.Fault.FULL);
      assertThat(process.ask("write " + file + " text")).contains("No space left");
      disk.set(FaultyDisk.Fault.READ_ONLY);
      assertThat(process.ask("write " + file + " text")).contains("Read-only");
      disk.set(FaultyDisk.Fault.NONE);
      assertThat(process.ask("write " + file + " text")).isEqualTo("done");
      disk.set(FaultyDisk.Fault.READ_ONLY);
      assertThat(process.ask("delete " + file)).contains("Read-only");
      disk.set(FaultyDisk.Fault.NONE);
    }
  }

  private Workload start() {
    return Workload.start(database, Shim.environment(disk.shim()));
  }
}
