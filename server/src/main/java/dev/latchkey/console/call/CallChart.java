package dev.latchkey.console.call;

import dev.latchkey.console.call.CallFilter.Field;
import dev.latchkey.console.chart.BarChart;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.Tab;
import dev.latchkey.model.call.CallCounts;
import dev.latchkey.storage.call.CallHours;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The calls of a period by outcome, and how long they took. Each bar leads to the calls of its
 * time.
 *
 * @param href the address of the list
 */
public record CallChart(
    String href, CallFilter filter, Period period, Instant now, CallHours.Counted counted) {

  /** A period, in bars of the same length. */
  public enum Period {
    DAY(24, 1),
    WEEK(28, 6),
    MONTH(30, 24);

    private final int bars;
    private final int hours;

    Period(int bars, int hours) {
      this.bars = bars;
      this.hours = hours;
    }

    static Period of(CallFilter filter) {
      return filter
          .range()
          .map(range ->
              switch (range) {
                case HOUR, DAY -> DAY;
                case WEEK -> WEEK;
                case MONTH -> MONTH;
              })
          .orElse(DAY);
    }

    Instant begin(Instant now) {
      return now.truncatedTo(ChronoUnit.HOURS)
          .plus(Duration.ofHours(1))
          .minus(Duration.ofHours((long) bars * hours));
    }
  }

  private Instant at(int bar) {
    return period.begin(now).plus(Duration.ofHours((long) bar * period.hours));
  }

  private CallCounts counts(int bar) {
    return counted.hours().subMap(at(bar), at(bar + 1)).values().stream()
        .reduce(CallCounts.NONE, CallCounts::plus);
  }

  public CallCounts total() {
    return counted.hours().values().stream().reduce(CallCounts.NONE, CallCounts::plus);
  }

  public boolean isEmpty() {
    return total().total() == 0;
  }

  public BarChart bars(Page page) {
    return new BarChart(IntStream.range(0, period.bars).mapToObj(bar -> value(page, bar)).toList());
  }

  private BarChart.Value value(Page page, int bar) {
    CallCounts calls = counts(bar);
    return new BarChart.Value(
        calls.admitted(),
        calls.refused() + calls.failed(),
        page.say(
            "calls.bar",
            page.words().moment(at(bar)),
            calls.admitted(),
            calls.refused(),
            calls.failed()),
        calls.total() == 0 ? Optional.empty() : Optional.of(href + calls(bar).query()));
  }

  private CallFilter calls(int bar) {
    return filter
        .without(Field.RANGE)
        .with(Map.of(Field.FROM, at(bar).toString(), Field.UNTIL, at(bar + 1).toString()));
  }

  public String first(Page page) {
    return page.words().moment(at(0));
  }

  public String last(Page page) {
    return page.words().moment(now);
  }

  /** Says so if earlier calls of the period are not counted. */
  public Optional<String> countedTo(Page page) {
    return counted.countedTo().map(at -> page.say("calls.counted-to", page.words().moment(at)));
  }

  public List<Tab> periods() {
    return List.of(CallFilter.Range.DAY, CallFilter.Range.WEEK, CallFilter.Range.MONTH).stream()
        .map(range ->
            new Tab(
                "calls.range." + range,
                href
                    + filter
                        .without(Field.FROM)
                        .without(Field.UNTIL)
                        .with(Map.of(Field.RANGE, range.name()))
                        .query(),
                range.name().equals(period.name())))
        .toList();
  }

  /** The time in which half of the calls were answered, and the one in which 95 of 100 were. */
  public Optional<String> latency(Page page) {
    return isEmpty() ? Optional.empty() : Optional.of(latency(page, total()));
  }

  static String latency(Page page, CallCounts calls) {
    return page.say("calls.latency", within(page, calls, 0.5), within(page, calls, 0.95));
  }

  private static String within(Page page, CallCounts calls, double share) {
    return calls
        .within(share)
        .map(time -> page.say("calls.below", time.toMillis()))
        .orElseGet(() -> page.say("calls.above", CallCounts.STEPS.getLast().toMillis()));
  }
}
