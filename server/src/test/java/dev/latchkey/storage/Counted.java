package dev.latchkey.storage;

import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.WriteSpace;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A database that tells how often it was read from. */
public final class Counted implements Database {
    private final Database database;
    private final AtomicLong reads = new AtomicLong();

    public Counted(Database database) {
        this.database = database;
    }

    public long reads() {
        return reads.get();
    }

    @Override
    public <T> T read(Move<T> query) {
        reads.incrementAndGet();
        return database.read(query);
    }

    @Override
    public <T> T write(WriteSpace room, Move<T> move) {
        return database.write(room, move);
    }

    @Override
    public <T> T writeHoweverLong(Move<T> move) {
        return database.writeHoweverLong(move);
    }

    @Override
    public Dialect dialect() {
        return database.dialect();
    }

    @Override
    public int lanes() {
        return database.lanes();
    }

    @Override
    public ChangeVersions watch() {
        return database.watch();
    }

    @Override
    public void whenCaughtUp(Runnable ready, Runnable failed) {
        database.whenCaughtUp(ready, failed);
    }

    @Override
    public int forgetTouched(Instant now, int most) {
        return database.forgetTouched(now, most);
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
