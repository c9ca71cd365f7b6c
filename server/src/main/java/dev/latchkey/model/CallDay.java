package dev.latchkey.model;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/** The calls of a day: those that were admitted, and those that were refused for any reason. */
public record CallDay(LocalDate date, long admitted, long refused) {
  /** All days, the newest first. */
  public static List<CallDay> of(CallsPerDay admitted, Collection<CallsPerDay> refused) {
    return IntStream.range(0, CallsPerDay.DAYS)
        .map(day -> CallsPerDay.DAYS - 1 - day)
        .mapToObj(day ->
            new CallDay(
                admitted.first().plusDays(day),
                admitted.calls().get(day),
                refused.stream().mapToLong(each -> each.calls().get(day)).sum()))
        .toList();
  }
}
