package dev.latchkey.bench.store;

import java.util.Arrays;

/**
 * Divides numbered things among parts of very different sizes, as people are divided among
 * organizations: the n-th part gets about an n-th of what the first one gets, and at least one
 * thing. The things of a part have consecutive numbers.
 */
final class SkewedParts {
  private final long[] starts;
  private final long total;

  SkewedParts(int parts, long total) {
    this.total = total;
    this.starts = new long[parts];
    for (int i = 0; i < parts; i++) {
      starts[i] = i + (long) ((total - parts) * Math.log(i + 1) / Math.log(parts + 1));
    }
  }

  long start(int part) {
    return starts[part];
  }

  long size(int part) {
    return (part + 1 < starts.length ? starts[part + 1] : total) - starts[part];
  }

  /** The part to which the i-th thing belongs. */
  int of(long i) {
    int found = Arrays.binarySearch(starts, i);
    return found >= 0 ? found : -found - 2;
  }
}
