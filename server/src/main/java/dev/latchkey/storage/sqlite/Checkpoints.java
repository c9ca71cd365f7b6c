package dev.latchkey.storage.sqlite;

import dev.latchkey.model.process.Background;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;

/**
 * Copies committed pages from SQLite's write-ahead log into its file, on a thread of its own. The
 * copy writes to many places of the file and waits for the disk. On the thread of the writer, which
 * is the default of SQLite, every commit would have to wait for it, with a million tokens 40 to 90
 * ms. A commit waits for the disk as well, so only a little is copied at a time.
 *
 * <p>SQLite starts the log from the beginning when all of it is copied. That never happens while
 * the writer keeps adding pages. Therefore the writer copies the last pages itself from time to
 * time.
 */
final class Checkpoints {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  /**
   * After how many commits a checkpoint runs. When the writer is busy, a commit contains more
   * writes, and several changes of one page are copied as one.
   */
  private static final int COMMITS = 16;

  /** After how many writes the log starts from the beginning: it then has about 48 MB. */
  private static final int WRITES = 1_024;

  private static final int FEW_PAGES = 128;
  private static final int MAX_ROUNDS = 8;

  private final Sql connection;
  private final Semaphore requested = new Semaphore(0);
  private final Thread thread;

  /** The counts belong to the thread of the writer. */
  private int writes;

  private int commits;

  private volatile State state = State.IDLE;
  private volatile boolean closed;

  /** What the thread is doing, or what it has done. */
  private enum State {
    IDLE,
    COPYING_SOME,
    COPYING_MOST,
    ALL_BUT_THE_LAST_COPIED
  }

  Checkpoints(Sql connection) {
    this.connection = connection;
    this.thread = Background.repeat("sqlite-checkpoints", () -> !closed, this::copy, () -> {});
    thread.start();
  }

  /**
   * The writer calls this after each commit, on its thread and between two transactions. {@code
   * more} is the number of writes in the commit.
   */
  void committed(int more, Sql writer) {
    writes += more;
    commits++;
    switch (state) {
      case IDLE -> {
        if (commits >= COMMITS) {
          commits = 0;
          state = writes >= WRITES ? State.COPYING_MOST : State.COPYING_SOME;
          requested.release();
        }
      }
      case COPYING_SOME, COPYING_MOST -> {}
      case ALL_BUT_THE_LAST_COPIED -> {
        checkpoint(writer);
        writes = 0;
        commits = 0;
        state = State.IDLE;
      }
    }
  }

  /**
   * Copies the log between two transactions, so that it starts from the beginning. The writer calls
   * this when the log must not grow.
   */
  void shorten(Sql writer) {
    checkpoint(writer);
  }

  /** Whatever fails, the next commits can request a copy again. */
  private void copy() throws InterruptedException {
    requested.acquire();
    State after = State.IDLE;
    try {
      if (state == State.COPYING_MOST) {
        copyMost();
        after = State.ALL_BUT_THE_LAST_COPIED;
      } else {
        checkpoint(connection);
      }
    } finally {
      state = after;
    }
  }

  /**
   * Copies in rounds. The log grows during each round, but each round is shorter than the one
   * before.
   */
  private void copyMost() {
    int before = 0;
    int now = checkpoint(connection);
    for (int round = 1; round < MAX_ROUNDS && now - before > FEW_PAGES; round++) {
      before = now;
      now = checkpoint(connection);
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

  /** Must be called before the connections are closed. */
  void close() throws InterruptedException {
    closed = true;
    thread.interrupt();
    thread.join();
  }
}
