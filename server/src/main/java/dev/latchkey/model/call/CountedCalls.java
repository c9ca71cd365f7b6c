package dev.latchkey.model.call;

import java.time.Duration;
import java.util.Arrays;

/**
 * The calls of one hour, for example. It changes in place, because a gateway counts thousands in a
 * second.
 */
public final class CountedCalls {
  private static final long[] STEPS =
      CallCounts.STEPS.stream().mapToLong(Duration::toNanos).toArray();

  private final long[] times = new long[STEPS.length + 1];
  private long admitted;
  private long refused;
  private long failed;

  public void add(RecordedCall call) {
    switch (call.outcome()) {
      case ADMITTED -> admitted++;
      case REFUSED -> refused++;
      case FAILED -> failed++;
    }
    long nanos = call.cost().total().toNanos();
    int step = 0;
    while (step < STEPS.length && nanos >= STEPS[step]) {
      step++;
    }
    times[step]++;
  }

  public CallCounts counts() {
    return new CallCounts(admitted, refused, failed, Arrays.stream(times).boxed().toList());
  }
}
