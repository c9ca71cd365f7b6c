package dev.latchkey.bench;

import java.util.Optional;

/**
 * The rate of a server with a fixed answer, measured before and after a run. If the two rates
 * differ much, the speed of the machine has changed. If the server did not use its whole processor,
 * the load generator was the limit. In both cases the run cannot be compared with it.
 *
 * @param wantsFullProcessor whether the server has a processor of its own, and so must have used
 *     all of it
 */
record Baseline(String name, Measurement before, Measurement after, boolean wantsFullProcessor) {
  static final double MAX_SPREAD = 0.1;

  private static final double FULL = 0.9;

  double perSecond() {
    return (before.perSecond() + after.perSecond()) / 2;
  }

  double p99Micros() {
    return (before.p99Micros() + after.p99Micros()) / 2;
  }

  double spread() {
    return Spread.of(before.perSecond(), after.perSecond());
  }

  /** Why the report may not give a ratio to this baseline. Empty if it may. */
  Optional<String> objection() {
    if (before.errors() + after.errors() > 0) {
      return Optional.of(name + " gave a wrong answer");
    }
    if (!(spread() <= MAX_SPREAD)) {
      return Optional.of("%s differed by %.0f %%".formatted(name, 100 * spread()));
    }
    if (wantsFullProcessor && Math.min(cores(before), cores(after)) < FULL) {
      return Optional.of(
          "%s had only %.2f of its processor: the load, or another program, was the limit"
              .formatted(name, Math.min(cores(before), cores(after))));
    }
    return Optional.empty();
  }

  private static double cores(Measurement one) {
    return one.cores().orElse(1);
  }
}
