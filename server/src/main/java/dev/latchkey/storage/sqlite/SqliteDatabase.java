package dev.latchkey.storage.sqlite;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.StorageFault;
import dev.latchkey.model.TooBusy;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Commits;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sqlite.SQLiteConfig;

/**
 * One file, one writer. The writer takes every move that waits, runs them in one transaction,
 * commits once, and only then lets each caller go on: many callers share one wait for the disk.
 */
public final class SqliteDatabase implements Database {
    private static final int WAITING_MOVES = 4_096;
    private static final int MOVES_A_COMMIT = 256;
    private static final int READERS = Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final int BUSY_MILLIS = 2_000;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int PAGE_BYTES = 4_096;

    /** The inner pages of millions of tokens: a look-up reads leaves, a move several indexes. */
    private static final int READING_KIBIBYTES = 8_192;

    private static final int WRITING_KIBIBYTES = 16_384;

    /** 128 MB of log: the writer makes a checkpoint itself only where {@link Checkpoints} fail. */
    private static final int PAGES_A_CHECKPOINT = 32_768;

    private final BlockingQueue<Sql> readers = new ArrayBlockingQueue<>(READERS);
    private final List<Connection> connections = new ArrayList<>();
    private final BlockingQueue<Waiting<?>> queue = new ArrayBlockingQueue<>(WAITING_MOVES);
    private final Connection writing;
    private final Sql writer;
    private final Checkpoints checkpoints;
    private final StoreSpace space;
    private final Thread lane;
    private final Consumer<AuditEntry> log;
    private final OtherWriters others;
    private final Duration patience;

    /** Nobody watches as long as this process is itself a visitor. */
    private volatile Commits commits;

    private volatile boolean closed;

    private SqliteDatabase(Path file, int maxMegabytes, Consumer<AuditEntry> log, Duration patience)
            throws SQLException {
        this.log = log;
        this.patience = patience;
        others = OtherWriters.open(file.resolveSibling(file.getFileName() + "-visits"));
        commits = others;
        writing = connect(file, false);
        writer = new Sql(writing, Dialect.SQLITE);
        writer.script("PRAGMA wal_autocheckpoint = " + PAGES_A_CHECKPOINT);
        writer.script("PRAGMA secure_delete = FAST");
        long mostPages = maxMegabytes * (1_048_576L / PAGE_BYTES);
        if (mostPages > 0) {
            writer.script("PRAGMA max_page_count = " + mostPages);
        }
        space = new StoreSpace(mostPages, file);
        space.measure(writer);
        checkpoints = new Checkpoints(new Sql(connect(file, false), Dialect.SQLITE));
        for (int i = 0; i < READERS; i++) {
            readers.add(new Sql(connect(file, true), Dialect.SQLITE));
        }
        lane = Thread.ofPlatform().name("sqlite-writer").daemon().start(this::serve);
    }

    /** {@code maxMegabytes} bounds the file's growth; 0 means no bound. */
    public static SqliteDatabase open(Path file, int maxMegabytes, Consumer<AuditEntry> log) {
        return open(file, maxMegabytes, log, PATIENCE);
    }

    /** {@code patience}: how long a batch may take on its way to the commit. */
    static SqliteDatabase open(
            Path file, int maxMegabytes, Consumer<AuditEntry> log, Duration patience) {
        try {
            makeOwnersOnly(file);
            return new SqliteDatabase(file, maxMegabytes, log, patience);
        } catch (SQLException | IOException cause) {
            throw new StorageFault("cannot open " + file + ": " + cause.getMessage(), cause);
        }
    }

    @Override
    public <T> T read(Move<T> query) {
        Sql reader = borrow();
        try {
            return query.on(reader);
        } catch (SQLException cause) {
            throw new StorageFault("a read failed", cause);
        } finally {
            readers.add(reader);
        }
    }

    @Override
    public <T> T write(WriteSpace room, Move<T> move) {
        return made(new Waiting<>(move, room, patience));
    }

    @Override
    public <T> T writeHoweverLong(Move<T> move) {
        return made(new Waiting<>(move, WriteSpace.ENDING, ChronoUnit.FOREVER.getDuration()));
    }

    private <T> T made(Waiting<T> waiting) {
        if (!queue.offer(waiting)) {
            throw new TooBusy("too many moves are waiting");
        }
        if (closed) {
            failWaiting();
        }
        try {
            T result = waiting.outcome.get();
            waiting.recorded.forEach(log);
            return result;
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException cause
                    ? cause
                    : new StorageFault("a move failed", failed);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new StorageFault("interrupted while a move waited", stopping);
        }
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public int lanes() {
        return READERS;
    }

    @Override
    public synchronized ChangeVersions watch() {
        if (!(commits instanceof ChangeVersions)) {
            var versions = new ChangeVersions(others);
            write(sql -> {
                SqliteTriggers.begin(writing, sql, versions);
                return versions;
            });
            commits = versions;
        }
        return (ChangeVersions) commits;
    }

    /** The writer marks its commits, and a visitor numbers its own in memory that is shared. */
    @Override
    public void whenCaughtUp(Runnable ready, Runnable failed) {
        ready.run();
    }

    /** Here it is told in memory. */
    @Override
    public int forgetTouched(Instant now, int most) {
        return 0;
    }

    @Override
    public void keepReserve() {
        space.keepReserve();
    }

    @Override
    public void close() {
        closed = true;
        lane.interrupt();
        try {
            lane.join();
            checkpoints.close();
            for (Connection connection : connections) {
                connection.close();
            }
        } catch (SQLException | InterruptedException cause) {
            throw new StorageFault("closing failed", cause);
        }
    }

    int waiting() {
        return queue.size();
    }

    /** SQLite gives the files beside it the same permissions. */
    private static void makeOwnersOnly(Path file) throws IOException {
        if (Files.notExists(file)) {
            Files.createFile(
                    file,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        }
    }

    private Connection connect(Path file, boolean readOnly) throws SQLException {
        var config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setBusyTimeout(BUSY_MILLIS);
        config.enforceForeignKeys(true);
        config.setPageSize(PAGE_BYTES);
        config.setCacheSize(-(readOnly ? READING_KIBIBYTES : WRITING_KIBIBYTES));
        // Else the driver prepares and runs another SELECT after every INSERT, for keys nobody asks
        // for.
        config.setGetGeneratedKeys(false);
        Connection connection = config.createConnection("jdbc:sqlite:" + file);
        if (readOnly) {
            try (var statement = connection.createStatement()) {
                statement.execute("PRAGMA query_only = ON");
            }
        }
        connections.add(connection);
        return connection;
    }

    private Sql borrow() {
        try {
            Sql reader = readers.poll(BUSY_MILLIS, TimeUnit.MILLISECONDS);
            if (reader == null || closed) {
                throw new StorageFault("no reader came free");
            }
            return reader;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new StorageFault("interrupted while a read waited", stopping);
        }
    }

    private void serve() {
        var batch = new ArrayList<Waiting<?>>(MOVES_A_COMMIT);
        while (!closed) {
            try {
                batch.add(queue.take());
            } catch (InterruptedException stopping) {
                continue;
            }
            yieldForBatch();
            queue.drainTo(batch, MOVES_A_COMMIT - 1);
            commit(batch);
            batch.clear();
        }
        failWaiting();
    }

    /**
     * Who waited for the commit before has just been answered: what they ask for next belongs to
     * this one. Where nobody else has work to do it takes no time.
     */
    @SuppressWarnings("ThreadPriorityCheck") // Nothing hangs on it but how many share.
    private static void yieldForBatch() {
        Thread.yield();
    }

    /**
     * Whatever goes wrong, every caller is answered and the lane goes on: nobody may wait for ever.
     * A move that fails among others is answered and left out, and the others run again: that is
     * rare, and a savepoint for each would cost every move.
     */
    private void commit(List<Waiting<?>> batch) {
        Attempted last = Attempted.AGAIN;
        while (last == Attempted.AGAIN) {
            batch.removeIf(this::refuseWithoutRoom);
            last = batch.isEmpty() ? Attempted.OVER : attempt(batch);
        }
        if (last == Attempted.COMMITTED) {
            checkpoints.committed(batch.size(), writer);
            if (space.isTight()) {
                checkpoints.shorten(writer);
            }
            space.measure(writer);
        }
    }

    private boolean refuseWithoutRoom(Waiting<?> waiting) {
        boolean refuses = !space.hasRoomFor(waiting.room);
        if (refuses) {
            waiting.fail(new StorageFault("the store is full"));
        }
        return refuses;
    }

    private enum Attempted {
        COMMITTED,
        /** Those that are left may be tried again. */
        AGAIN,
        /** Everybody was answered. */
        OVER
    }

    private Attempted attempt(List<Waiting<?>> batch) {
        Optional<Waiting<?>> running = Optional.empty();
        try {
            long began = System.nanoTime();
            writer.update("BEGIN IMMEDIATE");
            for (Waiting<?> waiting : batch) {
                running = Optional.of(waiting);
                waiting.run(writer);
            }
            running = Optional.empty();
            refuseIfHeldUp(batch, Duration.ofNanos(System.nanoTime() - began));
            commits.during(() -> writer.update("COMMIT"));
            batch.forEach(Waiting::release);
            return Attempted.COMMITTED;
        } catch (SQLException | RuntimeException | Error cause) {
            undo(cause);
            if (space.givesReserve(cause, writer)) {
                return Attempted.AGAIN;
            }
            if (running.isPresent()) {
                running.get().fail(cause);
                batch.remove(running.get());
                return Attempted.AGAIN;
            }
            batch.forEach(waiting -> waiting.fail(new StorageFault("a commit failed", cause)));
            return Attempted.OVER;
        }
    }

    /**
     * A process that was stopped in the middle of a batch would commit moves that look older than
     * they are: who repeats a refresh a moment later would be taken for a thief. Nobody can be
     * waiting for them any more, so they are refused.
     */
    private static void refuseIfHeldUp(List<Waiting<?>> batch, Duration time) {
        if (batch.stream().anyMatch(waiting -> waiting.patience.compareTo(time) < 0)) {
            throw new StorageFault("a batch was held up on its way to the commit");
        }
    }

    /** Where the disk is full or broken, SQLite has undone everything already. */
    private void undo(Throwable cause) {
        writer.takeRecorded();
        try {
            writer.update("ROLLBACK");
        } catch (SQLException | RuntimeException alreadyUndone) {
            cause.addSuppressed(alreadyUndone);
        }
    }

    /** A move offered while the lane was ending. */
    private void failWaiting() {
        var late = new ArrayList<Waiting<?>>();
        queue.drainTo(late);
        late.forEach(waiting -> waiting.fail(new StorageFault("the store is closing")));
    }

    /** A move and the caller who waits for it. */
    private static final class Waiting<T> {
        private final Move<T> move;
        private final WriteSpace room;
        private final Duration patience;
        private final CompletableFuture<T> outcome = new CompletableFuture<>();
        private Runnable answer = () -> {};
        private List<AuditEntry> recorded = List.of();

        Waiting(Move<T> move, WriteSpace room, Duration patience) {
            this.move = move;
            this.room = room;
            this.patience = patience;
        }

        void run(Sql sql) throws SQLException {
            T result = move.on(sql);
            recorded = sql.takeRecorded();
            answer = () -> outcome.complete(result);
        }

        void release() {
            answer.run();
        }

        void fail(Throwable cause) {
            outcome.completeExceptionally(cause);
        }
    }
}
