package dev.latchkey.storage.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;

/**
 * The last time that was trusted, and what the clock said then. They differ while the clock is
 * known to have jumped. Both are in a file beside the store.
 */
record ClockTimes(Instant trusted, Instant shown) {
  static ClockTimes of(Instant time) {
    return new ClockTimes(time, time);
  }

  static Optional<ClockTimes> read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      return lines.size() == 2
          ? Optional.of(new ClockTimes(Instant.parse(lines.get(0)), Instant.parse(lines.get(1))))
          : Optional.empty();
    } catch (IOException | DateTimeParseException unreadable) {
      return Optional.empty();
    }
  }

  /** False if the disk refuses it. What was in the file is then still there. */
  boolean write(Path file) {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.deleteIfExists(draft);
      StoreFiles.create(draft);
      Files.write(draft, List.of(trusted.toString(), shown.toString()));
      StoreFiles.publish(draft, file);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }
}
