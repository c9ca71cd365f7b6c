package dev.latchkey.storage;

import dev.latchkey.model.TablePage;

/** A column by which a table in the store can be sorted. An enum of each table implements it. */
public interface SortColumn extends TablePage.Column {
    Order order();

    @Override
    default TablePage.Direction usual() {
        return order().usual();
    }

    /** A column of a statement, and the direction that people expect first. */
    record Order(String sql, TablePage.Direction usual) {
        static Order ascending(String sql) {
            return new Order(sql, TablePage.Direction.ASC);
        }

        static Order descending(String sql) {
            return new Order(sql, TablePage.Direction.DESC);
        }

        /** The sort column, and then the id, which no two rows share. */
        String by(TablePage.Direction direction, String id) {
            return sql + " " + direction + ", " + id + " " + direction;
        }
    }
}
