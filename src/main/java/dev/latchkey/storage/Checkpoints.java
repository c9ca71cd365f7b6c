package dev.latchkey.storage;

import java.sql.SQLException;
import java.util.concurrent.Semaphore;

/**
 * Moves what was committed from SQLite's log into its file, beside the writer: that rewrites pages
 * all over the file and waits for the disk, and whoever committed last would wait as well. Only
 * what came meanwhile is left to the writer, for nobody else can bring the log to its end, so that
 * it begins anew.
 */
final class Checkpoints {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");

    /** Some 24 MB of log: most of what is written often is written into the file once. */
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
            pagesInLog(writer);
        } else if (moves >= MOVES && !isUnderWay) {
            isUnderWay = true;
            wanted.release();
        }
    }

    private void goOn() {
        try {
            while (true) {
                wanted.acquire();
                moveMost();
                isNearlyDone = true;
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** While it works the log grows, and less each time. */
    private void moveMost() {
        int before = 0;
        int now = pagesInLog(own);
        for (int round = 1; round < MOST_ROUNDS && now - before > FEW_PAGES; round++) {
            before = now;
            now = pagesInLog(own);
        }
    }

    /** Moves what nobody reads from the log any more; without effect if it cannot. */
    private static int pagesInLog(Sql sql) {
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
