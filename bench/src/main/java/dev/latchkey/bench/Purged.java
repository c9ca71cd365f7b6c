package dev.latchkey.bench;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** How fast the purge removes the rows of one kind. */
record Purged(String what, double perSecond) {
  private static final double SHORTEST_SECONDS = 10;
  private static final long BETWEEN_LOOKS_NANOS = 250_000_000;

  /**
   * Watches from the first removed row on. The server may have removed them while it started: a
   * partition is gone between two looks.
   *
   * @param expired how many there were before it started
   * @param left counts those that are left
   */
  static Purged watch(SizeTrial trial, String what, long expired, LongSupplier left) {
    long before = trial.await(left, now -> now < expired);
    long start = System.nanoTime();
    long after = before;
    double seconds = 0;
    while (after > 0
        && before < expired
        && seconds < Math.max(SHORTEST_SECONDS, trial.plan().seconds() / 10)) {
      LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
      after = left.getAsLong();
      seconds = (System.nanoTime() - start) / 1e9;
    }
    double shortest = BETWEEN_LOOKS_NANOS / 1e9;
    long removed = before == 0 ? expired : before - after;
    return new Purged(what, removed / Math.max(shortest, seconds));
  }

  /** {@code added}: how many such rows refreshes add in a second. */
  void report(Report report, double added) {
    report.add(what + " purged", perSecond, "/s");
    report.add(
        Aim.atLeast(what + " purged, of those that refreshes add", perSecond / added, 2, ""));
  }
}
