package dev.latchkey.faults.history.run;

import java.util.List;
import java.util.Locale;

/** How long something took, each time it happened, in order. */
record Times(List<Long> nanos) {
    long longest() {
        return nanos.isEmpty() ? 0 : nanos.getLast();
    }

    /** The middle and the longest, in seconds; a dash where it never happened. */
    @Override
    public String toString() {
        return nanos.isEmpty()
                ? "–"
                : String.format(
                        Locale.ROOT,
                        "%.2f / %.2f",
                        nanos.get(nanos.size() / 2) / 1e9,
                        longest() / 1e9);
    }
}
