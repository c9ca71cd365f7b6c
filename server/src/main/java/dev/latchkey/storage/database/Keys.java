package dev.latchkey.storage.database;

import dev.latchkey.model.SecretHash;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** By what rows are asked for: the values of one column, or of several that are compared as one. */
public record Keys(List<Column> columns) {
    public static Keys of(Column... columns) {
        return new Keys(List.of(columns));
    }

    public static Keys of(List<SecretHash> hashes) {
        return of(Column.bytes(hashes, hash -> hash));
    }

    int count() {
        return columns.getFirst().values().length;
    }

    public @Nullable Object[] key(int at) {
        return columns.stream().map(column -> column.values()[at]).toArray();
    }

    /** How a statement compares with one of them. */
    public String one() {
        return columns.size() == 1
                ? "= ?"
                : "= (" + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
    }

    /** How a statement of PostgreSQL compares with all of them. */
    String all() {
        return columns.size() == 1
                ? "= ANY (?)"
                : columns.stream()
                        .map(column -> "CAST(? AS " + column.type() + "[])")
                        .collect(Collectors.joining(", ", "IN (SELECT * FROM unnest(", "))"));
    }
}
