package dev.latchkey.edge.http;

import dev.latchkey.model.process.StorageFault;
import java.time.Duration;

/**
 * Logs the requests that the store failed, at most one a second: while a database is away, every
 * request of a flood fails for the same reason.
 */
final class StorageFaultLog {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(1);

  private long nextAt = System.nanoTime();
  private int leftOut;

  /** {@code request}: names the request, if requests have ids. */
  void add(StorageFault fault, String request) {
    int before;
    synchronized (this) {
      if (System.nanoTime() - nextAt < 0) {
        leftOut++;
        return;
      }
      nextAt = System.nanoTime() + BETWEEN_LINES.toNanos();
      before = leftOut;
      leftOut = 0;
    }
    LOG.log(
        System.Logger.Level.ERROR,
        "storage: {0}{1}{2}",
        fault.inOneLine(),
        request,
        before == 0 ? "" : " (failures left out before this line: " + before + ")");
  }
}
