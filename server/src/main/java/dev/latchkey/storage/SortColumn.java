package dev.latchkey.storage;

import dev.latchkey.model.TablePage;

/** A column by which a table in the store can be sorted. An enum of each table implements it. */
public interface SortColumn extends TablePage.Column {
    /** The column in a statement. */
    String sql();

    /** The order of a table: this column, and then the id, which no two rows share. */
    default String order(TablePage.Direction direction, String id) {
        return sql() + " " + direction + ", " + id + " " + direction;
    }
}
