package dev.latchkey.bench;

import java.util.Locale;
import java.util.Optional;

/**
 * A goal of the product, compared with what was measured in the same run.
 *
 * @param objection why the measurement cannot decide whether the goal is reached; empty if it can
 */
record Aim(
    String what,
    double measured,
    String unit,
    Bound bound,
    double limit,
    Optional<String> objection) {
  enum Bound {
    AT_LEAST("at least"),
    AT_MOST("at most"),
    EXACTLY("exactly");

    private final String words;

    Bound(String words) {
      this.words = words;
    }
  }

  enum Verdict {
    MET,
    MISSED,
    VOID
  }

  static Aim atLeast(String what, double measured, double limit, String unit) {
    return new Aim(what, measured, unit, Bound.AT_LEAST, limit, Optional.empty());
  }

  static Aim atMost(String what, double measured, double limit, String unit) {
    return new Aim(what, measured, unit, Bound.AT_MOST, limit, Optional.empty());
  }

  static Aim exactly(String what, double measured, double limit, String unit) {
    return new Aim(what, measured, unit, Bound.EXACTLY, limit, Optional.empty());
  }

  /** The same aim with this objection. With an objection the verdict is {@code VOID}. */
  Aim unless(Optional<String> why) {
    return new Aim(what, measured, unit, bound, limit, why);
  }

  Verdict verdict() {
    if (objection.isPresent() || Double.isNaN(measured)) {
      return Verdict.VOID;
    }
    boolean met =
        switch (bound) {
          case AT_LEAST -> measured >= limit;
          case AT_MOST -> measured <= limit;
          case EXACTLY -> measured == limit;
        };
    return met ? Verdict.MET : Verdict.MISSED;
  }

  String line() {
    return "%-6s  %s: %s (aim: %s %s%s)%s"
        .formatted(
            verdict().name().toLowerCase(Locale.ROOT),
            what,
            Double.isInfinite(measured) ? "never" : number(measured) + unit,
            bound.words,
            number(limit),
            unit,
            objection.map(why -> "; not valid: " + why).orElse(""));
  }

  static String number(double value) {
    return Math.abs(value) >= 100 || value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
