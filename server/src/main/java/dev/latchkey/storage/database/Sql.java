package dev.latchkey.storage.database;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
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
 * SQL statements on one connection. Each is prepared once. Values are bound as parameters and never
 * written into the text.
 */
public final class Sql implements AutoCloseable {
  private final Connection connection;
  private final Database.Dialect dialect;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private final List<AuditEntry> recorded = new ArrayList<>();
  private final List<Write> deferred = new ArrayList<>();
  private final TransactionNumber number;

  public Sql(Connection connection, Database.Dialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
    this.number = new TransactionNumber(dialect);
  }

  Database.Dialect dialect() {
    return dialect;
  }

  @FunctionalInterface
  public interface RowReader<T> {
    T read(Row row) throws SQLException;
  }

  /** Whether the statement changed its one row: for a guarded write, whether the guard held. */
  public boolean updateOne(String text, @Nullable Object... values) throws SQLException {
    return update(text, values) == 1;
  }

  /** The same with named parameters ({@link NamedText}). */
  public boolean updateOne(String text, Map<String, ?> values) throws SQLException {
    return update(text, values) == 1;
  }

  /** Runs a statement and returns how many rows it changed. */
  public int update(String text, @Nullable Object... values) throws SQLException {
    return run(
        text,
        statement -> {
          Parameters.bind(statement, values);
          return number.update(statement);
        });
  }

  /** The same with named parameters ({@link NamedText}). */
  public int update(String text, Map<String, ?> values) throws SQLException {
    var named = NamedText.of(text);
    return update(named.text(), named.values(values));
  }

  /**
   * Runs a write whose row count is not needed. On PostgreSQL it is sent together with the next
   * statement or with the commit, which saves a network round trip.
   */
  public void defer(String text, @Nullable Object... values) throws SQLException {
    switch (dialect) {
      case SQLITE -> update(text, values);
      case POSTGRESQL -> deferred.add(new Write(text, values));
    }
  }

  private record Write(String text, @Nullable Object[] values) {}

  /**
   * Commits the transaction. Deferred statements are sent in the same message. Returns the warning
   * of the database, if it has one.
   */
  public Optional<SQLWarning> commit() throws SQLException {
    if (deferred.isEmpty()) {
      connection.commit();
      return Optional.ofNullable(connection.getWarnings());
    }
    defer("COMMIT");
    return sendDeferred();
  }

  /** From now on the statements of this transaction find out its number. */
  public void expectNumber() {
    number.expect();
  }

  /**
   * The number that PostgreSQL has given to this transaction; empty if it has changed nothing. The
   * number arrives with the first statement that changes something. Therefore this sends a message
   * of its own only for a transaction without such a statement before its deferred ones.
   */
  public Optional<String> transactionNumber() throws SQLException {
    if (number.isWanted() && !deferred.isEmpty()) {
      sendDeferred();
    }
    if (number.mayBeMissing()) {
      number.ask(connection);
    }
    return number.value();
  }

  private Optional<SQLWarning> sendDeferred() throws SQLException {
    String text = deferred.stream().map(Write::text).collect(Collectors.joining("; "));
    Object[] values = deferred.stream().flatMap(write -> Arrays.stream(write.values)).toArray();
    deferred.clear();
    return run(
        text,
        statement -> {
          Parameters.bind(statement, values);
          statement.execute();
          return Optional.ofNullable(statement.getWarnings());
        });
  }

  /**
   * Runs the same statement for each item, in one batch. Returns how many rows changed in total.
   */
  public <T> int updateEach(String text, Collection<T> items, Function<T, List<?>> values)
      throws SQLException {
    number.missed();
    return run(
        text,
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
          try (ResultSet rows = number.query(statement)) {
            return rows.next() ? Optional.of(reader.read(new Row(rows))) : Optional.empty();
          }
        });
  }

  /** The same with named parameters ({@link NamedText}). */
  public <T> Optional<T> one(String text, RowReader<T> reader, Map<String, ?> values)
      throws SQLException {
    var named = NamedText.of(text);
    return one(named.text(), reader, named.values(values));
  }

  public <T> List<T> all(String text, RowReader<T> reader, @Nullable Object... values)
      throws SQLException {
    return run(
        text,
        statement -> {
          Parameters.bind(statement, values);
          try (ResultSet rows = number.query(statement)) {
            var row = new Row(rows);
            var found = new ArrayList<T>();
            while (rows.next()) {
              found.add(reader.read(row));
            }
            return found;
          }
        });
  }

  /** The same with named parameters ({@link NamedText}). */
  public <T> List<T> all(String text, RowReader<T> reader, Map<String, ?> values)
      throws SQLException {
    var named = NamedText.of(text);
    return all(named.text(), reader, named.values(values));
  }

  /**
   * Reads the rows of these keys. The text contains {@code {keys}} after the column that is
   * compared, or after several columns in parentheses. PostgreSQL receives one query for all keys,
   * because each query is a network round trip. SQLite runs in this process, so one query for each
   * key is just as fast. All of them run in one transaction, because starting one for each would be
   * slow.
   */
  public <T> List<T> findByKeys(String text, Keys keys, RowReader<T> reader) throws SQLException {
    if (keys.count() == 0) {
      return List.of();
    }
    return switch (dialect) {
      case SQLITE -> oneByOne(text.replace("{keys}", keys.compareOne()), keys, reader);
      case POSTGRESQL ->
          all(text.replace("{keys}", keys.compareAll()), reader, keys.columns().toArray());
    };
  }

  /**
   * Whether this node does some work now that one node does at a time. The lock with this number is
   * held until the transaction ends. With SQLite there is one node.
   */
  public boolean hasTurn(long number) throws SQLException {
    return switch (dialect) {
      case SQLITE -> true;
      case POSTGRESQL -> exists("SELECT 1 WHERE pg_try_advisory_xact_lock(?)", number);
    };
  }

  /**
   * Reads the rows of these keys into a map. The text must return the key as column {@code hash}.
   */
  public <T> Map<SecretHash, T> byHash(String text, List<SecretHash> keys, RowReader<T> reader)
      throws SQLException {
    RowReader<Map.Entry<SecretHash, T>> each =
        row -> Map.entry(SecretHash.stored(row.bytes("hash")), reader.read(row));
    return findByKeys(text, Keys.of(keys), each).stream()
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

  /**
   * Ends the transaction of a reader. A connection that stayed in it would read old data from then
   * on.
   */
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
   * Adds an entry to the audit log. After the commit, the entry is also written to the program's
   * log. If the entry names no organization, the database row gets the organization of its team,
   * its credential or its user.
   */
  public void record(AuditEntry entry) throws SQLException {
    Optional<Id.Organization> organization =
        entry.organization().isPresent() ? entry.organization() : organizationOf(entry);
    takeNumber();
    defer(
        """
        INSERT INTO audit (at, event, outcome, user_id, about_user_id, client_id, organization_id, team_id,
            address, detail, request_id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        entry.moment().at(),
        entry.event(),
        entry.outcome().code(),
        entry.actor().subject(),
        entry.aboutUser(),
        entry.client(),
        organization,
        entry.team(),
        entry.moment().address(),
        entry.detail(),
        entry.moment().requestId());
    recorded.add(entry);
  }

  /** Adds many entries in one statement. Each must name its organization and have no detail. */
  public void record(Collection<AuditEntry> entries) throws SQLException {
    if (entries.isEmpty()) {
      return;
    }
    takeNumber();
    defer(
        """
        INSERT INTO audit (at, event, outcome, user_id, about_user_id, client_id, organization_id, team_id,
            address, request_id)
        SELECT * FROM unnest(CAST(? AS BIGINT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
            CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
            CAST(? AS TEXT[]))
        """,
        Column.numbers(entries, entry -> entry.moment().at()),
        Column.texts(entries, AuditEntry::event),
        Column.texts(entries, entry -> entry.outcome().code()),
        Column.texts(entries, entry -> entry.actor().subject()),
        Column.texts(entries, AuditEntry::aboutUser),
        Column.texts(entries, AuditEntry::client),
        Column.texts(entries, AuditEntry::organization),
        Column.texts(entries, AuditEntry::team),
        Column.texts(entries, entry -> entry.moment().address()),
        Column.texts(entries, entry -> entry.moment().requestId()));
    recorded.addAll(entries);
  }

  /**
   * The transaction needs its number before the entry gets one; otherwise an export could miss the
   * entry.
   */
  private void takeNumber() throws SQLException {
    if (number.isWanted()) {
      defer(TransactionNumber.TAKE);
    }
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
            entry.aboutUser().<Id.Subject>map(user -> user).or(entry.actor()::subject))
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

  /** The same with named parameters ({@link NamedText}). */
  public boolean exists(String text, Map<String, ?> values) throws SQLException {
    return one(text, row -> true, values).isPresent();
  }

  public void script(String text) throws SQLException {
    number.missed();
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

  /** Closes the connection as well, in whatever state it is. */
  public void disconnect() {
    try {
      connection.close();
    } catch (SQLException alreadyBroken) {
      // The connection is unusable in either case.
    }
    prepared.clear();
  }

  @FunctionalInterface
  private interface Act<T> {
    T on(PreparedStatement statement) throws SQLException;
  }

  /**
   * Runs a statement. A statement that failed is not used again, because the driver of SQLite
   * leaves some of them unusable and every later write would fail.
   */
  private <T> T run(String text, Act<T> act) throws SQLException {
    return run(text, number.addedTo(text), act);
  }

  private <T> T run(String text, String sent, Act<T> act) throws SQLException {
    if (!deferred.isEmpty()) {
      sendDeferred();
    }
    PreparedStatement statement = prepared(sent);
    try {
      T result = act.on(statement);
      if (!sent.equals(text)) {
        number.readAfter(statement);
      }
      return result;
    } catch (SQLException failed) {
      prepared.remove(sent);
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

  /** One row of a result, with values of the model. */
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

    public boolean flag(String column) throws SQLException {
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
