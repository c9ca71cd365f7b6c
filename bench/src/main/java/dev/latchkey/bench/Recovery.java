package dev.latchkey.bench;

import dev.latchkey.load.Caller;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.LoadResult;
import dev.latchkey.load.Pace;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * How long a server takes until it again reaches nine tenths of its former rate, measured in
 * windows of half a second.
 *
 * @param seconds empty if it did not reach that rate in time
 * @param lastShare the rate of the last window, as a share of the former rate
 */
record Recovery(OptionalDouble seconds, double lastShare) {
  private static final Duration AIM = Duration.ofSeconds(5);
  private static final Duration LONGEST = AIM.multipliedBy(2);
  private static final Duration WINDOW = Duration.ofMillis(500);
  private static final double FORMER_SPEED = 0.9;

  /**
   * Measures the recovery. It must be called as soon as the cause of the slowdown has ended. Each
   * window uses new callers and new connections.
   */
  static Recovery of(Supplier<? extends List<? extends Caller>> callers, double formerPerSecond) {
    long start = System.nanoTime();
    double share = 0;
    while (share < FORMER_SPEED && System.nanoTime() - start < LONGEST.toNanos()) {
      Load load =
          Load.of(callers.get(), new Pace.ClosedLoop())
              .withConnections(Load.Connections.OPEN_AT_START)
              .withTimeout(WINDOW);
      LoadResult seen = LoadDriver.run(load, LoadDriver.Until.elapsed(WINDOW));
      share = seen.perSecond() / formerPerSecond;
    }
    double passed = (System.nanoTime() - start) / 1e9;
    return new Recovery(
        share >= FORMER_SPEED ? OptionalDouble.of(passed) : OptionalDouble.empty(), share);
  }

  Aim aim(String afterWhat) {
    return Aim.atMost(
        afterWhat + ", to nine tenths of the former rate",
        seconds.orElse(Double.POSITIVE_INFINITY),
        (double) AIM.toSeconds(),
        " s");
  }
}
