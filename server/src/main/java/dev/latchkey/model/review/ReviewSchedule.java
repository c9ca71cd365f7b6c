package dev.latchkey.model.review;

import java.time.Instant;
import java.time.ZoneOffset;

/** Every so many months a review starts by itself. */
public record ReviewSchedule(int months, Instant nextAt) {
  public static final int MOST_MONTHS = 24;

  public static ReviewSchedule after(Instant now, int months) {
    return new ReviewSchedule(months, now.atZone(ZoneOffset.UTC).plusMonths(months).toInstant());
  }
}
