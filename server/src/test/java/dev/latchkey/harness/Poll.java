package dev.latchkey.harness;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition. It never waits for a fixed time. */
public final class Poll {
  /** The same time limit as that of a client that waits for an answer. */
  private static final Duration DEADLINE =
      Duration.ofSeconds(Integer.getInteger("tests.answer.seconds", 60));

  private Poll() {}

  public static void until(BooleanSupplier condition, String what) {
    within(DEADLINE, condition, what);
  }

  /** For what takes longer than an answer, such as a lease that ends. */
  public static void within(Duration time, BooleanSupplier condition, String what) {
    long end = System.nanoTime() + time.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("never came: " + what);
      }
      LockSupport.parkNanos(20_000_000);
    }
  }
}
