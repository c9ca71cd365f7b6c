package dev.latchkey.cli.run;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.Settings;
import dev.latchkey.model.process.StorageFault;
import java.io.PrintStream;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Opens the store of a server. A node may be started before its database, for example after a power
 * failure. Then it waits, and says so.
 *
 * <p>The ports are opened afterwards, because every proxy understands a port that refuses.
 */
final class DatabaseWait {
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(500);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

  private final Settings settings;
  private OptionalLong failedFirst = OptionalLong.empty();
  private Duration nextLine = Duration.ZERO;

  private DatabaseWait(Settings settings) {
    this.settings = settings;
  }

  static Installation open(Settings settings, PrintStream log) {
    var wait = new DatabaseWait(settings);
    while (true) {
      try {
        return Installation.open(settings, log);
      } catch (StorageFault.Unreachable away) {
        wait.after(away);
      }
    }
  }

  /** Throws the fault if the time is over. */
  private void after(StorageFault.Unreachable away) {
    long now = System.nanoTime();
    failedFirst = OptionalLong.of(failedFirst.orElse(now));
    Duration waited = Duration.ofNanos(now - failedFirst.getAsLong());
    Duration most = settings.store().databaseWait();
    if (waited.compareTo(most) >= 0) {
      throw away;
    }
    if (waited.compareTo(nextLine) >= 0) {
      nextLine = waited.plus(BETWEEN_LINES);
      System.err.println(
          "Latchkey waits for the database, %d seconds at most: %s"
              .formatted(most.toSeconds(), away.getMessage()));
    }
    LockSupport.parkNanos(BETWEEN_ATTEMPTS.toNanos());
  }
}
