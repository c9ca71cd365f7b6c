package dev.latchkey.bench;

import dev.latchkey.bench.load.Observed;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The figures of one load. {@code cores}: processor time of the server in a second of the clock.
 * Processor time a request tells more than the rate where other programs run beside.
 */
record Measured(
        double perSecond,
        double p50Micros,
        double p99Micros,
        double p999Micros,
        OptionalDouble cores,
        OptionalLong residentKilobytes,
        long errors) {

    static Measured of(Observed seen, Optional<Duration> cpu, OptionalLong residentKilobytes) {
        return new Measured(
                seen.perSecond(),
                seen.micros(50),
                seen.micros(99),
                seen.micros(99.9),
                cpu.isPresent()
                        ? OptionalDouble.of(cpu.get().toNanos() / 1e9 / seen.seconds())
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
                perSecond,
                p50Micros,
                p99Micros,
                p999Micros,
                cores,
                residentKilobytes,
                errors + more);
    }
}
