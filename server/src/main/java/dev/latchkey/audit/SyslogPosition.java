package dev.latchkey.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;

/** The number of the last entry that was sent, in a file of the data directory. */
record SyslogPosition(Path file) {
  /** Empty if nothing was sent yet. */
  OptionalLong read() {
    try {
      return Files.exists(file)
          ? OptionalLong.of(Long.parseLong(Files.readString(file).strip()))
          : OptionalLong.empty();
    } catch (NumberFormatException damaged) {
      throw new IllegalStateException(file + " must contain one number", damaged);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Replaces the number. When this method returns, it is on disk. */
  void write(long number) {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try {
      Files.createDirectories(next.toAbsolutePath().getParent());
      Files.writeString(next, number + "\n");
      try (var written = FileChannel.open(next, StandardOpenOption.WRITE)) {
        written.force(true);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
