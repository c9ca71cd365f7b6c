package dev.latchkey.storage.database;

import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column for many rows. PostgreSQL receives them as an array parameter of one
 * statement.
 */
public record Column(String type, @Nullable Object[] values) {
  public static <T> Column bytes(Collection<T> rows, Function<T, ?> value) {
    return new Column("bytea", plain(rows, value, byte[][]::new));
  }

  public static <T> Column texts(Collection<T> rows, Function<T, ?> value) {
    return new Column("text", plain(rows, value, String[]::new));
  }

  public static <T> Column numbers(Collection<T> rows, Function<T, ?> value) {
    return new Column("bigint", plain(rows, value, Long[]::new));
  }

  private static <T, A> A[] plain(
      Collection<T> rows, Function<T, ?> value, IntFunction<A[]> array) {
    return rows.stream().map(value).map(Parameters::plain).toArray(array);
  }

  Array of(Connection connection) throws SQLException {
    return connection.createArrayOf(type, values);
  }
}
