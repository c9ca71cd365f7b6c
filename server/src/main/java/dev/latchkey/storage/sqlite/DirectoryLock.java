package dev.latchkey.storage.sqlite;

import dev.latchkey.model.process.StorageFault;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Allows only one server for each directory. A SQLite server caches on the basis of its own writes,
 * so no other server may use the same file.
 */
public final class DirectoryLock implements AutoCloseable {
  private final Optional<FileChannel> file;

  private DirectoryLock(Optional<FileChannel> file) {
    this.file = file;
  }

  public static DirectoryLock none() {
    return new DirectoryLock(Optional.empty());
  }

  public static DirectoryLock take(Path directory) {
    try {
      FileChannel file =
          FileChannel.open(
              directory.resolve("latchkey.lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      FileLock lock = file.tryLock();
      if (lock == null) {
        file.close();
        throw new StorageFault(
            "another latchkey is running on "
                + directory
                + ": stop it first, or name another directory with --data");
      }
      return new DirectoryLock(Optional.of(file));
    } catch (IOException cause) {
      throw new StorageFault("cannot lock " + directory + ": " + cause.getMessage(), cause);
    }
  }

  /**
   * Whether a server runs on this directory. The server must not call this: closing the file would
   * end its own lock.
   */
  static boolean isTakenByServer(Path directory) throws IOException {
    Path file = directory.resolve("latchkey.lock");
    if (Files.notExists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return channel.tryLock() == null;
    }
  }

  /** Runs this while no server runs. */
  public static void whileAlone(Path directory, Runnable work) {
    DirectoryLock lock = take(directory);
    try {
      work.run();
    } finally {
      lock.close();
    }
  }

  @Override
  public void close() {
    try {
      if (file.isPresent()) {
        file.get().close();
      }
    } catch (IOException cause) {
      throw new StorageFault("cannot unlock", cause);
    }
  }
}
