package dev.latchkey.model.call;

import dev.latchkey.model.NumberSetting;
import dev.latchkey.model.NumberSetting.Means;
import java.time.Duration;

/**
 * How much of the request log is kept.
 *
 * @param calls the newest so many of each credential; 0 turns the log off
 * @param days how long a call is kept
 * @param megabytes what all calls may take; when there are more, the oldest are deleted
 */
public record CallLimits(int calls, int days, int megabytes) {
  @Means("how many calls of each credential are kept, the newest; 0: no calls are recorded")
  public static final NumberSetting CALLS = new NumberSetting("calls", 10_000, 0, 10_000_000);

  @Means("how long a call is kept")
  public static final NumberSetting DAYS = new NumberSetting("days", 30, 1, 3_650);

  @Means(
      "what all calls may take in the store, some 15 to 60 bytes each; if there are more, the oldest are deleted")
  public static final NumberSetting MEGABYTES = new NumberSetting("megabytes", 1_024, 1, 1_000_000);

  public static final CallLimits DEFAULT =
      new CallLimits(CALLS.usual(), DAYS.usual(), MEGABYTES.usual());

  public CallLimits {
    CALLS.checked(calls);
    DAYS.checked(days);
    MEGABYTES.checked(megabytes);
  }

  public boolean isOn() {
    return calls > 0;
  }

  public Duration age() {
    return Duration.ofDays(days);
  }

  public long bytes() {
    return megabytes * 1_048_576L;
  }
}
