package dev.latchkey.load;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/**
 * The result of a load. The latencies are in nanoseconds and contain only right answers.
 *
 * @param errors wrong answers and requests without an answer
 * @param unanswered requests without an answer: the answer came too late, the connection was
 *     refused, or the connection broke
 * @param shares how the answers were distributed over the connections
 */
public record LoadResult(
    Histogram latencies,
    long elapsedNanos,
    long errors,
    long unanswered,
    Optional<String> firstError,
    List<Share> shares) {
  private static final long HIGHEST_NANOS = 300_000_000_000L;
  private static final int DIGITS = 3;

  /**
   * The answers of one connection. {@code firstAnswerNanos} is the time since the start of the
   * measurement.
   */
  public record Share(long answers, OptionalLong firstAnswerNanos) {}

  static Histogram histogram() {
    return new Histogram(HIGHEST_NANOS, DIGITS);
  }

  public long wrong() {
    return errors - unanswered;
  }

  public double perSecond() {
    return latencies.getTotalCount() / seconds();
  }

  public double seconds() {
    return elapsedNanos / 1e9;
  }

  public double micros(double percentile) {
    return latencies.getValueAtPercentile(percentile) / 1e3;
  }
}
