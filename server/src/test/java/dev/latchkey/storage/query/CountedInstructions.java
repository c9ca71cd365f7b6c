package dev.latchkey.storage.query;

import dev.latchkey.storage.Counted;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.sqlite.ProgressHandler;

/**
 * A SQLite store whose reads use one connection of the test, on which SQLite counts the
 * instructions that it runs. It runs several of them for each row that it reads. Only a COUNT
 * without a condition is one instruction, however many rows there are.
 */
final class CountedInstructions extends Counted {
  private static final int AT_ONCE = 100;

  private final Connection connection;
  private final Sql sql;
  private final AtomicLong counted = new AtomicLong();

  private CountedInstructions(Database database, Connection connection) throws SQLException {
    super(database);
    this.connection = connection;
    sql = new Sql(connection, Database.Dialect.SQLITE);
    ProgressHandler.setHandler(
        connection,
        AT_ONCE,
        new ProgressHandler() {
          @Override
          protected int progress() {
            counted.addAndGet(AT_ONCE);
            return 0;
          }
        });
  }

  static CountedInstructions of(Database database) {
    String file =
        database
            .read(opened -> opened.one("PRAGMA database_list", row -> row.text("file")))
            .orElseThrow();
    try {
      return new CountedInstructions(database, DriverManager.getConnection("jdbc:sqlite:" + file));
    } catch (SQLException cause) {
      throw new AssertionError(cause);
    }
  }

  long instructions() {
    return counted.get();
  }

  @Override
  public <T> T read(Work<T> query) {
    try {
      return query.on(sql);
    } catch (SQLException cause) {
      throw new AssertionError(cause);
    }
  }

  @Override
  public <T> T list(Work<T> query) {
    return read(query);
  }

  /** Leaves the store open. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException cause) {
      throw new AssertionError(cause);
    }
  }
}
