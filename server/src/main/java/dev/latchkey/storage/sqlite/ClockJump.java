package dev.latchkey.storage.sqlite;

import dev.latchkey.model.StorageFault;
import dev.latchkey.model.StoreClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * Notices that the clock of the machine has jumped ahead. A store that is purged by a wrong clock
 * loses everything that has not expired yet, so nothing is deleted from then on. A file beside the
 * store says so, also after a restart. It is deleted by the operator, if the clock is right, or by
 * this process, if the clock was set back.
 */
public final class ClockJump {
  private static final Duration MOST_WHILE_RUNNING = Duration.ofDays(1);

  /** The service may have been stopped for some time, or not used. */
  private static final Duration MOST_AT_START = Duration.ofDays(30);

  private final Path file;
  private final StoreClock clock;
  private Instant seen;
  private long seenAt;

  /** {@code newest} is the newest time in the store. */
  ClockJump(Path store, StoreClock clock, Optional<Instant> newest) {
    this.file = file(store);
    this.clock = clock;
    this.seen = clock.instant();
    this.seenAt = clock.nanoTime();
    if (newest.isPresent() && seen.isAfter(newest.get().plus(MOST_AT_START))) {
      hold(seen);
    }
  }

  /** The file that says that the clock has jumped. */
  public static Path file(Path store) {
    return store.resolveSibling(store.getFileName() + "-clock-jumped");
  }

  /** Why nothing may be deleted. To be called every few seconds. */
  synchronized Optional<String> fault() {
    Instant now = clock.instant();
    long at = clock.nanoTime();
    Instant expected = seen.plusNanos(at - seenAt);
    seen = now;
    seenAt = at;
    if (now.isAfter(expected.plus(MOST_WHILE_RUNNING))) {
      hold(now);
    }
    return jumped().filter(after -> !isSetBack(after, now)).map(after -> fault(file, now));
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
      return Optional.of(Instant.MIN);
    }
  }

  private boolean isSetBack(Instant after, Instant now) {
    if (!now.isBefore(after)) {
      return false;
    }
    try {
      return Files.deleteIfExists(file);
    } catch (IOException cause) {
      throw new StorageFault("cannot delete " + file + ": " + cause.getMessage(), cause);
    }
  }
}
