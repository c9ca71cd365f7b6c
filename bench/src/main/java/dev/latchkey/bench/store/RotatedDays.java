package dev.latchkey.bench.store;

import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.LongStream;

/** The partitions that a server of the product would have made in the course of the time. */
record RotatedDays(long from, long to) {
  private static final long DAY = Duration.ofDays(1).toMillis();

  /** The beginning of the day of a time. */
  static long start(long millis) {
    return millis - millis % DAY;
  }

  List<String> createStatements() {
    return LongStream.iterate(start(from), day -> day <= to, day -> day + DAY)
        .mapToObj(day ->
            "CREATE TABLE IF NOT EXISTS rotated_refresh_%s_%s PARTITION OF rotated_refresh FOR VALUES FROM (%d) TO (%d)"
                .formatted(name(day), name(day + DAY), day, day + DAY))
        .toList();
  }

  private static String name(long day) {
    return DateTimeFormatter.BASIC_ISO_DATE.format(LocalDate.ofEpochDay(day / DAY));
  }
}
