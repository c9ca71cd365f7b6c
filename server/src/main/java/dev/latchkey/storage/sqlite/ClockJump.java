package dev.latchkey.storage.sqlite;

import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.time.StoreClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Notices that the clock of the machine has jumped ahead. A store that is purged by a wrong clock
 * loses everything that has not expired yet, so nothing is deleted from then on. A file beside the
 * store says so, also after a restart. It is deleted by the operator, if the clock is right, or by
 * this process, if the clock was set back.
 *
 * <p>The clock is compared with the {@link ClockTimes} of this process or of the one before it, not
 * with the store: rows that were written under a wrong clock would confirm it later. They belong to
 * the machine, so a restored backup does not change them. Only if there are none, as on the first
 * start of a new version or of a copy, the audit log replaces them. Its entries after the present,
 * or after the last jump, prove nothing.
 */
public final class ClockJump {
  private static final Duration MOST_WHILE_RUNNING = Duration.ofDays(1);

  /** The service may have been stopped for some time, or not used. */
  private static final Duration MOST_AT_START = Duration.ofDays(30);

  private static final Duration BETWEEN_RECORDS = Duration.ofHours(1);

  private final Path file;
  private final Path record;
  private final StoreClock clock;
  private Optional<ClockTimes> recorded;
  private ClockTimes times;
  private long seenAt;
  private Duration most = MOST_AT_START;

  /** {@code newestBefore} returns the newest time in the store that is before another time. */
  ClockJump(Path store, StoreClock clock, Function<Instant, Optional<Instant>> newestBefore) {
    this.file = file(store);
    this.record = new StoreFiles(store).clock();
    this.clock = clock;
    this.seenAt = clock.nanoTime();
    Instant now = clock.instant();
    this.recorded = ClockTimes.read(record);
    this.times =
        recorded.orElseGet(
            () -> ClockTimes.of(newestBefore.apply(jumped().orElse(now)).orElse(now)));
    if (jumped().isEmpty() && now.isAfter(times.shown().plus(most))) {
      hold(now);
    }
  }

  /** The file that says that the clock has jumped. */
  public static Path file(Path store) {
    return store.resolveSibling(store.getFileName() + "-clock-jumped");
  }

  /** Why nothing may be deleted. A server calls it every few seconds, a command never. */
  synchronized Optional<String> fault() {
    Instant now = clock.instant();
    Optional<Instant> jumped = jumped();
    Instant expected = expected(jumped.isPresent());
    boolean isSetBack = jumped.filter(now::isBefore).isPresent();
    boolean isRight = !now.isAfter(expected.plus(most)) && (jumped.isEmpty() || isSetBack);
    if (!isRight && jumped.isEmpty()) {
      hold(now);
    }
    times = new ClockTimes(isRight ? now : expected, now);
    boolean isRecorded = record();
    if (isRight) {
      most = MOST_WHILE_RUNNING;
    }
    // Without the record, the time of the jump would be taken for confirmed.
    boolean isOver = isRight && (jumped.isEmpty() || (isRecorded && release()));
    return isOver ? Optional.empty() : Optional.of(fault(file, now));
  }

  /**
   * What the clock should say. If the operator has deleted the file of the jump, the time after the
   * jump is right.
   */
  private Instant expected(boolean hasJumped) {
    long at = clock.nanoTime();
    Duration passed = Duration.ofNanos(at - seenAt);
    seenAt = at;
    return (hasJumped ? times.trusted() : times.shown()).plus(passed);
  }

  /** A disk that is full must not stop the purge, so a failure is only reported to the caller. */
  private boolean record() {
    boolean isRecent =
        recorded
            .filter(last ->
                Duration.between(last.shown(), times.shown()).abs().compareTo(BETWEEN_RECORDS) < 0)
            .isPresent();
    if (isRecent) {
      return true;
    }
    boolean isWritten = times.write(record);
    if (isWritten) {
      recorded = Optional.of(times);
    }
    return isWritten;
  }

  public static String fault(Path file, Instant now) {
    return "the clock has jumped ahead, so nothing that has expired is deleted. It says %s. If that is right, delete %s"
        .formatted(now, file);
  }

  private void hold(Instant after) {
    try {
      Files.writeString(file, after.toString());
    } catch (IOException cause) {
      throw new StorageFault("cannot write " + file + ": " + cause.getMessage(), cause);
    }
  }

  /** What the clock said after its jump. A file that cannot be read says that it has jumped. */
  private Optional<Instant> jumped() {
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.parse(Files.readString(file).strip()));
    } catch (IOException | DateTimeParseException unreadable) {
      return Optional.of(Instant.EPOCH);
    }
  }

  private boolean release() {
    try {
      return Files.deleteIfExists(file);
    } catch (IOException cause) {
      throw new StorageFault("cannot delete " + file + ": " + cause.getMessage(), cause);
    }
  }
}
