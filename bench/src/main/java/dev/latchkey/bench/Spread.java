package dev.latchkey.bench;

/** By how much two measurements of the same thing differ, as a share of the smaller. */
final class Spread {
    private Spread() {}

    static double of(double one, double other) {
        double least = Math.min(one, other);
        return least > 0 ? (Math.max(one, other) - least) / least : Double.POSITIVE_INFINITY;
    }
}
