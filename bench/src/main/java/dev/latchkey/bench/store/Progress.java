package dev.latchkey.bench.store;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Prints the progress of a long operation: how much is done, how fast, and how much time is left.
 */
final class Progress {
    private static final int WIDTH = 30;

    private final String what;
    private final long all;
    private final PrintStream out;
    private final long start = System.nanoTime();

    Progress(String what, long all, PrintStream out) {
        this.what = what;
        this.all = all;
        this.out = out;
    }

    void at(long done) {
        out.println(line(done, (System.nanoTime() - start) / 1e9));
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
