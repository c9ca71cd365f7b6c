package dev.latchkey.edge.metrics;

import dev.latchkey.model.process.AnswersOfMinute;
import dev.latchkey.model.process.AnswersOfMinute.Counts;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * The answers of this process in each of the last minutes, for the start page of super
 * administrators. Once a minute it compares the metrics with those of the minute before, so an
 * answer costs nothing more.
 */
public final class RecentAnswers {
  private static final int MINUTES = 30;

  private final Supplier<Counts> totals;
  private final Deque<AnswersOfMinute> minutes = new ArrayDeque<>();
  private Counts before = Counts.NONE;

  public RecentAnswers(Metrics metrics) {
    this.totals = metrics::totals;
  }

  /** Ends a minute. */
  public synchronized void endMinute(Instant now) {
    Counts sum = totals.get();
    minutes.addLast(new AnswersOfMinute(now, sum.minus(before)));
    before = sum;
    if (minutes.size() > MINUTES) {
      minutes.removeFirst();
    }
  }

  /** The last minutes since the start, the oldest first. */
  public synchronized List<AnswersOfMinute> minutes() {
    return List.copyOf(minutes);
  }
}
