package dev.latchkey.faults.history.run;

import java.util.List;
import java.util.Locale;

/** The durations of something that happened several times, sorted. */
record Times(List<Long> nanos) {
  long longest() {
    return nanos.isEmpty() ? 0 : nanos.getLast();
  }

  /** The median and the longest duration in seconds; a dash if it never happened. */
  @Override
  public String toString() {
    return nanos.isEmpty()
        ? "–"
        : String.format(
            Locale.ROOT, "%.2f / %.2f", nanos.get(nanos.size() / 2) / 1e9, longest() / 1e9);
  }
}
