package dev.latchkey.storage.sqlite;

import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Keeps a reserve for the moves that must go on when the store is full, whichever is full: the
 * file, by its bound, or the disk. Of a file with a bound the last eighth is the reserve. Of the
 * disk it is the {@link SpaceReserve}, which is removed when a write finds no room; from then on
 * only moves that may use the reserve are made, until the disk has room for a new one.
 */
final class StoreSpace {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");
    private static final int RESERVE_SHARE = 8;

    /** The share of the reserve that is left to moves that end something. */
    private static final int ENDING_SHARE = 4;

    /** 0 is no bound. */
    private final long mostPages;

    private final SpaceReserve reserve;
    private volatile long usedPages;
    private volatile boolean isDiskFull;

    /** On the writer's thread only. */
    private boolean isToldFull;

    StoreSpace(long mostPages, Path database) {
        this.mostPages = mostPages;
        this.reserve =
                new SpaceReserve(database.resolveSibling(database.getFileName() + "-reserve"));
    }

    /** After each commit, on the writer's thread. Pages that were emptied are free again. */
    void measure(Sql writer) {
        if (mostPages == 0) {
            return;
        }
        try {
            usedPages =
                    pages(writer, "PRAGMA page_count", "page_count")
                            - pages(writer, "PRAGMA freelist_count", "freelist_count");
        } catch (SQLException unknown) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "cannot tell how full the store is: {0}",
                    unknown.getMessage());
        }
    }

    private static long pages(Sql writer, String pragma, String column) throws SQLException {
        return writer.one(pragma, row -> row.large(column)).orElse(0L);
    }

    /** To be asked on the writer's thread, before a move. */
    boolean hasRoomFor(WriteSpace room) {
        boolean has = hasRoomInFileFor(room) && hasRoomOnDiskFor(room);
        if (room == WriteSpace.ORDINARY && has == isToldFull) {
            tell(!has);
        }
        return has;
    }

    private boolean hasRoomInFileFor(WriteSpace room) {
        long reserve = mostPages / RESERVE_SHARE;
        return mostPages == 0
                || switch (room) {
                    case ORDINARY -> usedPages < mostPages - reserve;
                    case RENEWING -> usedPages < mostPages - reserve / ENDING_SHARE;
                    case ENDING -> true;
                };
    }

    private boolean hasRoomOnDiskFor(WriteSpace room) {
        return !isDiskFull
                || switch (room) {
                    case ORDINARY -> false;
                    case RENEWING -> reserve.freeBytes() > SpaceReserve.BYTES / ENDING_SHARE;
                    case ENDING -> true;
                };
    }

    private void tell(boolean isFull) {
        isToldFull = isFull;
        LOG.log(
                System.Logger.Level.WARNING,
                isFull
                        ? "the store is full: only refreshing, revoking, disabling and deleting go on"
                        : "the store has room again");
    }

    /**
     * A write failed and was undone. True if there was no room on the disk and the reserve was
     * given up for it, so that what may use it can be tried again.
     */
    synchronized boolean givesReserve(Throwable failed, Sql writer) {
        if (!isFull(failed)) {
            return false;
        }
        measure(writer);
        if (isAtBound() || !reserve.release()) {
            return false;
        }
        isDiskFull = true;
        return true;
    }

    private boolean isAtBound() {
        return mostPages > 0 && !hasRoomInFileFor(WriteSpace.RENEWING);
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
     * Now and then, by the process that serves. Where there is no room for a reserve, it is in use.
     * Not while the writer gives it up: this would find it still there, and take the disk for free.
     */
    synchronized void keepReserve() {
        isDiskFull = !reserve.keep();
    }
}
