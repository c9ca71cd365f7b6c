package dev.latchkey.bench;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** How fast the purge removes the rows of one kind. */
record Purged(String what, double perSecond) {
    private static final double SHORTEST_SECONDS = 10;
    private static final long BETWEEN_LOOKS_NANOS = 250_000_000;

    /** Watches from the first removed row on. {@code left} counts those that are left. */
    static Purged watch(SizeTrial trial, String what, LongSupplier left) {
        long all = left.getAsLong();
        long before = trial.await(left, now -> now < all);
        long start = System.nanoTime();
        long after = before;
        double seconds = 0;
        while (after > 0
                && before < all
                && seconds < Math.max(SHORTEST_SECONDS, trial.plan().seconds() / 10)) {
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            after = left.getAsLong();
            seconds = (System.nanoTime() - start) / 1e9;
        }
        // A partition is gone between two looks.
        double shortest = BETWEEN_LOOKS_NANOS / 1e9;
        return new Purged(
                what,
                before == 0 ? all / shortest : (before - after) / Math.max(shortest, seconds));
    }

    /** {@code added}: how many such rows refreshes add in a second. */
    void report(Report report, double added) {
        report.add(what + " purged", perSecond, "/s");
        report.add(
                Aim.atLeast(
                        what + " purged, of those that refreshes add", perSecond / added, 2, ""));
    }
}
