package dev.latchkey.faults.inject;

import dev.latchkey.harness.Latchkey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The disk below one folder, as one node sees it: a test lets it fail, or cuts the power. What is
 * in the folder when this is made is durable. Only files that the node opens for writing are
 * affected.
 *
 * <p>What a power cut leaves:
 *
 * <ul>
 *   <li>The content of a file as of its last fsync. Of what was written later, nothing or a random
 *       part (see {@link UnsyncedWrites}): a block has its durable or its latest content, never one
 *       between, and holes that this leaves are zero.
 *   <li>A new file as of its first fsync, which makes its name durable as well, as with ext4 and
 *       XFS. Before it, the file may be absent.
 *   <li>A deletion as of the next fsync of any file or directory in the folder, because a journal
 *       keeps the order, or when a new file gets the name. Before it, the file may come back.
 *   <li>A rename or a link at once, where the content had been synced.
 *   <li>Nothing of {@code -shm} and {@code -visits} files, which are shared memory.
 * </ul>
 *
 * <p>Not modelled: files that are mapped or opened with O_SYNC, directories without a file in them,
 * and several processes that write to the folder at the same time.
 */
public final class FaultyDisk {
    /**
     * The cells of the control file; their numbers, and those of the faults, are in the C source.
     */
    private static final int FAULT = 0;

    private static final int IGNORES_LOG_SYNCS = 1;
    private static final int SYNC_MILLIS = 2;
    private static final int FAILED = 3;
    private static final int SYNCED = 4;
    private static final int IGNORED = 5;
    private static final int CELLS = 6;

    private final Path folder;
    private final Path shadows;
    private final ControlFile control = ControlFile.withCells(CELLS);
    private final Shim shim;

    private FaultyDisk(Path folder, Path shadows) {
        this.folder = folder;
        this.shadows = shadows;
        this.shim =
                new Shim(
                        "faulty_disk.c",
                        Map.of(
                                "FAULTY_DISK_FOLDER",
                                folder.toString(),
                                "FAULTY_DISK_SHADOW",
                                shadows.toString(),
                                "FAULTY_DISK_CONTROL",
                                control.path().toString()));
    }

    /** What goes wrong. */
    public enum Fault {
        NONE(0),
        /** A write finds room for half of its bytes, and later ones for none (ENOSPC). */
        FULL(1),
        /** Every write fails (EIO). */
        WRITE_ERROR(2),
        /** Every fsync fails (EIO), and as on Linux the next one does not write those bytes. */
        SYNC_ERROR(3),
        /** Every change fails (EROFS), as when a kernel has found an error in the file system. */
        READ_ONLY(4);

        private final int number;

        Fault(int number) {
            this.number = number;
        }
    }

    public static FaultyDisk below(Path folder) {
        try {
            Path shadows = Latchkey.temporaryDirectory().toRealPath();
            var disk = new FaultyDisk(folder.toRealPath(), shadows);
            disk.syncAll();
            return disk;
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    public Shim shim() {
        return shim;
    }

    /** From now on, until another is set. */
    public void set(Fault fault) {
        control.set(FAULT, fault.number);
    }

    /**
     * Whether an fsync of SQLite's log does nothing, as if {@code synchronous} were NORMAL: then a
     * power cut loses commits that were answered.
     */
    public void ignoreLogSyncs(boolean ignores) {
        control.set(IGNORES_LOG_SYNCS, ignores ? 1 : 0);
    }

    /**
     * How long every fsync takes longer. What it writes is not durable before, so a power cut finds
     * more that is not synced.
     */
    public void slowSyncs(Duration by) {
        control.set(SYNC_MILLIS, by.toMillis());
    }

    /** How many calls have failed because of a fault. */
    public long failures() {
        return control.get(FAILED);
    }

    /** How many fsyncs have made something durable. */
    public long syncs() {
        return control.get(SYNCED);
    }

    /** How many fsyncs of SQLite's log did nothing. */
    public long ignoredSyncs() {
        return control.get(IGNORED);
    }

    /**
     * Makes everything durable as it is now. To be called while no node runs, after something else
     * has changed the files, such as a test that has opened the database itself.
     */
    public void syncAll() {
        try {
            PowerCut.deleteAll(shadows);
            PowerCut.copyAll(folder, shadows);
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    /**
     * Ends the node with {@code kill}, which has to wait for its end, and leaves of its files what
     * a power cut leaves. Faults that were set stay set.
     */
    public PowerCut.Outcome cutPower(Runnable kill, UnsyncedWrites unsynced) {
        kill.run();
        try {
            return new PowerCut(folder, shadows, unsynced).restore();
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }
}
