package dev.latchkey.bench;

import java.util.Locale;

/** Something the product means to reach, held against what was measured in the same run. */
record Aim(String what, double measured, String unit, Bound bound, double limit) {
    enum Bound {
        AT_LEAST,
        AT_MOST
    }

    static Aim atLeast(String what, double measured, double limit, String unit) {
        return new Aim(what, measured, unit, Bound.AT_LEAST, limit);
    }

    static Aim atMost(String what, double measured, double limit, String unit) {
        return new Aim(what, measured, unit, Bound.AT_MOST, limit);
    }

    boolean isMet() {
        return switch (bound) {
            case AT_LEAST -> measured >= limit;
            case AT_MOST -> measured <= limit;
        };
    }

    String line() {
        return "%s  %s: %s%s (aim: %s %s%s)"
                .formatted(
                        isMet() ? "met   " : "missed",
                        what,
                        number(measured),
                        unit,
                        bound == Bound.AT_LEAST ? "at least" : "at most",
                        number(limit),
                        unit);
    }

    private static String number(double value) {
        return Math.abs(value) >= 100 || value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.2f", value);
    }
}
