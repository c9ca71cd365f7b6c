package dev.latchkey.bench;

/** The difference between two measurements of the same thing, as a share of the smaller one. */
final class Spread {
  private Spread() {}

  static double of(double one, double other) {
    double least = Math.min(one, other);
    return least > 0 ? (Math.max(one, other) - least) / least : Double.POSITIVE_INFINITY;
  }
}
