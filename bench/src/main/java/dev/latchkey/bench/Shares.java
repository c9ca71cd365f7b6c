package dev.latchkey.bench;

import dev.latchkey.load.LoadResult;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** How the answers of one load were distributed over its connections. */
record Shares(List<LoadResult.Share> byAnswers) {
  static Shares of(LoadResult seen) {
    return new Shares(
        seen.shares().stream()
            .sorted(Comparator.comparingLong(LoadResult.Share::answers))
            .toList());
  }

  long fewest() {
    return byAnswers.getFirst().answers();
  }

  long median() {
    return byAnswers.get(byAnswers.size() / 2).answers();
  }

  long most() {
    return byAnswers.getLast().answers();
  }

  long withoutAnswer() {
    return byAnswers.stream().filter(share -> share.answers() == 0).count();
  }

  /** The latest first answer of any connection that got one. */
  double lastFirstAnswerMillis() {
    return byAnswers.stream()
            .map(LoadResult.Share::firstAnswerNanos)
            .filter(OptionalLong::isPresent)
            .mapToLong(OptionalLong::getAsLong)
            .max()
            .orElse(0)
        / 1e6;
  }

  double medianFirstAnswerMillis() {
    long[] sorted =
        byAnswers.stream()
            .map(LoadResult.Share::firstAnswerNanos)
            .filter(OptionalLong::isPresent)
            .mapToLong(OptionalLong::getAsLong)
            .sorted()
            .toArray();
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2] / 1e6;
  }

  String sentence() {
    return String.format(
        Locale.ROOT,
        "answers per connection %,d to %,d, median %,d; first answer after %.0f ms in the"
            + " median and %.0f ms for the last; %d without an answer.",
        fewest(),
        most(),
        median(),
        medianFirstAnswerMillis(),
        lastFirstAnswerMillis(),
        withoutAnswer());
  }
}
