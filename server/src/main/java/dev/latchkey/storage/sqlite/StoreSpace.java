package dev.latchkey.storage.sqlite;

import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Keeps space in reserve for writes that must be possible when the store is full. Either the file
 * or the disk can be full. If the file has a maximum size, its last eighth is the reserve. On the
 * disk, the reserve is the {@link SpaceReserve}, which is deleted when a write finds no space. From
 * then on, only writes that may use the reserve are made, until the disk has enough space for a new
 * reserve.
 */
final class StoreSpace {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final int RESERVE_SHARE = 8;

  /** The last half of the reserve is left for writes that end something. */
  private static final int ENDING_SHARE = 2;

  /** The maximum size of the file; 0 means no limit. */
  private volatile long maxPages;

  private final SpaceReserve reserve;
  private volatile long usedPages;
  private volatile boolean isDiskFull;

  /** Belongs to the thread of the writer. */
  private boolean isReportedFull;

  StoreSpace(Path database) {
    this.reserve = new SpaceReserve(database.resolveSibling(database.getFileName() + "-reserve"));
  }

  void limitTo(long pages) {
    maxPages = pages;
  }

  /**
   * Measures the used space. The thread of the writer calls this after each commit. Pages that have
   * become empty count as free.
   */
  void measure(Sql writer) {
    if (maxPages == 0) {
      return;
    }
    try {
      usedPages =
          pages(writer, "PRAGMA page_count", "page_count")
              - pages(writer, "PRAGMA freelist_count", "freelist_count");
    } catch (SQLException unknown) {
      LOG.log(
          System.Logger.Level.WARNING,
          "cannot measure how full the store is: {0}",
          unknown.getMessage());
    }
  }

  private static long pages(Sql writer, String pragma, String column) throws SQLException {
    return writer.one(pragma, row -> row.large(column)).orElse(0L);
  }

  /** Whether there is space for a write. The thread of the writer calls this before the write. */
  boolean hasSpaceFor(WriteSpace space) {
    boolean has = hasSpaceInFileFor(space) && hasSpaceOnDiskFor(space);
    if (space == WriteSpace.ORDINARY && has == isReportedFull) {
      report(!has);
    }
    return has;
  }

  private boolean hasSpaceInFileFor(WriteSpace space) {
    long most = maxPages;
    long reserve = most / RESERVE_SHARE;
    return most == 0
        || switch (space) {
          case ORDINARY -> usedPages < most - reserve;
          case RENEWING -> usedPages < most - reserve / ENDING_SHARE;
          case ENDING -> true;
        };
  }

  private boolean hasSpaceOnDiskFor(WriteSpace space) {
    return !isDiskFull
        || switch (space) {
          case ORDINARY -> false;
          case RENEWING -> reserve.freeBytes() > SpaceReserve.BYTES / ENDING_SHARE;
          case ENDING -> true;
        };
  }

  private void report(boolean isFull) {
    isReportedFull = isFull;
    LOG.log(
        System.Logger.Level.WARNING,
        isFull
            ? "the store is full: only refreshing, revoking, disabling and deleting go on"
            : "the store has room again");
  }

  /**
   * Handles a write that failed and was rolled back. Returns true if the disk was full and the
   * reserve was deleted, so that writes that may use it can be tried again.
   */
  synchronized boolean releaseReserve(Throwable failed, Sql writer) {
    if (!isFull(failed)) {
      return false;
    }
    measure(writer);
    if (isAtLimit() || !reserve.release()) {
      return false;
    }
    isDiskFull = true;
    return true;
  }

  private boolean isAtLimit() {
    return maxPages > 0 && !hasSpaceInFileFor(WriteSpace.RENEWING);
  }

  private static boolean isFull(Throwable failed) {
    return failed instanceof SQLiteException sqlite
        && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_FULL;
  }

  /** Whether SQLite's log must stay short. */
  boolean isTight() {
    return isDiskFull;
  }

  /**
   * The serving process calls this regularly. If there is no space for a reserve, the disk counts
   * as full. It must not run while the writer deletes the reserve: it could still find the file and
   * treat the disk as free.
   */
  synchronized void keepReserve() {
    isDiskFull = !reserve.ensure();
  }
}
