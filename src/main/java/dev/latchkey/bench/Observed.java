package dev.latchkey.bench;

import java.util.Optional;
import org.HdrHistogram.Histogram;

/** What one connection, or all of them together, saw. Latencies are in nanoseconds. */
record Observed(Histogram latencies, long elapsedNanos, long errors, Optional<String> firstError) {
    private static final long HIGHEST_NANOS = 60_000_000_000L;
    private static final int DIGITS = 3;

    static Histogram histogram() {
        return new Histogram(HIGHEST_NANOS, DIGITS);
    }

    Observed with(Observed other) {
        latencies.add(other.latencies);
        return new Observed(
                latencies,
                Math.max(elapsedNanos, other.elapsedNanos),
                errors + other.errors,
                firstError.or(other::firstError));
    }
}
