package dev.latchkey.model.time;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** A time as people and programs write it, for example {@code 2026-01-31T12:00:00Z}. */
public final class WrittenTime {
  private static final int LAST_YEAR = 9999;

  private WrittenTime() {}

  /** Empty if it is no time, or one of a year that RFC 3339 cannot write. */
  public static Optional<Instant> parse(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text))
          .filter(time -> time.getYear() >= 0 && time.getYear() <= LAST_YEAR)
          .map(OffsetDateTime::toInstant);
    } catch (DateTimeParseException noTime) {
      return Optional.empty();
    }
  }

  /** Empty also if it is in the future, as after a mistake in the year. */
  public static Optional<Instant> parsePast(String text, Instant now) {
    return parse(text).filter(time -> !time.isAfter(now));
  }
}
