package dev.latchkey.bench.load;

import java.util.Optional;
import org.HdrHistogram.Histogram;

/** What a drive saw. Only right answers are in the latencies, which are in nanoseconds. */
public record Observed(
        Histogram latencies, long elapsedNanos, long errors, Optional<String> firstError) {
    private static final long HIGHEST_NANOS = 300_000_000_000L;
    private static final int DIGITS = 3;

    static Histogram histogram() {
        return new Histogram(HIGHEST_NANOS, DIGITS);
    }

    public double perSecond() {
        return latencies.getTotalCount() / seconds();
    }

    public double seconds() {
        return elapsedNanos / 1e9;
    }

    public double micros(double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1e3;
    }
}
