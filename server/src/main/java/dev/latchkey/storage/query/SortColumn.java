package dev.latchkey.storage.query;

/** A column by which a table in the store can be sorted. An enum of each table implements it. */
public interface SortColumn extends TablePage.Column {
  Order order();

  @Override
  default TablePage.Direction usual() {
    return order().usual();
  }

  /** How a table is sorted by a column. {@code sql}: the column in a statement. */
  record Order(String sql, TablePage.Direction usual) {
    public static Order ascending(String sql) {
      return new Order(sql, TablePage.Direction.ASC);
    }

    public static Order descending(String sql) {
      return new Order(sql, TablePage.Direction.DESC);
    }

    /** The column, and then the id, which no two rows share. */
    public String by(TablePage.Direction direction, String id) {
      return sql + " " + direction + ", " + id + " " + direction;
    }
  }
}
