package dev.latchkey.storage.query;

import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * A query for one page of a table. It first counts the rows, up to a maximum, and then reads the
 * keys of the page from an index that is in the order of the table. Both statements read only an
 * index, also while they search. If a filter finds few rows in an index of its own, they are read
 * and sorted instead. Everything else is read only for the rows of the page. A database skips the
 * rows before a page one by one, so a page far behind takes longer. People are led only to those of
 * the rows that are counted.
 *
 * @param matching which rows the table has
 * @param text reads the rows of the page. In it, {@code {keys}} stands for a query for their keys,
 *     and {@code {order}} for the order of the table. It joins the keys to the tables by CROSS
 *     JOIN, because then SQLite reads the keys first. By JOIN it would sometimes read a whole table
 *     in its order, to look for the keys in it.
 */
public record PagedQuery<T>(Matching matching, String text, Sql.RowReader<T> reader) {
  public static final int MAX_COUNTED = TableRows.MAX_COUNTED;

  private static final String COUNT =
      """
      SELECT COUNT(*) AS total
      FROM (SELECT 1 {matching}
          LIMIT :counted) counted
      """;

  private static final String KEYS =
      """
      SELECT {id}
      {matching}
      ORDER BY {order}
      LIMIT :limit OFFSET :offset
      """;

  /**
   * The rows of a table.
   *
   * @param id the column that identifies a row
   * @param text the statement from its FROM to the end of its WHERE
   * @param few the same while all rows are counted, if another index finds few rows faster; it
   *     returns no more rows than are counted
   * @param reach what the search looks at
   */
  public record Matching(
      String id, String text, String few, Map<String, ?> values, TableRows.Reach reach) {
    public Matching(String id, String text, Map<String, ?> values) {
      this(id, text, values, TableRows.Reach.ALL);
    }

    public Matching(String id, String text, Map<String, ?> values, TableRows.Reach reach) {
      this(id, text, text, values, reach);
    }

    /** {@code counted}: the result of {@link #count}. */
    public TableRows.Reach reach(int counted) {
      return new TableRows.Reach(reach.hasMore() || counted > MAX_COUNTED, reach.isByStart());
    }

    /** How many rows there are, up to one more than the maximum. */
    int count(Sql sql) throws SQLException {
      var all = Values.copyOf(values).and("counted", MAX_COUNTED + 1);
      return sql.one(COUNT.replace("{matching}", few), row -> row.number("total"), all).orElse(0);
    }

    /** {@code counted}: the result of {@link #count}. */
    public String keys(String order, int counted) {
      return KEYS.replace("{id}", id)
          .replace("{matching}", counted > MAX_COUNTED ? text : few)
          .replace("{order}", order);
    }
  }

  /** {@code values}: those that only the text of the page needs. */
  public TableRows<T> read(Sql sql, TablePage<? extends SortColumn> page, Map<String, ?> values)
      throws SQLException {
    return read(sql, counted -> page, values);
  }

  /** {@code chosen}: the page of a table of which so many rows were counted. */
  public TableRows<T> read(
      Sql sql, IntFunction<TablePage<? extends SortColumn>> chosen, Map<String, ?> values)
      throws SQLException {
    int counted = matching.count(sql);
    if (counted == 0) {
      return new TableRows<>(List.of(), 0, 1, matching.reach());
    }
    int total = Math.min(counted, MAX_COUNTED);
    TablePage<? extends SortColumn> wanted = chosen.apply(counted);
    TablePage<? extends SortColumn> page =
        counted > total ? wanted : wanted.at(Math.min(wanted.number(), wanted.last(total)));
    String order = page.column().order().by(page.direction(), matching.id());
    String statement =
        text.replace("{keys}", matching.keys(order, counted)).replace("{order}", order);
    var all = Values.copyOf(matching.values());
    all.putAll(values);
    all.put("limit", page.size());
    all.put("offset", page.offset());
    return new TableRows<>(
        sql.all(statement, reader, all), total, page.number(), matching.reach(counted));
  }
}
