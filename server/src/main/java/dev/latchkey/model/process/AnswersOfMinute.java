package dev.latchkey.model.process;

import java.time.Instant;

/** The requests that a process answered in one minute. {@code end}: when the minute ended. */
public record AnswersOfMinute(Instant end, Counts counts) {

  /**
   * Answers by what was asked: calls of the open interface, checks of tokens, tokens, and other
   * pages and endpoints. {@code refused}: those with a status of 400 to 499. {@code failed}: those
   * with a status of 500 or more.
   */
  public record Counts(
      long calls, long checks, long tokens, long others, long refused, long failed) {
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

    public Counts plus(Counts more) {
      return new Counts(
          calls + more.calls,
          checks + more.checks,
          tokens + more.tokens,
          others + more.others,
          refused + more.refused,
          failed + more.failed);
    }

    public Counts minus(Counts before) {
      return new Counts(
          calls - before.calls,
          checks - before.checks,
          tokens - before.tokens,
          others - before.others,
          refused - before.refused,
          failed - before.failed);
    }

    public long total() {
      return calls + checks + tokens + others;
    }
  }
}
