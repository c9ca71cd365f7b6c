package dev.latchkey.console.page;

import dev.latchkey.model.CallsPerDay;
import java.time.LocalDate;
import java.util.stream.IntStream;

/** The numbers of the last days. */
public record DailyChart(CallsPerDay days) {

  public BarChart bars(Page page) {
    return new BarChart(
        IntStream.range(0, days.calls().size())
            .mapToObj(day -> {
              long calls = days.calls().get(day);
              return new BarChart.Value(
                  calls, page.say("chart.day", page.words().day(date(day)), calls));
            })
            .toList());
  }

  public LocalDate date(int day) {
    return days.first().plusDays(day);
  }

  public long most() {
    return days.calls().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  public boolean isEmpty() {
    return days.total() == 0;
  }
}
