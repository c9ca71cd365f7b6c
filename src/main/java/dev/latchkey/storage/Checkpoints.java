package dev.latchkey.storage;

import java.sql.SQLException;
import java.util.concurrent.Semaphore;

/**
 * Copies committed pages from SQLite's log into its file, on a thread of its own. The copy writes
 * to many places of the file and waits for the disk; on the writer's thread, every commit would
 * wait for it. The writer only copies the last pages: SQLite starts the log again from the
 * beginning once all of it is copied, and while the writer goes on it never is.
 */
final class Checkpoints {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");

    /** About 24 MB of log. A page that changes often is copied once for all its changes. */
    private static final int MOVES = 512;

    private static final int FEW_PAGES = 128;
    private static final int MOST_ROUNDS = 8;

    private final Sql own;
    private final Semaphore wanted = new Semaphore(0);
    private final Thread thread;

    /** On the writer's thread only. */
    private int moves;

    private boolean isUnderWay;

    private volatile boolean isNearlyDone;

    Checkpoints(Sql own) {
        this.own = own;
        this.thread = Thread.ofPlatform().name("sqlite-checkpoints").daemon().start(this::goOn);
    }

    /** To be told of each commit by the writer, on its thread and between two transactions. */
    void committed(int more, Sql writer) {
        moves += more;
        if (isNearlyDone) {
            isNearlyDone = false;
            isUnderWay = false;
            moves = 0;
            checkpoint(writer);
        } else if (moves >= MOVES && !isUnderWay) {
            isUnderWay = true;
            wanted.release();
        }
    }

    private void goOn() {
        try {
            while (true) {
                wanted.acquire();
                copyMost();
                isNearlyDone = true;
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** The log grows during each round, and each round is shorter than the one before. */
    private void copyMost() {
        int before = 0;
        int now = checkpoint(own);
        for (int round = 1; round < MOST_ROUNDS && now - before > FEW_PAGES; round++) {
            before = now;
            now = checkpoint(own);
        }
    }

    /** Copies what can be copied, and returns how many pages the log has. */
    private static int checkpoint(Sql sql) {
        try {
            return sql.one("PRAGMA wal_checkpoint(PASSIVE)", row -> row.number("log")).orElse(0);
        } catch (SQLException full) {
            LOG.log(System.Logger.Level.WARNING, "a checkpoint failed: {0}", full.getMessage());
            return 0;
        }
    }

    /** Before its connection is closed. */
    void close() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }
}
