package dev.latchkey.storage.sqlite;

import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.StoreActivity;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** The connections of short reads. Each is used by one read at a time. */
final class SqliteReaders {
  private final BlockingQueue<Sql> idle;
  private final StoreActivity activity;
  private volatile boolean isStopped;

  SqliteReaders(List<Connection> connections, StoreActivity activity) {
    this.idle = new ArrayBlockingQueue<>(connections.size());
    this.activity = activity;
    for (Connection connection : connections) {
      idle.add(new Sql(connection, Database.Dialect.SQLITE));
    }
  }

  <T> T read(Database.Work<T> query) {
    long start = System.nanoTime();
    Sql reader = borrow();
    activity.connections().recordSince(start);
    try {
      return query.on(reader);
    } catch (SQLException cause) {
      throw new StorageFault("a read failed", cause);
    } finally {
      idle.add(reader);
      activity.reads().recordSince(start);
    }
  }

  /** From now on every read fails. */
  void stop() {
    isStopped = true;
  }

  private Sql borrow() {
    try {
      Sql reader = idle.poll(SqliteConnections.BUSY_MILLIS, TimeUnit.MILLISECONDS);
      if (reader == null || isStopped) {
        throw new StorageFault("no reader connection became free");
      }
      return reader;
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new StorageFault("interrupted while a read waited", stopping);
    }
  }
}
