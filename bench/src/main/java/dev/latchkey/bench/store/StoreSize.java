package dev.latchkey.bench.store;

/**
 * How many rows of each kind a store has. Each grant has an active pair and {@link #ROTATED}
 * rotated ones.
 */
public record StoreSize(long pairs, int people, int credentials, int audit) {
  public static final int ROTATED = 1;

  /** A gibibyte for so many pairs, with their share of everything else, on PostgreSQL. */
  private static final long BYTES_PER_PAIR = 900;

  private static final long BYTES_PER_ENTRY = 900;
  private static final long BYTES_OF_ALL_OTHERS = 2L << 30;
  private static final int PEOPLE_PER_ORGANIZATION = 1_000;

  public long grants() {
    return pairs / (1 + ROTATED);
  }

  public int organizations() {
    return Math.max(2, people / PEOPLE_PER_ORGANIZATION);
  }

  /** About how much disk a store of this size takes while it is filled and measured. */
  public long bytes() {
    return pairs * BYTES_PER_PAIR + (audit + (long) people) * BYTES_PER_ENTRY + BYTES_OF_ALL_OTHERS;
  }
}
