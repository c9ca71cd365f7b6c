package dev.latchkey.faults.history.run.fault;

import dev.latchkey.faults.history.Deadlines;
import dev.latchkey.faults.inject.NodeClock;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Sets the clock of each node to a different wrong time, and later to the right time again. */
public final class SteppedClocks implements Fault {
  /** The largest difference of a clock from the right time. */
  static final Duration LARGEST_OFFSET = Duration.ofMinutes(2);

  public static final Deadlines DEADLINES =
      new Deadlines(
          Deadlines.DEFAULT.code(), Deadlines.DEFAULT.grace(), LARGEST_OFFSET.multipliedBy(2));

  private final List<NodeClock> clocks;
  private final SplittableRandom random;

  public SteppedClocks(List<NodeClock> clocks, SplittableRandom random) {
    this.clocks = clocks;
    this.random = random;
  }

  @Override
  public String name() {
    return "clocks stepped and apart";
  }

  @Override
  public void strike() {
    clocks.forEach(clock ->
        clock.setOffset(
            Duration.ofMillis(
                random.nextLong(-LARGEST_OFFSET.toMillis(), LARGEST_OFFSET.toMillis()))));
  }

  @Override
  public void heal() {
    clocks.forEach(clock -> clock.setOffset(Duration.ZERO));
  }

  @Override
  public Duration lasts() {
    return Duration.ofSeconds(5);
  }
}
