package dev.latchkey.storage.sqlite;

import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;

/**
 * Copies committed pages from SQLite's log into its file, on a thread of its own. The copy writes
 * to many places of the file and waits for the disk; on the writer's thread, every commit would
 * wait for it. And because a commit waits for the disk as well, little is copied at a time.
 *
 * <p>SQLite starts the log again from the beginning once all of it is copied, which never happens
 * while the writer goes on. So now and then the writer copies the last pages itself.
 */
final class Checkpoints {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");

    /**
     * So many commits are copied at once. The busier the writer, the more moves they are, and the
     * more changes of a page are copied as one.
     */
    private static final int COMMITS = 16;

    /** After so many the log starts again: about 48 MB of it. */
    private static final int MOVES = 1_024;

    private static final int FEW_PAGES = 128;
    private static final int MOST_ROUNDS = 8;

    private final Sql own;
    private final Semaphore wanted = new Semaphore(0);
    private final Thread thread;

    /** On the writer's thread only. */
    private int store;

    private int commits;

    private volatile State state = State.IDLE;

    /** What the thread is doing, or what it has done. */
    private enum State {
        IDLE,
        COPYING_SOME,
        COPYING_MOST,
        ALL_BUT_THE_LAST_COPIED
    }

    Checkpoints(Sql own) {
        this.own = own;
        this.thread = Thread.ofPlatform().name("sqlite-checkpoints").daemon().start(this::goOn);
    }

    /** To be told of each commit by the writer, on its thread and between two transactions. */
    void committed(int more, Sql writer) {
        store += more;
        commits++;
        switch (state) {
            case IDLE -> {
                if (commits >= COMMITS) {
                    commits = 0;
                    state = store >= MOVES ? State.COPYING_MOST : State.COPYING_SOME;
                    wanted.release();
                }
            }
            case COPYING_SOME, COPYING_MOST -> {}
            case ALL_BUT_THE_LAST_COPIED -> {
                checkpoint(writer);
                store = 0;
                commits = 0;
                state = State.IDLE;
            }
        }
    }

    /**
     * Between two transactions, where the log must not grow: copies it, so that it starts again.
     */
    void shorten(Sql writer) {
        checkpoint(writer);
    }

    private void goOn() {
        try {
            while (true) {
                wanted.acquire();
                if (state == State.COPYING_MOST) {
                    copyMost();
                    state = State.ALL_BUT_THE_LAST_COPIED;
                } else {
                    checkpoint(own);
                    state = State.IDLE;
                }
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
