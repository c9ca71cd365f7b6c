package dev.latchkey.model;

import java.time.Duration;

/**
 * An allowed rate: {@code perMinute} requests a minute on average, and at most {@code burst} at
 * once.
 */
public record Rate(int perMinute, int burst) {
  public static final int MAX = 1_000_000;
  public static final Duration MINUTE = Duration.ofMinutes(1);

  public Rate {
    Limit.within("per_minute", perMinute, 1, MAX);
    Limit.within("burst", burst, 1, MAX);
  }

  public static Rate perMinute(int perMinute) {
    return new Rate(perMinute, perMinute);
  }
}
