package dev.latchkey.bench;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/**
 * The figures of one scenario. {@code cores}: processor time of the server in a second of the
 * clock. Processor time a request tells more than the rate where other programs run beside.
 */
record Measured(
        String name,
        double perSecond,
        double p50Micros,
        double p99Micros,
        double p999Micros,
        OptionalDouble cores,
        OptionalLong residentKilobytes,
        long errors) {

    static Measured of(
            String name, Observed seen, Optional<Duration> cpu, OptionalLong residentKilobytes) {
        double seconds = seen.elapsedNanos() / 1e9;
        Histogram latencies = seen.latencies();
        return new Measured(
                name,
                latencies.getTotalCount() / seconds,
                micros(latencies, 50),
                micros(latencies, 99),
                micros(latencies, 99.9),
                cpu.isPresent()
                        ? OptionalDouble.of(cpu.get().toNanos() / 1e9 / seconds)
                        : OptionalDouble.empty(),
                residentKilobytes,
                seen.errors());
    }

    OptionalDouble cpuMicrosPerRequest() {
        return cores.isPresent() && perSecond > 0
                ? OptionalDouble.of(cores.getAsDouble() * 1e6 / perSecond)
                : OptionalDouble.empty();
    }

    Measured withErrors(long more) {
        return new Measured(
                name,
                perSecond,
                p50Micros,
                p99Micros,
                p999Micros,
                cores,
                residentKilobytes,
                errors + more);
    }

    double ratioTo(Measured fixed) {
        return perSecond / fixed.perSecond;
    }

    private static double micros(Histogram latencies, double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1e3;
    }
}
