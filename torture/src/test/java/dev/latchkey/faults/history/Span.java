package dev.latchkey.faults.history;

/**
 * The time in which an operation took effect, if it did: one instant between these two readings of
 * the test's own clock. An operation whose outcome is unknown may take effect long after the time
 * limit of its client, so its end is later than that.
 */
public record Span(long begin, long end) {
  public Span {
    if (end < begin) {
      throw new IllegalArgumentException("ends before it begins: " + begin + "-" + end);
    }
  }

  boolean overlaps(Span other) {
    return begin <= other.end && other.begin <= end;
  }

  boolean contains(Span other) {
    return begin < other.begin && other.end < end;
  }
}
