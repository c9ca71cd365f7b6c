package dev.latchkey.model;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** How many calls there were on each of the last 30 days (UTC). The oldest day comes first. */
public record CallsPerDay(LocalDate first, List<Long> calls) {
  public static final int DAYS = 30;

  public CallsPerDay {
    calls = List.copyOf(calls);
  }

  /**
   * The calls up to the day {@code last}. A day that is missing from {@code counted} had no calls.
   */
  public static CallsPerDay until(LocalDate last, Map<LocalDate, Long> counted) {
    LocalDate first = first(last);
    return new CallsPerDay(
        first,
        LongStream.range(0, DAYS)
            .mapToObj(day -> counted.getOrDefault(first.plusDays(day), 0L))
            .toList());
  }

  public static LocalDate first(LocalDate last) {
    return last.minusDays(DAYS - 1);
  }

  public long total() {
    return calls.stream().mapToLong(Long::longValue).sum();
  }
}
