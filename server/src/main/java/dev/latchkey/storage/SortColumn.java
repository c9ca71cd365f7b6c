package dev.latchkey.storage;

import dev.latchkey.model.TablePage;

/** A column by which a table can be sorted, with the expression that sorts it. */
interface SortColumn extends TablePage.Column {
    /** {@code sql}: a constant of the program. It becomes part of the statement. */
    record Sorting(String sql, TablePage.Direction usual) {
        static Sorting ascending(String sql) {
            return new Sorting(sql, TablePage.Direction.ASC);
        }

        static Sorting descending(String sql) {
            return new Sorting(sql, TablePage.Direction.DESC);
        }
    }

    Sorting sorting();

    @Override
    default TablePage.Direction usual() {
        return sorting().usual();
    }
}
