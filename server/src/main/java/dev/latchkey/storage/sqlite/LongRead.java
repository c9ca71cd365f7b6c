package dev.latchkey.storage.sqlite;

import dev.latchkey.model.process.Background;
import dev.latchkey.model.process.StorageFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.sqlite.SQLiteConnection;

/**
 * Reads a whole store, for example for a backup, while a server may write. As long as one
 * transaction reads, SQLite cannot start its log from the beginning, so the log grows with each
 * write. The read ends with an error before the log of a busy server fills the disk.
 */
public final class LongRead {
  /** The log may become as large as the store and this, so that a small store can be read. */
  private static final long MARGIN = 1L << 30;

  private static final Duration INTERVAL = Duration.ofMillis(100);

  private final Path log;
  private final long mostBytes;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean wasEnded;

  private LongRead(Path log, long mostBytes) {
    this.log = log;
    this.mostBytes = mostBytes;
  }

  @FunctionalInterface
  public interface Step {
    void run() throws SQLException, IOException;
  }

  /** {@code step} reads the store with {@code reader}. */
  public static void during(Path store, Connection reader, Step step)
      throws SQLException, IOException {
    during(store, reader, step, Files.size(store) + MARGIN);
  }

  static void during(Path store, Connection reader, Step step, long mostBytes)
      throws SQLException, IOException {
    var read = new LongRead(new StoreFiles(store).log(), mostBytes);
    SQLiteConnection connection = reader.unwrap(SQLiteConnection.class);
    Thread watch =
        Background.repeat(
            "log-of-the-store",
            () -> read.over.getCount() > 0,
            () -> read.watch(connection),
            () -> {});
    watch.start();
    try {
      step.run();
    } catch (SQLException failed) {
      if (read.wasEnded) {
        throw read.fault(failed);
      }
      throw failed;
    } finally {
      read.end(watch);
    }
  }

  private StorageFault fault(SQLException ended) {
    return new StorageFault(
        "while the store was read, the server wrote so much that the log %s has grown to more than %d MB: try again when it writes less, or stop it"
            .formatted(log.getFileName(), mostBytes >> 20),
        ended);
  }

  private void watch(SQLiteConnection reader) throws InterruptedException {
    if (over.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS) || !isTooLarge()) {
      return;
    }
    wasEnded = true;
    try {
      reader.getDatabase().interrupt();
    } catch (SQLException notReading) {
      throw new StorageFault("cannot end the read", notReading);
    }
  }

  private boolean isTooLarge() {
    try {
      return Files.exists(log) && Files.size(log) > mostBytes;
    } catch (IOException cause) {
      throw new StorageFault("cannot find the size of " + log, cause);
    }
  }

  /** Waits for the thread, so that it never interrupts a statement that follows. */
  private void end(Thread watch) {
    over.countDown();
    try {
      watch.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
