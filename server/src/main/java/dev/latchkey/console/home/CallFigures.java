package dev.latchkey.console.home;

import dev.latchkey.console.chart.DailyChart;
import dev.latchkey.model.CallsPerDay;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.storage.operation.DailyCalls;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The calls of the last days, and those that were refused, as a start page shows them. */
public record CallFigures(DailyCalls.Figures figures) {
  private static final int WEEK = 7;

  /** Fewer refused calls in a week are not worth a warning. */
  private static final long LEAST = 10;

  /** The calls that were refused for a reason, in the last week and on all days. */
  public record Reason(CallRefusal why, long lastWeek, long total) {}

  public DailyChart chart() {
    return new DailyChart(figures.admitted(), figures.refused().values());
  }

  /** The most frequent reason of the last days first. */
  public List<Reason> reasons() {
    return figures.refused().entrySet().stream()
        .map(CallFigures::reason)
        .filter(reason -> reason.total > 0)
        .sorted(Comparator.comparingLong(Reason::total).reversed().thenComparing(Reason::why))
        .toList();
  }

  private static Reason reason(Map.Entry<CallRefusal, CallsPerDay> refused) {
    CallsPerDay days = refused.getValue();
    return new Reason(refused.getKey(), week(days, 0), days.total());
  }

  long refusedLastWeek() {
    return refusedInWeek(0);
  }

  /** Whether more than twice as many calls were refused in the last week as in the one before. */
  boolean isRefusedMore() {
    return refusedLastWeek() >= LEAST && refusedLastWeek() > 2 * refusedInWeek(1);
  }

  private long refusedInWeek(int weeksAgo) {
    return figures.refused().values().stream().mapToLong(refused -> week(refused, weeksAgo)).sum();
  }

  private static long week(CallsPerDay days, int weeksAgo) {
    int end = CallsPerDay.DAYS - WEEK * weeksAgo;
    return days.calls().subList(end - WEEK, end).stream().mapToLong(Long::longValue).sum();
  }
}
