package dev.latchkey.bench;

import dev.latchkey.bench.host.ServerProcess;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.LoadResult;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The figures of one load. Where other programs run on the machine, the processor time of a request
 * says more than the rate.
 *
 * @param cores processor time of the server in one second of the clock
 * @param databaseCores the same for the PostgreSQL of the server, if the benchmark started one
 */
record Measurement(
    double perSecond,
    double p50Micros,
    double p99Micros,
    double p999Micros,
    OptionalDouble cores,
    OptionalDouble databaseCores,
    OptionalLong residentKilobytes,
    long errors) {

  /** Runs a load and reads the processor time of the server before and after it. */
  static Measurement during(
      Optional<ServerProcess> server, Load load, LoadDriver.Until until, Consumer<String> errors) {
    Optional<Duration> before = server.flatMap(ServerProcess::cpu);
    LoadResult seen = LoadDriver.run(load, until);
    Optional<Duration> used =
        before.flatMap(start -> server.flatMap(ServerProcess::cpu).map(end -> end.minus(start)));
    seen.firstError().ifPresent(errors);
    OptionalLong resident =
        server.map(ServerProcess::residentKilobytes).orElse(OptionalLong.empty());
    return of(seen, used, resident);
  }

  static Measurement of(LoadResult seen, Optional<Duration> cpu, OptionalLong residentKilobytes) {
    return new Measurement(
        seen.perSecond(),
        seen.micros(50),
        seen.micros(99),
        seen.micros(99.9),
        cpu.isPresent()
            ? OptionalDouble.of(cpu.get().toNanos() / 1e9 / seen.seconds())
            : OptionalDouble.empty(),
        OptionalDouble.empty(),
        residentKilobytes,
        seen.errors());
  }

  /** The figures that the client measured. The figures of the server process are unknown. */
  static Measurement of(LoadResult seen) {
    return of(seen, Optional.empty(), OptionalLong.empty());
  }

  OptionalDouble cpuMicrosPerRequest() {
    return microsPerRequest(cores);
  }

  OptionalDouble databaseMicrosPerRequest() {
    return microsPerRequest(databaseCores);
  }

  private OptionalDouble microsPerRequest(OptionalDouble used) {
    return used.isPresent() && perSecond > 0
        ? OptionalDouble.of(used.getAsDouble() * 1e6 / perSecond)
        : OptionalDouble.empty();
  }

  Measurement withDatabase(OptionalDouble used) {
    return new Measurement(
        perSecond, p50Micros, p99Micros, p999Micros, cores, used, residentKilobytes, errors);
  }

  Measurement withErrors(long more) {
    return new Measurement(
        perSecond,
        p50Micros,
        p99Micros,
        p999Micros,
        cores,
        databaseCores,
        residentKilobytes,
        errors + more);
  }
}
