package dev.latchkey.storage.copy;

import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.time.StoreClock;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.StoreActivity;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * Makes many writes in one commit. It is for data that is prepared, while nobody waits for a single
 * one of the writes: each alone would wait for the disk. One thread uses it.
 */
public final class OneCommit implements Database {
  private final Database database;
  private Optional<Sql> transaction = Optional.empty();

  public OneCommit(Database database) {
    this.database = database;
  }

  /** Makes the writes of {@code writes} completely or not at all. They read each other's rows. */
  public void of(Runnable writes) {
    database.run(sql -> {
      transaction = Optional.of(sql);
      try {
        writes.run();
      } finally {
        transaction = Optional.empty();
      }
    });
  }

  private static <T> T within(Sql sql, Work<T> work) {
    try {
      return work.on(sql);
    } catch (SQLException cause) {
      throw new StorageFault("a part of a commit failed", cause);
    }
  }

  @Override
  public <T> T read(Work<T> query) {
    return transaction.map(sql -> within(sql, query)).orElseGet(() -> database.read(query));
  }

  @Override
  public <T> T list(Work<T> query) {
    return transaction.map(sql -> within(sql, query)).orElseGet(() -> database.list(query));
  }

  @Override
  public <T> T write(WriteSpace space, Work<T> work) {
    return transaction.map(sql -> within(sql, work)).orElseGet(() -> database.write(space, work));
  }

  @Override
  public <T> T changeSchema(Work<T> work) {
    return database.changeSchema(work);
  }

  @Override
  public Dialect dialect() {
    return database.dialect();
  }

  @Override
  public StoreActivity activity() {
    return database.activity();
  }

  @Override
  public int parallelLookups() {
    return database.parallelLookups();
  }

  @Override
  public ChangeVersions trackChanges() {
    return database.trackChanges();
  }

  @Override
  public void whenCaughtUp(Runnable ready, Runnable failed) {
    database.whenCaughtUp(ready, failed);
  }

  @Override
  public int deleteOldChanges(Instant now, int most) {
    return database.deleteOldChanges(now, most);
  }

  @Override
  public void synchronize(StoreClock clock) {
    database.synchronize(clock);
  }

  @Override
  public Optional<String> clockFault() {
    return database.clockFault();
  }

  @Override
  public boolean isTimelineOlder() {
    return database.isTimelineOlder();
  }

  @Override
  public void limitTo(int maxMegabytes) {
    database.limitTo(maxMegabytes);
  }

  @Override
  public void keepReserve() {
    database.keepReserve();
  }

  @Override
  public void close() {
    database.close();
  }
}
