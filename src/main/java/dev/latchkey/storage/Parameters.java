package dev.latchkey.storage;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The model's values as a database takes them; what it does not know is never guessed. */
final class Parameters {
    private Parameters() {}

    static void bind(PreparedStatement statement, @Nullable Object[] values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            bind(statement, i + 1, values[i]);
        }
    }

    private static void bind(PreparedStatement statement, int index, @Nullable Object value)
            throws SQLException {
        switch (value) {
            case null -> statement.setObject(index, null);
            case String text -> statement.setString(index, text);
            case Id id -> statement.setString(index, id.value());
            case Enum<?> name -> statement.setString(index, name.name());
            case SecretHash hash -> statement.setBytes(index, hash.bytes());
            case byte[] bytes -> statement.setBytes(index, bytes);
            case Instant at -> statement.setLong(index, at.toEpochMilli());
            case Long number -> statement.setLong(index, number);
            case Integer number -> statement.setInt(index, number);
            case Boolean yes -> statement.setInt(index, yes ? 1 : 0);
            case Optional<?> maybe -> bind(statement, index, maybe.orElse(null));
            case List<?> keys -> statement.setArray(index, array(statement, keys));
            default -> throw new IllegalArgumentException("cannot store a " + value.getClass());
        }
    }

    /** Of one type, which the first of them tells. */
    private static Array array(PreparedStatement statement, List<?> keys) throws SQLException {
        Connection connection = statement.getConnection();
        return switch (keys.getFirst()) {
            case SecretHash first ->
                    connection.createArrayOf(
                            "bytea",
                            keys.stream()
                                    .map(key -> ((SecretHash) key).bytes())
                                    .toArray(byte[][]::new));
            case Id first ->
                    connection.createArrayOf(
                            "text",
                            keys.stream().map(key -> ((Id) key).value()).toArray(String[]::new));
            default ->
                    throw new IllegalArgumentException("no array of " + keys.getFirst().getClass());
        };
    }
}
