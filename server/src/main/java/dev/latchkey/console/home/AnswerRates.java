package dev.latchkey.console.home;

import dev.latchkey.console.chart.BarChart;
import dev.latchkey.console.page.Page;
import dev.latchkey.model.process.AnswersOfMinute;
import java.time.Instant;
import java.util.List;

/** How many requests this node answered in each of the last minutes, the oldest first. */
public record AnswerRates(List<AnswersOfMinute> minutes) {
  private static final double SECONDS = 60;

  public AnswerRates {
    minutes = List.copyOf(minutes);
  }

  /** Whether no minute has passed since the start. */
  public boolean isEmpty() {
    return minutes.isEmpty();
  }

  public AnswersOfMinute.Counts last() {
    return minutes.getLast().counts();
  }

  /** The answers a second in the last minute. */
  public double perSecond() {
    return last().total() / SECONDS;
  }

  public Instant first() {
    return minutes.getFirst().end();
  }

  public BarChart chart(Page page) {
    return new BarChart(
        minutes.stream()
            .map(each -> {
              String end = page.words().moment(each.end());
              long answers = each.counts().total();
              return new BarChart.Value(answers, 0, page.say("rates.minute", end, answers));
            })
            .toList());
  }
}
