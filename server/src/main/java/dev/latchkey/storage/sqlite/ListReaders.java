package dev.latchkey.storage.sqlite;

import dev.latchkey.model.process.Background;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.process.TooBusy;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.ListTurns;
import dev.latchkey.storage.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The connections that read lists, and no other read needs. Each works on a thread of its own: a
 * virtual thread keeps its carrier while SQLite reads, and there are only as many carriers as
 * processors.
 */
final class ListReaders {
  /** How often a statement looks at the clock: about each millisecond. */
  private static final int STEPS = 50_000;

  private final BlockingQueue<Reader> free;
  private final ExecutorService threads;

  ListReaders(List<Connection> connections) throws SQLException {
    free = new ArrayBlockingQueue<>(connections.size());
    threads = Executors.newFixedThreadPool(connections.size(), Background.threads("lists"));
    for (Connection connection : connections) {
      free.add(new Reader(connection));
    }
  }

  private static final class Reader extends ProgressHandler {
    private final Sql sql;
    private volatile long end;

    Reader(Connection connection) throws SQLException {
      sql = new Sql(connection, Database.Dialect.SQLITE);
      ProgressHandler.setHandler(connection, STEPS, this);
    }

    <T> T read(Database.Work<T> query) throws SQLException {
      end = System.nanoTime() + ListTurns.MOST.toNanos();
      return query.on(sql);
    }

    /** Ends the statement by another value than 0. */
    @Override
    protected int progress() {
      return System.nanoTime() - end > 0 ? 1 : 0;
    }
  }

  <T> T read(Database.Work<T> query) {
    try {
      return threads.submit(() -> readByOne(query)).get();
    } catch (ExecutionException failed) {
      throw fault(failed);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new StorageFault("interrupted while a list was read", stopping);
    }
  }

  /** There are as many threads as connections, so one is free. */
  private <T> T readByOne(Database.Work<T> query) throws SQLException {
    Reader reader = free.remove();
    try {
      return reader.read(query);
    } finally {
      free.add(reader);
    }
  }

  private static RuntimeException fault(ExecutionException failed) {
    return switch (failed.getCause()) {
      case SQLiteException ended when ended.getResultCode() == SQLiteErrorCode.SQLITE_INTERRUPT ->
          new TooBusy("a list took too long");
      case RuntimeException unexpected -> unexpected;
      case null, default -> new StorageFault("a list could not be read", failed);
    };
  }

  void close() {
    threads.shutdown();
  }
}
