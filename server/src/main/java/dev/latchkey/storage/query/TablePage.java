package dev.latchkey.storage.query;

/**
 * Which page of a table a person wants to see, sorted by which column. Rows that are equal in the
 * column are sorted by their id in the same direction, so every row is on exactly one page. {@code
 * number}: the number of the page, from 1. {@code size}: how many rows a page has.
 */
public record TablePage<C extends TablePage.Column>(
    C column, Direction direction, int number, int size) {

  public enum Direction {
    ASC,
    DESC;

    public Direction opposite() {
      return switch (this) {
        case ASC -> DESC;
        case DESC -> ASC;
      };
    }
  }

  /** A column by which a table can be sorted. The constants of an enum implement it. */
  public interface Column {
    String name();

    /** The direction that people expect first, such as the newest row before the oldest. */
    Direction usual();
  }

  public static <C extends Column> TablePage<C> first(C column, int size) {
    return new TablePage<>(column, column.usual(), 1, size);
  }

  public TablePage<C> at(int otherNumber) {
    return new TablePage<>(column, direction, otherNumber, size);
  }

  public int offset() {
    return (number - 1) * size;
  }

  /** The number of the last page of a table with so many rows. An empty table has one page. */
  public int last(int rows) {
    return Math.max(1, Math.ceilDiv(rows, size));
  }
}
