package dev.latchkey.app.demo.history;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.random.RandomGenerator;

/** The days until today (UTC), and plausible times in them. */
record Days(Instant now, RandomGenerator chance) {
  private static final LocalTime OPENING = LocalTime.of(6, 40);
  private static final Duration OPEN = Duration.ofHours(11);

  LocalDate date(int ago) {
    return LocalDate.ofInstant(now, ZoneOffset.UTC).minusDays(ago);
  }

  static boolean isWeekend(LocalDate date) {
    return date.getDayOfWeek().compareTo(DayOfWeek.SATURDAY) >= 0;
  }

  /** About this time of day. */
  Instant about(int ago, String time) {
    return date(ago)
        .atTime(LocalTime.parse(time))
        .toInstant(ZoneOffset.UTC)
        .plusMillis(chance.nextLong(Duration.ofMinutes(4).toMillis()));
  }

  /** Some time in office hours. What would be on a weekend was on the Friday before. */
  Instant atWork(int ago) {
    LocalDate date = date(ago);
    while (isWeekend(date)) {
      date = date.minusDays(1);
    }
    return date.atTime(OPENING)
        .toInstant(ZoneOffset.UTC)
        .plusMillis(chance.nextLong(OPEN.toMillis()));
  }

  /** Some time of the day: programs also work at night. */
  Instant anyTime(int ago) {
    return date(ago)
        .atStartOfDay(ZoneOffset.UTC)
        .toInstant()
        .plusMillis(chance.nextLong(Duration.ofDays(1).toMillis()));
  }

  /** Which part of a day is over. */
  double elapsed(LocalDate date) {
    Duration since = Duration.between(date.atStartOfDay(ZoneOffset.UTC).toInstant(), now);
    return Math.min(1, (double) since.toMillis() / Duration.ofDays(1).toMillis());
  }
}
