package dev.latchkey.model;

/** A number that a setting does not accept. */
public final class OutOfRange extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final int min;
  private final int max;

  OutOfRange(String name, int value, int min, int max) {
    super("%s must be from %d to %d, not %d".formatted(name, min, max, value));
    this.min = min;
    this.max = max;
  }

  public int min() {
    return min;
  }

  public int max() {
    return max;
  }
}
