package dev.latchkey.storage;

import dev.latchkey.model.time.StoreClock;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.StoreActivity;
import dev.latchkey.storage.database.WriteSpace;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A database that counts how often it was read. */
public class Counted implements Database {
  private final Database database;
  private final AtomicLong reads = new AtomicLong();

  public Counted(Database database) {
    this.database = database;
  }

  public long reads() {
    return reads.get();
  }

  @Override
  public <T> T read(Work<T> query) {
    reads.incrementAndGet();
    return database.read(query);
  }

  @Override
  public <T> T list(Work<T> query) {
    reads.incrementAndGet();
    return database.list(query);
  }

  @Override
  public <T> T write(WriteSpace space, Work<T> work) {
    return database.write(space, work);
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
