package dev.latchkey.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A temporary directory, which is removed when it is closed. */
public record TemporaryDirectory(Path path) implements ShutdownCleanup.Resource {
  private static final long BETWEEN_TRIES_NANOS = 20_000_000;
  private static final int TRIES = 250;

  public static TemporaryDirectory make() {
    return ShutdownCleanup.open(() -> {
      try {
        return new TemporaryDirectory(Files.createTempDirectory("latchkey-bench"));
      } catch (IOException refused) {
        throw new HostFault("cannot make a directory for the benchmark", refused);
      }
    });
  }

  /**
   * Removes the directory. It tries several times, because after an interruption another process
   * may still write to it.
   */
  @Override
  public void close() {
    for (int i = 0; i < TRIES && Files.exists(path); i++) {
      if (i > 0) {
        LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
      }
      empty();
    }
    ShutdownCleanup.unregister(this);
  }

  private void empty() {
    try (Stream<Path> files = Files.walk(path)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(file -> file.delete());
    } catch (IOException | UncheckedIOException changing) {
      // Another process is changing the files, so close() tries again.
    }
  }
}
