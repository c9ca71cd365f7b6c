package dev.latchkey.bench;

/**
 * Decides when a server is warm: when the rates of two consecutive windows differ by at most 5 %. A
 * cold server, or a cold yardstick, would make any ratio wrong.
 */
final class WarmUp {
  static final int MAX_WINDOWS = 8;
  static final double AGREEMENT = 0.05;

  private int windows;
  private double last;
  private double before;

  /** Takes the rate of the next window. */
  void add(double perSecond) {
    windows++;
    before = last;
    last = perSecond;
  }

  boolean isSteady() {
    return windows >= 2 && Spread.of(before, last) <= AGREEMENT;
  }

  boolean isOver() {
    return isSteady() || windows >= MAX_WINDOWS;
  }

  int windows() {
    return windows;
  }
}
