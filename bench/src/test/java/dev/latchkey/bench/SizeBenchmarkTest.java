package dev.latchkey.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.ShiftedClock;
import dev.latchkey.bench.store.StoreSize;
import dev.latchkey.host.HostFault;
import dev.latchkey.host.Installed;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole measurement at a small size, on a store that is kept. */
class SizeBenchmarkTest {
  private static final StoreSize SIZE = new StoreSize(4_000, 1_000, 100, 1_000);
  private static final Cores CORES = new Cores(List.of(), false);

  @TempDir Path directory;

  @Test
  void every_measurement_of_a_small_store_has_a_figure() {
    var report = new Report("a machine");
    var plan = new SizePlan(200, 20, 2, 1, 5, Duration.ZERO);

    new SizeBenchmark(wanted(SIZE), plan, new SizeTrial.Output(CORES, report, quiet())).run();

    String table = report.table();
    assertThat(report.isClean()).as(table).isTrue();
    assertThat(table)
        .contains(
            "that the cache answers at the end",
            "as a share of that at rest",
            "a consent, p99",
            "start page, p99",
            "audit log, p99",
            "people of the platform, p99",
            "rotated refresh tokens purged",
            "met     tokens that are active after the revocation: 0",
            "an active token on disk",
            "a refresh, written to the disk")
        .doesNotContain("Not measured")
        // So few do not fill what a node needs for the first one.
        .doesNotContain("a token in the memory of a node");
    assertThat(report.json().path("figures").size()).isGreaterThan(8);
  }

  @Test
  void a_store_that_is_kept_is_used_again() throws IOException {
    try (SizedStore first = SizedStore.open(wanted(SIZE), CORES, quiet())) {
      assertThat(first.takeRun(100)).isEqualTo(new SizedStore.Run(0, 0));
    }
    var filled = Files.getLastModifiedTime(directory.resolve("store/latchkey.db"));

    try (SizedStore second = SizedStore.open(wanted(SIZE), CORES, quiet())) {
      assertThat(second.takeRun(100)).isEqualTo(new SizedStore.Run(1, 100));
    }

    assertThat(Files.getLastModifiedTime(directory.resolve("store/latchkey.db"))).isEqualTo(filled);
    var larger = wanted(new StoreSize(8_000, 1_000, 100, 1_000));
    assertThatThrownBy(() -> SizedStore.open(larger, CORES, quiet()))
        .isInstanceOf(HostFault.class)
        .hasMessageContaining("has another size");
  }

  @Test
  void a_directory_with_other_files_is_refused() throws IOException {
    Files.createDirectories(directory.resolve("store"));
    Files.writeString(directory.resolve("store/other"), "");

    assertThatThrownBy(() -> SizedStore.open(wanted(SIZE), CORES, quiet()))
        .isInstanceOf(HostFault.class)
        .hasMessageContaining("is not empty and has no complete store");
  }

  @Test
  void a_disk_that_is_too_small_is_refused_before_anything_is_filled() {
    var huge = wanted(new StoreSize(1L << 50, 1_000, 100, 1_000));

    assertThatThrownBy(() -> SizedStore.open(huge, CORES, quiet()))
        .isInstanceOf(HostFault.class)
        .hasMessageContaining("use fewer --pairs");
  }

  @Test
  void the_clock_of_a_process_can_be_ahead() {
    ShiftedClock clock = ShiftedClock.aheadBy(Duration.ofHours(1), directory);

    String seconds = Installed.run(clock.before(List.of("date", "+%s"))).strip();

    assertThat(Instant.ofEpochSecond(Long.parseLong(seconds)))
        .isBetween(Instant.now().plusSeconds(3_540), Instant.now().plusSeconds(3_660));
  }

  private SizedStore.Wanted wanted(StoreSize size) {
    return new SizedStore.Wanted(size, Optional.of(directory.resolve("store")), false);
  }

  private static PrintStream quiet() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }
}
