package dev.latchkey.model;

import dev.latchkey.model.NumberSetting.Means;
import java.time.Duration;

/**
 * An allowed rate: {@code perMinute} requests a minute on average, and at most {@code burst} at
 * once.
 */
public record Rate(int perMinute, int burst) {
  @Means("the rate in the long run")
  public static final NumberSetting PER_MINUTE = new NumberSetting("per_minute", 0, 1, 1_000_000);

  @Means("the number at once")
  public static final NumberSetting BURST = new NumberSetting("burst", 0, 1, 1_000_000);

  public static final Duration MINUTE = Duration.ofMinutes(1);

  public Rate {
    PER_MINUTE.checked(perMinute);
    BURST.checked(burst);
  }

  public static Rate perMinute(int perMinute) {
    return new Rate(perMinute, perMinute);
  }
}
