package dev.latchkey.faults.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.latchkey.harness.Latchkey;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the clock shim. Needs gcc. */
@Tag("long")
class NodeClockTest {
  private static final int TOLERANCE_SECONDS = 5;

  private final NodeClock clock = new NodeClock();
  private final Path folder = Latchkey.temporaryDirectory();
  private final Path database = folder.resolve("test.db");

  @ParameterizedTest
  @ValueSource(longs = {0, 90_061_001, -90_061_001, -1, 999, -999})
  void a_running_process_follows_every_step(long millis) {
    try (Workload process = Workload.start(database, Shim.environment(clock.shim()))) {
      long uptime = nanos(process);
      Instant before = instant(process);

      clock.setOffset(Duration.ofMillis(millis));

      Duration step = Duration.between(before, instant(process)).minusMillis(millis);
      assertThat(step).isBetween(Duration.ZERO, Duration.ofSeconds(TOLERANCE_SECONDS));
      assertThat(Long.parseLong(process.ask("millis")))
          .isCloseTo(System.currentTimeMillis() + millis, within(TOLERANCE_SECONDS * 1_000L));
      assertThat(nanos(process) - uptime)
          .isBetween(0L, Duration.ofSeconds(TOLERANCE_SECONDS).toNanos());
      clock.setOffset(Duration.ZERO);
      assertThat(instant(process))
          .isCloseTo(Instant.now(), within(TOLERANCE_SECONDS, ChronoUnit.SECONDS));
    }
  }

  @Test
  void sqlite_follows_and_the_disk_can_fail_in_the_same_process() {
    FaultyDisk disk = FaultyDisk.below(folder);
    clock.setOffset(Duration.ofDays(400));
    try (Workload process = Workload.start(database, Shim.environment(disk.shim(), clock.shim()))) {
      assertThat(process.ask("insert 10")).isEqualTo("done");
      assertThat(Long.parseLong(process.ask("sqlite-seconds")))
          .isCloseTo(
              Instant.now().plus(Duration.ofDays(400)).getEpochSecond(),
              within((long) TOLERANCE_SECONDS));

      disk.set(FaultyDisk.Fault.FULL);
      assertThat(process.ask("insert 10")).contains("SQLITE_FULL");
    }
  }

  private static Instant instant(Workload process) {
    return Instant.parse(process.ask("instant"));
  }

  private static long nanos(Workload process) {
    return Long.parseLong(process.ask("nanos"));
  }
}
