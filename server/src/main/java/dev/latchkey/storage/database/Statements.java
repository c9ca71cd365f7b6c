package dev.latchkey.storage.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The prepared statements of one connection, and those that are sent with the next one. */
final class Statements {
  private static final long NANOS_OF_A_SECOND = Duration.ofSeconds(1).toNanos();

  private final Connection connection;
  private final Database.Dialect dialect;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private final List<Bound> deferred = new ArrayList<>();
  private final TransactionNumber number;
  private final Optional<Long> end;

  Statements(Connection connection, Database.Dialect dialect) {
    this(connection, dialect, Optional.empty());
  }

  /** {@code most}: how long the statements may take together, from now on. */
  Statements(Connection connection, Database.Dialect dialect, Optional<Duration> most) {
    this.connection = connection;
    this.dialect = dialect;
    this.end = most.map(time -> System.nanoTime() + time.toNanos());
    this.number = new TransactionNumber(dialect);
  }

  /**
   * A statement as JDBC takes it: with question marks, and their values in the order of their
   * places. Statements in which a value occurs more than once use names, such as {@code :user}.
   */
  private record Bound(String text, @Nullable Object[] values) {
    private static final Pattern NAME = Pattern.compile(":([a-z_]+)");

    /** The statements are constants of the program, so there are only a few. */
    private static final Map<String, Named> PARSED = new ConcurrentHashMap<>();

    private record Named(String text, List<String> names) {
      static Named parse(String text) {
        Matcher matcher = NAME.matcher(text);
        List<String> names = matcher.results().map(found -> found.group(1)).toList();
        return new Named(matcher.replaceAll("?"), names);
      }
    }

    /** A missing or an unused name is an error. */
    static Bound of(String text, @Nullable Object[] values) {
      if (values.length != 1 || !(values[0] instanceof Map<?, ?> byName)) {
        return new Bound(text, values);
      }
      Named named = PARSED.computeIfAbsent(text, Named::parse);
      if (!byName.keySet().equals(Set.copyOf(named.names))) {
        throw new IllegalArgumentException(
            "the statement names " + named.names + ", not " + byName.keySet());
      }
      return new Bound(named.text, named.names.stream().map(byName::get).toArray());
    }
  }

  @FunctionalInterface
  interface Act<T> {
    T on(PreparedStatement statement) throws SQLException;
  }

  @FunctionalInterface
  interface Reader<T> {
    T read(ResultSet rows) throws SQLException;
  }

  int update(String text, @Nullable Object[] values) throws SQLException {
    return run(Bound.of(text, values), number::update);
  }

  <T> T query(String text, @Nullable Object[] values, Reader<T> reader) throws SQLException {
    return run(
        Bound.of(text, values),
        statement -> {
          try (ResultSet rows = number.query(statement)) {
            return reader.read(rows);
          }
        });
  }

  void defer(String text, @Nullable Object[] values) throws SQLException {
    switch (dialect) {
      case SQLITE -> update(text, values);
      case POSTGRESQL -> deferred.add(Bound.of(text, values));
    }
  }

  <T> int updateEach(String text, Collection<T> items, Function<T, List<?>> values)
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

  Optional<SQLWarning> commit() throws SQLException {
    if (deferred.isEmpty()) {
      connection.commit();
      return Optional.ofNullable(connection.getWarnings());
    }
    deferred.add(new Bound("COMMIT", new Object[0]));
    return sendDeferred();
  }

  void expectNumber() {
    number.expect();
  }

  void takeNumber() throws SQLException {
    if (number.isWanted()) {
      defer(TransactionNumber.TAKE, new Object[0]);
    }
  }

  Optional<String> transactionNumber() throws SQLException {
    if (number.isWanted() && !deferred.isEmpty()) {
      sendDeferred();
    }
    if (number.mayBeMissing()) {
      number.ask(connection);
    }
    return number.value();
  }

  private Optional<SQLWarning> sendDeferred() throws SQLException {
    String text = deferred.stream().map(Bound::text).collect(Collectors.joining("; "));
    Object[] values = deferred.stream().flatMap(each -> Arrays.stream(each.values)).toArray();
    deferred.clear();
    return run(
        new Bound(text, values),
        statement -> {
          statement.execute();
          return Optional.ofNullable(statement.getWarnings());
        });
  }

  void script(String text) throws SQLException {
    number.missed();
    try (var statement = connection.createStatement()) {
      switch (dialect) {
        case SQLITE -> {
          for (String part : SchemaText.split(text)) {
            statement.execute(part);
          }
        }
        case POSTGRESQL -> statement.execute(text);
      }
    }
  }

  void close() throws SQLException {
    for (PreparedStatement statement : prepared.values()) {
      statement.close();
    }
    prepared.clear();
  }

  void disconnect() {
    try {
      connection.close();
    } catch (SQLException alreadyBroken) {
      // The connection is unusable in either case.
    }
    prepared.clear();
  }

  private <T> T run(Bound bound, Act<T> act) throws SQLException {
    return run(
        bound.text,
        number.addedTo(bound.text),
        statement -> {
          Parameters.bind(statement, bound.values);
          return act.on(statement);
        });
  }

  /**
   * Runs a statement. A statement that failed is not used again, because the driver of SQLite
   * leaves some of them unusable and every later write would fail.
   */
  private <T> T run(String text, String sent, Act<T> act) throws SQLException {
    if (!deferred.isEmpty()) {
      sendDeferred();
    }
    PreparedStatement statement = prepared(sent);
    try {
      limit(statement);
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

  /** The driver ends a longer statement. At least a second, because 0 would mean no limit. */
  private void limit(PreparedStatement statement) throws SQLException {
    if (end.isPresent()) {
      long left = Math.ceilDiv(end.get() - System.nanoTime(), NANOS_OF_A_SECOND);
      statement.setQueryTimeout((int) Math.max(1, left));
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
}
