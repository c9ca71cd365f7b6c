package dev.latchkey.storage;

import dev.latchkey.model.TablePage;
import dev.latchkey.model.TableRows;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * A query for one page of a table. It first counts the rows, and then reads the keys of the page
 * from an index that is in the order of the table. Both statements read only an index, also while
 * they search. Everything else is read only for the rows of the page.
 *
 * @param matching which rows the table has
 * @param text reads the rows of the page. In it, {@code {keys}} stands for a query for their keys,
 *     and {@code {order}} for the order of the table. It joins the keys to the tables by CROSS
 *     JOIN, because then SQLite reads the keys first. By JOIN it would sometimes read a whole table
 *     in its order, to look for the keys in it.
 */
record PagedQuery<T>(Matching matching, String text, Sql.RowReader<T> reader) {
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
     */
    record Matching(String id, String text, Map<String, ?> values) {
        String count() {
            return "SELECT COUNT(*) AS total " + text;
        }

        String keys(String order) {
            return KEYS.replace("{id}", id).replace("{matching}", text).replace("{order}", order);
        }
    }

    /** {@code values}: those that only the text of the page needs. */
    TableRows<T> read(Sql sql, TablePage<? extends SortColumn> page, Map<String, ?> values)
            throws SQLException {
        return read(sql, total -> page, values);
    }

    /** {@code chosen}: the page of a table of so many rows. */
    TableRows<T> read(
            Sql sql, IntFunction<TablePage<? extends SortColumn>> chosen, Map<String, ?> values)
            throws SQLException {
        int total =
                sql.one(matching.count(), row -> row.number("total"), matching.values()).orElse(0);
        if (total == 0) {
            return new TableRows<>(List.of(), 0, 1);
        }
        TablePage<? extends SortColumn> page = chosen.apply(total);
        var part = Part.of(page.at(Math.min(page.number(), page.last(total))), total);
        SortColumn.Order order = page.column().order();
        String statement =
                text.replace("{keys}", matching.keys(order.by(part.direction(), matching.id())))
                        .replace("{order}", order.by(page.direction(), matching.id()));
        var all = new HashMap<String, Object>(matching.values());
        all.putAll(values);
        all.put("limit", part.limit());
        all.put("offset", part.offset());
        return new TableRows<>(sql.all(statement, reader, all), total, part.number());
    }

    /**
     * Where the rows of a page are. A database skips the rows before a page one by one, so a page
     * in the second half of the table is found from the end of the table.
     */
    private record Part(int number, TablePage.Direction direction, int offset, int limit) {
        static Part of(TablePage<?> page, int total) {
            int before = page.offset();
            int limit = Math.min(page.size(), total - before);
            int after = total - before - limit;
            return before <= after
                    ? new Part(page.number(), page.direction(), before, limit)
                    : new Part(page.number(), page.direction().opposite(), after, limit);
        }
    }
}
