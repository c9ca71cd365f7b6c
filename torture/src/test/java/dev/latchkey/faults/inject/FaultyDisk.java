package dev.latchkey.faults.inject;

import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.host.PreloadedLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The disk below one folder, as one node sees it. A test makes it fail, or cuts the power.
 * Everything that is in the folder when this object is created is durable. Only files that the node
 * opens for writing are affected.
 *
 * <p>After a power cut, the folder contains:
 *
 * <ul>
 *   <li>The content of a file at the time of its last fsync. Nothing or a random part of the later
 *       writes is added (see {@link UnsyncedWrites}). A block has its durable or its latest
 *       content, never a mixture, and holes between blocks contain zeros.
 *   <li>A new file as of its first fsync, which also makes its name durable, as with ext4 and XFS.
 *       Without an fsync, the file may be missing.
 *   <li>A deletion takes effect at the next fsync of any file or directory in the folder, because a
 *       journal keeps the order, or when a new file gets the name. Without either, the file may
 *       come back.
 *   <li>A rename or a link takes effect at once, if the content had been synced.
 *   <li>Nothing of {@code -shm} and {@code -visits} files, which are shared memory.
 * </ul>
 *
 * <p>Not modelled are: files that are mapped or opened with O_SYNC, directories without a file in
 * them, and several processes that write to the folder at the same time.
 */
public final class FaultyDisk {
  /**
   * The cells of the control file. The C source contains the same numbers for the cells and the
   * faults.
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

  /** It is built once for all tests of a run. */
  private static final class Library {
    static final Path BUILT =
        PreloadedLibrary.build(
            Checkout.file("torture/src/test/c/faulty_disk.c"), Latchkey.temporaryDirectory());
  }

  private FaultyDisk(Path folder, Path shadows) {
    this.folder = folder;
    this.shadows = shadows;
    this.shim =
        new Shim(
            Library.BUILT,
            Map.of(
                "FAULTY_DISK_FOLDER",
                folder.toString(),
                "FAULTY_DISK_SHADOW",
                shadows.toString(),
                "FAULTY_DISK_CONTROL",
                control.path().toString()));
  }

  /** The kinds of disk faults. */
  public enum Fault {
    NONE(0),
    /** The first write finds room for half of its bytes, and later writes find no room (ENOSPC). */
    FULL(1),
    /** Every write fails (EIO). */
    WRITE_ERROR(2),
    /** Every fsync fails (EIO). As on Linux, the next fsync does not write those bytes either. */
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

  /** Sets the fault, which lasts until another one is set. */
  public void set(Fault fault) {
    control.set(FAULT, fault.number);
  }

  /**
   * Whether an fsync of SQLite's log has no effect, as if {@code synchronous} were NORMAL. A power
   * cut then loses commits that were answered.
   */
  public void ignoreLogSyncs(boolean ignores) {
    control.set(IGNORES_LOG_SYNCS, ignores ? 1 : 0);
  }

  /**
   * Delays every fsync by this time. Its bytes become durable only at its end, so a power cut finds
   * more unsynced data.
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

  /** How many fsyncs of SQLite's log had no effect. */
  public long ignoredSyncs() {
    return control.get(IGNORED);
  }

  /**
   * Makes the present content of all files durable. Must be called while no node runs, after
   * another program has changed the files, for example a test that has opened the database itself.
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
   * Ends the node with {@code kill}, which must wait until the node has ended, and then changes its
   * files to what a power cut leaves. A fault that was set remains.
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
