package dev.latchkey.bench.store;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Prints the progress of a long operation: how much is done, how fast, and how much time is left.
 */
final class Progress {
  private static final int WIDTH = 30;
  private static final long BETWEEN_LINES_NANOS = 5_000_000_000L;

  private final String what;
  private final long all;
  private final PrintStream out;
  private final long start = System.nanoTime();
  private long printedAt = start;

  Progress(String what, long all, PrintStream out) {
    this.what = what;
    this.all = all;
    this.out = out;
  }

  void at(long done) {
    printedAt = System.nanoTime();
    out.println(line(done, (printedAt - start) / 1e9));
  }

  /** The same, but at most once in a few seconds, and at the end. */
  void now(long done) {
    if (done == all || System.nanoTime() - printedAt > BETWEEN_LINES_NANOS) {
      at(done);
    }
  }

  String line(long done, double seconds) {
    int bar = (int) (WIDTH * done / all);
    double perSecond = done / Math.max(seconds, 1e-9);
    return String.format(
        Locale.ROOT,
        "  [%s%s] %,d of %,d %s, %,.0f/s, %.0f s left",
        "#".repeat(bar),
        ".".repeat(WIDTH - bar),
        done,
        all,
        what,
        perSecond,
        (all - done) / perSecond);
  }
}
