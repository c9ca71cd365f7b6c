package dev.latchkey.storage;

import dev.latchkey.model.TablePage;
import dev.latchkey.model.TableRows;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A query for one page of a table. The text contains {@code :limit} and {@code :offset}, and each
 * row has the number of rows on all pages in the column {@code total}.
 */
record PagedQuery<T>(String text, Map<String, ?> values, Sql.RowReader<T> reader) {
    /**
     * The total for a search that has to compare every row. Counting in the same pass is twice as
     * fast as a second query.
     */
    private static final String COUNTED_WITH_THE_ROWS = "COUNT(*) OVER ()";

    /**
     * The expression for the column {@code total} of the rows that {@code matching} describes, from
     * its FROM on. Without a search text the rows of the page come from an index, and counting is a
     * query of its own, which reads only an index as well.
     */
    static String total(SearchText search, String matching) {
        return search.isEmpty() ? "(SELECT COUNT(*) " + matching + ")" : COUNTED_WITH_THE_ROWS;
    }

    /** The order of a table: the sort column, and then the id, which no two rows share. */
    static String order(String column, String id, TablePage<?> page) {
        String direction = page.direction().name();
        return column + " " + direction + ", " + id + " " + direction;
    }

    TableRows<T> read(Sql sql, TablePage<?> page) throws SQLException {
        List<Counted<T>> found = read(sql, page.offset(), page.size());
        if (!found.isEmpty() || page.number() == 1) {
            return rows(found, page.number());
        }
        int last = page.last(total(read(sql, 0, 1)));
        return rows(read(sql, page.at(last).offset(), page.size()), last);
    }

    private record Counted<T>(T row, int total) {}

    private List<Counted<T>> read(Sql sql, int offset, int limit) throws SQLException {
        var all = new HashMap<String, Object>(values);
        all.put("offset", offset);
        all.put("limit", limit);
        return sql.all(text, row -> new Counted<>(reader.read(row), row.number("total")), all);
    }

    private static <T> TableRows<T> rows(List<Counted<T>> found, int number) {
        return new TableRows<>(found.stream().map(Counted::row).toList(), total(found), number);
    }

    private static int total(List<? extends Counted<?>> found) {
        return found.isEmpty() ? 0 : found.getFirst().total();
    }
}
