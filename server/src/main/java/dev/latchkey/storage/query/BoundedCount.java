package dev.latchkey.storage.query;

/**
 * A count that stops at a bound. Beyond it a page only says that there are more, so counting
 * further would be wasted work. {@code isMore}: whether there may be more.
 */
public record BoundedCount(int shown, boolean isMore) {
  public static final int BOUND = 1_000;

  /**
   * The most rows that a query needs to count. One row above the bound is enough to know that there
   * are more.
   */
  public static final int QUERY_LIMIT = BOUND + 1;

  /** The bound of a count of rows that have a list of their own, which is counted so far too. */
  public static final int LIST_QUERY_LIMIT = PagedQuery.MAX_COUNTED + 1;

  /** {@code counted}: up to {@link #QUERY_LIMIT}. */
  public BoundedCount(int counted) {
    this(Math.min(counted, BOUND), counted > BOUND);
  }

  /** How many rows a table has on all its pages. */
  public static BoundedCount of(TableRows<?> rows) {
    return new BoundedCount(rows.total(), rows.reach().hasMore());
  }

  /** {@code counted}: up to {@link #LIST_QUERY_LIMIT}. */
  public static BoundedCount inList(int counted) {
    return new BoundedCount(
        Math.min(counted, PagedQuery.MAX_COUNTED), counted > PagedQuery.MAX_COUNTED);
  }
}
