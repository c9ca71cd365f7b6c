package dev.latchkey.storage.database;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Statements on one connection, prepared once each. Values are bound, never written into the text.
 */
public final class Sql implements AutoCloseable {
    private final Connection connection;
    private final Database.Dialect dialect;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final List<AuditEntry> recorded = new ArrayList<>();
    private final List<Write> later = new ArrayList<>();

    public Sql(Connection connection, Database.Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    Database.Dialect dialect() {
        return dialect;
    }

    @FunctionalInterface
    public interface RowReader<T> {
        T read(Row row) throws SQLException;
    }

    /**
     * How many rows the statement changed: for a guarded write, whether the guard let it through.
     */
    public int update(String text, @Nullable Object... values) throws SQLException {
        return run(
                text,
                statement -> {
                    Parameters.bind(statement, values);
                    return statement.executeUpdate();
                });
    }

    /**
     * A write whose outcome decides nothing: where it has to travel, it waits for what is sent
     * next, at the latest for the commit.
     */
    public void later(String text, @Nullable Object... values) throws SQLException {
        switch (dialect) {
            case SQLITE -> update(text, values);
            case POSTGRESQL -> later.add(new Write(text, values));
        }
    }

    private record Write(String text, @Nullable Object[] values) {}

    /** Ends the transaction; what waited goes with it, in one message. */
    public void commit() throws SQLException {
        if (later.isEmpty()) {
            connection.commit();
        } else {
            later("COMMIT");
            sendLater();
        }
    }

    private void sendLater() throws SQLException {
        String text = later.stream().map(Write::text).collect(Collectors.joining("; "));
        Object[] values = later.stream().flatMap(write -> Arrays.stream(write.values)).toArray();
        later.clear();
        run(
                text,
                statement -> {
                    Parameters.bind(statement, values);
                    return statement.execute();
                });
    }

    /** The same statement for each item, sent together; how many rows changed in all. */
    public <T> int updateEach(String text, Collection<T> items, Function<T, List<?>> values)
            throws SQLException {
        return run(
                text,
                statement -> {
                    for (T item : items) {
                        Parameters.bind(statement, values.apply(item).toArray());
                        statement.addBatch();
                    }
                    return IntStream.of(statement.executeBatch()).sum();
                });
    }

    public <T> Optional<T> one(String text, RowReader<T> reader, @Nullable Object... values)
            throws SQLException {
        return run(
                text,
                statement -> {
                    Parameters.bind(statement, values);
                    try (ResultSet rows = statement.executeQuery()) {
                        return rows.next()
                                ? Optional.of(reader.read(new Row(rows)))
                                : Optional.empty();
                    }
                });
    }

    public <T> List<T> all(String text, RowReader<T> reader, @Nullable Object... values)
            throws SQLException {
        return run(
                text,
                statement -> {
                    Parameters.bind(statement, values);
                    try (ResultSet rows = statement.executeQuery()) {
                        var row = new Row(rows);
                        var found = new ArrayList<T>();
                        while (rows.next()) {
                            found.add(reader.read(row));
                        }
                        return found;
                    }
                });
    }

    /**
     * The rows of these keys; {@code {among}} stands in the text where a key is compared, behind
     * its column, or its columns in brackets. One question where it has to travel. SQLite answers
     * in this process: one by one is no slower there, but to begin a transaction for each would be.
     */
    public <T> List<T> among(String text, Keys keys, RowReader<T> reader) throws SQLException {
        if (keys.count() == 0) {
            return List.of();
        }
        return switch (dialect) {
            case SQLITE -> oneByOne(text.replace("{among}", keys.one()), keys, reader);
            case POSTGRESQL ->
                    all(text.replace("{among}", keys.all()), reader, keys.columns().toArray());
        };
    }

    /** The same, each by its key, which the text calls {@code hash}. */
    public <T> Map<SecretHash, T> byHash(String text, List<SecretHash> keys, RowReader<T> reader)
            throws SQLException {
        RowReader<Map.Entry<SecretHash, T>> each =
                row -> Map.entry(SecretHash.stored(row.bytes("hash")), reader.read(row));
        return among(text, Keys.of(keys), each).stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private <T> List<T> oneByOne(String text, Keys keys, RowReader<T> reader) throws SQLException {
        if (keys.count() == 1) {
            return one(text, reader, keys.key(0)).stream().toList();
        }
        update("BEGIN");
        try {
            var found = new ArrayList<T>();
            for (int i = 0; i < keys.count(); i++) {
                one(text, reader, keys.key(i)).ifPresent(found::add);
            }
            return found;
        } finally {
            endReading();
        }
    }

    /** A reader left in its transaction would tell the past from then on. */
    private void endReading() throws SQLException {
        try {
            update("COMMIT");
        } catch (SQLException refused) {
            try {
                update("ROLLBACK");
            } catch (SQLException alreadyUndone) {
                refused.addSuppressed(alreadyUndone);
            }
            throw refused;
        }
    }

    /**
     * Adds a line to the trail; it goes to the log once the move is on disk. In the store it is
     * given to an organization also where the move did not say to which.
     */
    public void record(AuditEntry entry) throws SQLException {
        Optional<Id.Organization> organization =
                entry.organization().isPresent() ? entry.organization() : organizationOf(entry);
        later(
                """
                INSERT INTO audit (at, event, outcome, user_id, about_user_id, client_id, organization_id, team_id,
                    address)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                entry.moment().at(),
                entry.event(),
                entry.outcome(),
                entry.user(),
                entry.aboutUser(),
                entry.client(),
                organization,
                entry.team(),
                entry.moment().address());
        recorded.add(entry);
    }

    /** The same of many lines at once, each of which names its organization. */
    public void record(Collection<AuditEntry> entries) throws SQLException {
        later(
                """
                INSERT INTO audit (at, event, outcome, user_id, about_user_id, client_id, organization_id, team_id, address)
                SELECT * FROM unnest(CAST(? AS BIGINT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
                    CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]))
                """,
                Column.numbers(entries, entry -> entry.moment().at()),
                Column.texts(entries, AuditEntry::event),
                Column.texts(entries, AuditEntry::outcome),
                Column.texts(entries, AuditEntry::user),
                Column.texts(entries, AuditEntry::aboutUser),
                Column.texts(entries, AuditEntry::client),
                Column.texts(entries, AuditEntry::organization),
                Column.texts(entries, AuditEntry::team),
                Column.texts(entries, entry -> entry.moment().address()));
        recorded.addAll(entries);
    }

    private Optional<Id.Organization> organizationOf(AuditEntry entry) throws SQLException {
        return one(
                        """
                        SELECT COALESCE((SELECT t.organization_id FROM teams t WHERE t.team_id = ?),
                            (SELECT c.organization_id FROM credentials c
                            WHERE c.client_id = ?), (SELECT u.organization_id FROM users u
                            WHERE u.user_id = ?)) AS organization_id
                        """,
                        row -> row.maybeText("organization_id"),
                        entry.team(),
                        entry.client(),
                        entry.aboutUser().or(entry::user))
                .flatMap(found -> found)
                .map(Id.Organization::new);
    }

    public List<AuditEntry> takeRecorded() {
        var entries = List.copyOf(recorded);
        recorded.clear();
        return entries;
    }

    public boolean exists(String text, @Nullable Object... values) throws SQLException {
        return one(text, row -> true, values).isPresent();
    }

    public void script(String text) throws SQLException {
        try (var statement = connection.createStatement()) {
            switch (dialect) {
                case SQLITE -> {
                    for (String part : text.replaceAll("(?m)--.*$", "").split(";")) {
                        if (!part.isBlank()) {
                            statement.execute(part);
                        }
                    }
                }
                case POSTGRESQL -> statement.execute(text);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : prepared.values()) {
            statement.close();
        }
        prepared.clear();
    }

    /** Leaves the connection as well, whatever state it is in. */
    public void hangUp() {
        try {
            connection.close();
        } catch (SQLException alreadyBroken) {
            // It is gone either way.
        }
        prepared.clear();
    }

    @FunctionalInterface
    private interface Act<T> {
        T on(PreparedStatement statement) throws SQLException;
    }

    /**
     * A statement that failed is not used again: SQLite's driver leaves some of them unusable, and
     * every later move would fail with them.
     */
    private <T> T run(String text, Act<T> act) throws SQLException {
        if (!later.isEmpty()) {
            sendLater();
        }
        PreparedStatement statement = prepared(text);
        try {
            return act.on(statement);
        } catch (SQLException failed) {
            prepared.remove(text);
            discard(statement, failed);
            throw failed;
        }
    }

    private static void discard(PreparedStatement statement, SQLException failed) {
        try {
            statement.close();
        } catch (SQLException alreadyClosed) {
            failed.addSuppressed(alreadyClosed);
        }
    }

    private PreparedStatement prepared(String text) throws SQLException {
        PreparedStatement statement = prepared.get(text);
        if (statement == null) {
            statement = connection.prepareStatement(text);
            prepared.put(text, statement);
        }
        return statement;
    }

    /** One row, read in the model's terms. */
    public record Row(ResultSet rows) {
        public String text(String column) throws SQLException {
            return rows.getString(column);
        }

        public Optional<String> maybeText(String column) throws SQLException {
            return Optional.ofNullable(rows.getString(column));
        }

        public long large(String column) throws SQLException {
            return rows.getLong(column);
        }

        public int number(String column) throws SQLException {
            return rows.getInt(column);
        }

        public boolean yes(String column) throws SQLException {
            return rows.getInt(column) == 1;
        }

        public Instant instant(String column) throws SQLException {
            return Instant.ofEpochMilli(rows.getLong(column));
        }

        public Optional<Instant> maybeInstant(String column) throws SQLException {
            long millis = rows.getLong(column);
            return rows.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
        }

        public byte[] bytes(String column) throws SQLException {
            return rows.getBytes(column);
        }

        public Optional<byte[]> maybeBytes(String column) throws SQLException {
            return Optional.ofNullable(rows.getBytes(column));
        }
    }
}
