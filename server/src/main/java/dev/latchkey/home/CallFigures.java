package dev.latchkey.home;

import dev.latchkey.model.CallRefusal;
import dev.latchkey.model.CallsPerDay;
import dev.latchkey.page.DailyChart;
import dev.latchkey.storage.DailyCalls;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The calls of the last days, and those that were refused, as a start page shows them. */
public record CallFigures(DailyCalls.Figures figures) {
    private static final int WEEK = 7;

    /** Fewer refused calls in a week are not worth a warning. */
    private static final long LEAST = 10;

    /** The calls that were refused for a reason, in the last week and on all days. */
    public record Reason(CallRefusal why, long lastWeek, long total) {}

    /** A day in the table below the chart. */
    public record Day(LocalDate date, long admitted, long refused) {}

    /** Whether there were no calls, neither admitted nor refused. */
    public boolean isEmpty() {
        return chart().isEmpty() && reasons().isEmpty();
    }

    public DailyChart chart() {
        return new DailyChart(figures.admitted());
    }

    /** The most frequent reason of the last days first. */
    public List<Reason> reasons() {
        return figures.refused().entrySet().stream()
                .map(CallFigures::reason)
                .filter(reason -> reason.total > 0)
                .sorted(
                        Comparator.comparingLong(Reason::total)
                                .reversed()
                                .thenComparing(Reason::why))
                .toList();
    }

    private static Reason reason(Map.Entry<CallRefusal, CallsPerDay> refused) {
        CallsPerDay days = refused.getValue();
        return new Reason(refused.getKey(), week(days, 0), days.total());
    }

    /** The newest day first. */
    public List<Day> days() {
        CallsPerDay admitted = figures.admitted();
        return IntStream.range(0, CallsPerDay.DAYS)
                .map(day -> CallsPerDay.DAYS - 1 - day)
                .mapToObj(day ->
                        new Day(
                                admitted.first().plusDays(day),
                                admitted.calls().get(day),
                                refusedOn(day)))
                .toList();
    }

    private long refusedOn(int day) {
        return figures.refused().values().stream()
                .mapToLong(refused -> refused.calls().get(day))
                .sum();
    }

    long refusedLastWeek() {
        return refusedInWeek(0);
    }

    /** Whether more than twice as many calls were refused in the last week as in the one before. */
    boolean isRefusedMore() {
        return refusedLastWeek() >= LEAST && refusedLastWeek() > 2 * refusedInWeek(1);
    }

    private long refusedInWeek(int weeksAgo) {
        return figures.refused().values().stream()
                .mapToLong(refused -> week(refused, weeksAgo))
                .sum();
    }

    private static long week(CallsPerDay days, int weeksAgo) {
        int end = CallsPerDay.DAYS - WEEK * weeksAgo;
        return days.calls().subList(end - WEEK, end).stream().mapToLong(Long::longValue).sum();
    }
}
