package dev.latchkey.console.chart;

import dev.latchkey.console.page.Page;
import dev.latchkey.model.CallDay;
import dev.latchkey.model.CallsPerDay;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;

/** The calls of the last days: those that were admitted, and on top of them the refused ones. */
public record DailyChart(CallsPerDay admitted, Collection<CallsPerDay> refused) {
  public DailyChart {
    refused = List.copyOf(refused);
  }

  public BarChart bars(Page page) {
    return new BarChart(
        days().reversed().stream()
            .map(day ->
                new BarChart.Value(
                    day.admitted(),
                    day.refused(),
                    page.say(
                        "chart.day", page.words().day(day.date()), day.admitted(), day.refused())))
            .toList());
  }

  /** The newest day first. */
  public List<CallDay> days() {
    return CallDay.of(admitted, refused);
  }

  public LocalDate date(int day) {
    return admitted.first().plusDays(day);
  }

  public long totalRefused() {
    return refused.stream().mapToLong(CallsPerDay::total).sum();
  }

  public boolean isEmpty() {
    return admitted.total() + totalRefused() == 0;
  }
}
