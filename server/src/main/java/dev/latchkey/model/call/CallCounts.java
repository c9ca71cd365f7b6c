package dev.latchkey.model.call;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How many calls had each outcome, and how long they took. {@code times}: how many took less than
 * the step of the same place, and not less than the step before; the last number is of those that
 * took longer than all steps.
 */
public record CallCounts(long admitted, long refused, long failed, List<Long> times) {
  public static final List<Duration> STEPS =
      LongStream.of(2, 5, 10, 20, 50, 100, 200, 500, 1_000).mapToObj(Duration::ofMillis).toList();

  public static final CallCounts NONE =
      new CallCounts(0, 0, 0, IntStream.rangeClosed(0, STEPS.size()).mapToObj(i -> 0L).toList());

  public CallCounts {
    times = List.copyOf(times);
  }

  public CallCounts plus(CallCounts other) {
    return new CallCounts(
        admitted + other.admitted,
        refused + other.refused,
        failed + other.failed,
        IntStream.range(0, times.size()).mapToObj(i -> times.get(i) + other.times.get(i)).toList());
  }

  public long total() {
    return admitted + refused + failed;
  }

  /**
   * The step below which this share of the calls was answered. It is empty without calls, and if so
   * many took longer than the last step.
   */
  public Optional<Duration> within(double share) {
    long wanted = (long) Math.ceil(total() * share);
    long counted = 0;
    for (int i = 0; i < STEPS.size() && wanted > 0; i++) {
      counted += times.get(i);
      if (counted >= wanted) {
        return Optional.of(STEPS.get(i));
      }
    }
    return Optional.empty();
  }
}
