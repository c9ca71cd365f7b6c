package dev.latchkey.model;

import java.util.List;

/**
 * The rows of one page of a table. {@code total}: how many rows there are on all pages. {@code
 * number}: the number of the page, which is the last one if a page beyond the end was asked for.
 */
public record TableRows<T>(List<T> rows, int total, int number) {
    public TableRows {
        rows = List.copyOf(rows);
    }
}
