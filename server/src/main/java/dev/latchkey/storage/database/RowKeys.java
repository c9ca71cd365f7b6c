package dev.latchkey.storage.database;

import dev.latchkey.model.SecretHash;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The keys by which rows are selected: the values of one column, or of several columns that are
 * compared as one key.
 */
public record RowKeys(List<Column> columns) {
  public static RowKeys of(Column... columns) {
    return new RowKeys(List.of(columns));
  }

  public static RowKeys of(List<SecretHash> hashes) {
    return of(Column.bytes(hashes, hash -> hash));
  }

  int count() {
    return columns.getFirst().values().length;
  }

  public @Nullable Object[] key(int at) {
    return columns.stream().map(column -> column.values()[at]).toArray();
  }

  /** The SQL that compares a column with one key. */
  public String compareOne() {
    return columns.size() == 1
        ? "= ?"
        : "= (" + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
  }

  /** The SQL that compares a column with all keys, for PostgreSQL. */
  String compareAll() {
    return columns.size() == 1
        ? "= ANY (?)"
        : columns.stream()
            .map(column -> "CAST(? AS " + column.type() + "[])")
            .collect(Collectors.joining(", ", "IN (SELECT * FROM unnest(", "))"));
  }
}
