package dev.latchkey.storage.query;

import java.util.List;

/**
 * The rows of one page of a table. {@code total}: how many rows there are on all pages. {@code
 * number}: the number of the page, which is the last one if a page beyond the end was asked for.
 */
public record TableRows<T>(List<T> rows, int total, int number, Reach reach) {
  /** How many rows of a table are counted, and how many of them a person can page through. */
  public static final int MAX_COUNTED = 10_000;

  /**
   * What of a large table was looked at.
   *
   * @param hasMore whether there are more rows than {@code total}
   * @param isByStart whether the search found only values that begin with the text
   */
  public record Reach(boolean hasMore, boolean isByStart) {
    public static final Reach ALL = new Reach(false, false);
  }

  public TableRows {
    rows = List.copyOf(rows);
  }

  /** The rows of a table of which everything was looked at. */
  public TableRows(List<T> rows, int total, int number) {
    this(rows, total, number, Reach.ALL);
  }

  /** The same page with other rows. */
  public <U> TableRows<U> with(List<U> others) {
    return new TableRows<>(others, total, number, reach);
  }

  /** Whether there may be rows after those of this page, counted or not. */
  public boolean isFollowed(TablePage<?> page) {
    return reach.hasMore
        ? rows.size() == page.size()
        : page.at(number).offset() + rows.size() < total;
  }
}
