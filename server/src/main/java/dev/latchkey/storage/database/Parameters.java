package dev.latchkey.storage.database;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.CodeChallenge;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts values of the model to values of a database. An unknown type is an error; no conversion
 * is guessed.
 */
final class Parameters {
  private Parameters() {}

  static void bind(PreparedStatement statement, @Nullable Object[] values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      bind(statement, i + 1, values[i]);
    }
  }

  private static void bind(PreparedStatement statement, int index, @Nullable Object value)
      throws SQLException {
    Object plain = plain(value);
    switch (plain) {
      case null -> statement.setObject(index, null);
      case String text -> statement.setString(index, text);
      case byte[] bytes -> statement.setBytes(index, bytes);
      case Long number -> statement.setLong(index, number);
      case Integer number -> statement.setInt(index, number);
      case Column column -> statement.setArray(index, column.of(statement.getConnection()));
      default -> throw unknown(plain.getClass());
    }
  }

  /** The value as a database stores it. */
  static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case String text -> text;
      case Id id -> id.value();
      case Enum<?> name -> name.name();
      case Scopes scope -> scope.joined(Scopes.Separator.COMMA);
      case Resource resource -> resource.path();
      case CodeChallenge challenge -> challenge.text();
      case SecretHash hash -> hash.bytes();
      case byte[] bytes -> bytes;
      case Instant at -> at.toEpochMilli();
      case LocalDate day -> day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
      case Long number -> number;
      case Integer number -> number;
      case Boolean yes -> yes ? 1 : 0;
      case Optional<?> maybe -> plain(maybe.orElse(null));
      case Column column -> column;
      default -> throw unknown(value.getClass());
    };
  }

  private static IllegalArgumentException unknown(Class<?> type) {
    return new IllegalArgumentException("cannot store a " + type);
  }
}
