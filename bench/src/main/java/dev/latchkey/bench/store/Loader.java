package dev.latchkey.bench.store;

import dev.latchkey.model.process.StorageFault;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Inserts rows in the fastest way that a database allows, into a store that no other program has
 * open.
 */
abstract class Loader implements AutoCloseable {
  private static final int ROWS_PER_BATCH = 1_000;

  private final Connection connection;

  Loader(Connection connection) {
    this.connection = connection;
  }

  static Loader open(Path data, Optional<String> database) throws SQLException {
    return database.isPresent()
        ? PostgresLoader.open(database.get())
        : SqliteLoader.open(data.resolve(SqliteLoader.FILE));
  }

  final Connection connection() {
    return connection;
  }

  /** Inserts rows in the given order, which should be the order of their keys. */
  final void load(Rows.Table table, long[] order, LongFunction<List<@Nullable Object>> row)
      throws SQLException {
    connection.setAutoCommit(false);
    try {
      insert(table, order, row);
      connection.commit();
    } finally {
      connection.setAutoCommit(true);
    }
  }

  /** Inserts rows in the transaction of the caller. */
  void insert(Rows.Table table, long[] order, LongFunction<List<@Nullable Object>> row)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(table.insert())) {
      for (int i = 0; i < order.length; i++) {
        int parameter = 0;
        for (Object value : row.apply(order[i])) {
          insert.setObject(++parameter, value);
        }
        insert.addBatch();
        if ((i + 1) % ROWS_PER_BATCH == 0) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
    }
  }

  /**
   * The indexes of these tables that no constraint needs, each with the statement that creates it.
   */
  final List<Index> indexes(List<String> tables) throws SQLException {
    var indexes = new ArrayList<Index>();
    try (PreparedStatement query = connection.prepareStatement(indexQuery());
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        if (tables.contains(rows.getString(1))) {
          indexes.add(new Index("DROP INDEX " + rows.getString(2), rows.getString(3)));
        }
      }
    }
    return indexes;
  }

  final void execute(List<String> statements) throws SQLException {
    try (var statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  record Index(String dropStatement, String createStatement) {}

  /**
   * The keys of these tables that can be dropped and created again. No other table refers to them.
   */
  List<Index> keys(List<String> tables) throws SQLException {
    return List.of();
  }

  /** Empties these tables, if that makes it faster to fill them in the same transaction. */
  void empty(List<String> tables) throws SQLException {}

  /** Makes the partitions for rotated refresh tokens, if the database has partitions. */
  void partition(RotatedDays days) throws SQLException {}

  /** Whether rows are stored in the order of their keys. */
  abstract boolean isClustered();

  /** A query with three columns: table, index, and the statement that creates the index. */
  abstract String indexQuery();

  /** Writes everything to disk. Otherwise it would be written during the measurement. */
  abstract void finish() throws SQLException;

  @Override
  public final void close() {
    try (connection) {
      finish();
    } catch (SQLException cause) {
      throw new StorageFault("cannot finish filling the store", cause);
    }
  }
}
