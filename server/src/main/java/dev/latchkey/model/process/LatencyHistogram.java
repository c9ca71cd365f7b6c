package dev.latchkey.model.process;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Counts how long something took, for monitoring. Recording never waits and allocates nothing, so
 * an event loop may do it for each request.
 *
 * <p>The timers of Micrometer keep a maximum in a time window, which costs more than the count.
 */
public final class LatencyHistogram {
  /** The upper bounds, from an answer out of memory to the longest that a client waits. */
  private static final long[] BOUNDS_MICROS = {
    100,
    250,
    500,
    1_000,
    2_500,
    5_000,
    10_000,
    25_000,
    50_000,
    100_000,
    250_000,
    500_000,
    1_000_000,
    2_500_000,
    5_000_000,
    10_000_000
  };

  private static final long[] BOUNDS_NANOS =
      LongStream.of(BOUNDS_MICROS).map(micros -> micros * 1_000).toArray();

  private static final List<Double> BOUNDS_SECONDS =
      LongStream.of(BOUNDS_MICROS).mapToObj(micros -> micros / 1e6).toList();

  /** One counter for each bound, and one for what took longer than the last. */
  private final LongAdder[] counts =
      IntStream.rangeClosed(0, BOUNDS_NANOS.length)
          .mapToObj(bound -> new LongAdder())
          .toArray(LongAdder[]::new);

  private final LongAdder nanos = new LongAdder();

  /** The upper bounds in seconds. */
  public static List<Double> bounds() {
    return BOUNDS_SECONDS;
  }

  public void record(long tookNanos) {
    int found = Arrays.binarySearch(BOUNDS_NANOS, tookNanos);
    counts[found >= 0 ? found : -found - 1].increment();
    nanos.add(tookNanos);
  }

  /** Records the time since a value of {@link System#nanoTime}. */
  public void recordSince(long start) {
    record(System.nanoTime() - start);
  }

  /**
   * How many took at most each bound and more than the one before; the last number is that of those
   * that took longer than every bound.
   */
  public List<Long> counts() {
    return Arrays.stream(counts).map(LongAdder::sum).toList();
  }

  public double seconds() {
    return nanos.sum() / 1e9;
  }
}
