package dev.latchkey.storage.database;

import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.event.SealedMail;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * SQL statements on one connection. Each is prepared once. Values are bound as parameters and never
 * written into the text: those of the question marks one by one, or those of named parameters as
 * one map ({@link Values}).
 */
public final class Sql implements AutoCloseable {
  private final Database.Dialect dialect;
  private final Statements statements;
  private final RecordedEntries recorded = new RecordedEntries();

  public Sql(Connection connection, Database.Dialect dialect) {
    this(dialect, new Statements(connection, dialect));
  }

  private Sql(Database.Dialect dialect, Statements statements) {
    this.dialect = dialect;
    this.statements = statements;
  }

  /** The statements have so much time together, from now on. */
  public static Sql within(Duration most, Connection connection, Database.Dialect dialect) {
    return new Sql(dialect, new Statements(connection, dialect, Optional.of(most)));
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

  /** Runs a statement and returns how many rows it changed. */
  public int update(String text, @Nullable Object... values) throws SQLException {
    return statements.update(text, values);
  }

  /**
   * Runs a write whose row count is not needed. On PostgreSQL it is sent together with the next
   * statement or with the commit, which saves a network round trip.
   */
  public void defer(String text, @Nullable Object... values) throws SQLException {
    statements.defer(text, values);
  }

  /**
   * Runs the same statement for each item, in one batch. Returns how many rows changed in total.
   */
  public <T> int updateEach(String text, Collection<T> items, Function<T, List<?>> values)
      throws SQLException {
    return statements.updateEach(text, items, values);
  }

  public <T> Optional<T> one(String text, RowReader<T> reader, @Nullable Object... values)
      throws SQLException {
    return statements.query(
        text,
        values,
        rows -> rows.next() ? Optional.of(reader.read(new Row(rows))) : Optional.empty());
  }

  public <T> List<T> all(String text, RowReader<T> reader, @Nullable Object... values)
      throws SQLException {
    return statements.query(
        text,
        values,
        rows -> {
          var row = new Row(rows);
          var found = new ArrayList<T>();
          while (rows.next()) {
            found.add(reader.read(row));
          }
          return found;
        });
  }

  public boolean exists(String text, @Nullable Object... values) throws SQLException {
    return one(text, row -> true, values).isPresent();
  }

  /**
   * Reads the rows of these keys. The text contains {@code {keys}} after the column that is
   * compared, or after several columns in parentheses. PostgreSQL receives one query for all keys,
   * because each query is a network round trip. SQLite runs in this process, so one query for each
   * key is just as fast. All of them run in one transaction, because starting one for each would be
   * slow.
   */
  public <T> List<T> findByKeys(String text, RowKeys keys, RowReader<T> reader)
      throws SQLException {
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
    return findByKeys(text, RowKeys.of(keys), each).stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private <T> List<T> oneByOne(String text, RowKeys keys, RowReader<T> reader) throws SQLException {
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
   * log.
   */
  public void record(AuditEntry entry) throws SQLException {
    recorded.add(this, entry);
  }

  /** Adds a mail to those that wait. If too many wait, the audit log has an entry about it. */
  public void add(SealedMail mail, RequestMoment now) throws SQLException {
    recorded.add(this, mail, now);
  }

  /**
   * Adds many entries in one statement. Each must name its organization, be of an app, and have no
   * detail.
   */
  public void record(Collection<AuditEntry> entries) throws SQLException {
    if (!entries.isEmpty()) {
      recorded.add(this, entries);
    }
  }

  public List<AuditEntry> takeRecorded() {
    return recorded.take();
  }

  public void script(String text) throws SQLException {
    statements.script(text);
  }

  /**
   * Commits the transaction. Deferred statements are sent in the same message. Returns the warning
   * of the database, if it has one.
   */
  public Optional<SQLWarning> commit() throws SQLException {
    return statements.commit();
  }

  /** From now on the statements of this transaction find out its number. */
  public void expectNumber() {
    statements.expectNumber();
  }

  /** The transaction gets its number before what follows. */
  void takeNumber() throws SQLException {
    statements.takeNumber();
  }

  /**
   * The number that PostgreSQL has given to this transaction; empty if it has changed nothing. The
   * number arrives with the first statement that changes something. Therefore this sends a message
   * of its own only for a transaction without such a statement before its deferred ones.
   */
  public Optional<String> transactionNumber() throws SQLException {
    return statements.transactionNumber();
  }

  @Override
  public void close() throws SQLException {
    statements.close();
  }

  /** Closes the connection as well, in whatever state it is. */
  public void disconnect() {
    statements.disconnect();
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

    public Id.User user() throws SQLException {
      return new Id.User(text("user_id"));
    }

    public Id.Client client() throws SQLException {
      return new Id.Client(text("client_id"));
    }

    public Id.Team team() throws SQLException {
      return new Id.Team(text("team_id"));
    }

    public Id.Organization organization() throws SQLException {
      return new Id.Organization(text("organization_id"));
    }

    public Id.Grant grant() throws SQLException {
      return new Id.Grant(text("grant_id"));
    }

    public Scopes scopes(String column) throws SQLException {
      return Scopes.parse(text(column));
    }

    public AllowedNetworks networks() throws SQLException {
      return AllowedNetworks.parse(text("networks"));
    }

    public SecretHash hash(String column) throws SQLException {
      return SecretHash.stored(bytes(column));
    }

    /** The day (UTC) of a time. */
    public LocalDate day(String column) throws SQLException {
      return LocalDate.ofInstant(instant(column), ZoneOffset.UTC);
    }

    public byte[] bytes(String column) throws SQLException {
      return rows.getBytes(column);
    }

    public Optional<byte[]> maybeBytes(String column) throws SQLException {
      return Optional.ofNullable(rows.getBytes(column));
    }
  }
}
