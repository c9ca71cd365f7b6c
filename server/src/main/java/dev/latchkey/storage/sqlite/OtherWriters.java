package dev.latchkey.storage.sqlite;

import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Database;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.OptionalLong;

/**
 * Counts the commits of other processes, such as the command {@code user disable} while a server is
 * running. The counts are in a few bytes of shared memory, so a server with a cache notices a
 * commit before it is complete. All processes must be on one machine, as for SQLite's own shared
 * memory.
 *
 * <p>The file can be replaced while a server has it open, for example by a restored copy. Therefore
 * each file contains its own inode number. A copy has that of another file, and a command refuses
 * it. The server then opens the new file.
 */
public final class OtherWriters implements Database.Commits, ChangeVersions.Others {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final VarHandle NUMBER = ValueLayout.JAVA_LONG.varHandle();
  private static final long BEGUN = 0;
  private static final long ENDED = ValueLayout.JAVA_LONG.byteSize();
  private static final long COUNTS = ENDED + ValueLayout.JAVA_LONG.byteSize();
  private static final long INODE = COUNTS;
  private static final long BYTES = INODE + ValueLayout.JAVA_LONG.byteSize();

  /** More than the commits that commands can make in the file before while it is replaced. */
  private static final long STEP = 1_000_000;

  private final Path file;
  private volatile Counts counts;

  private OtherWriters(Path file) {
    this.file = file;
    this.counts = map(file);
  }

  /**
   * To be called before a command opens a store. A running server has the file open in which
   * commits are announced, also if it was deleted or replaced. It would go on to answer what this
   * command has changed, until it opens the new file.
   */
  public static void requireCommon(Path store) {
    Path visits = new StoreFiles(store).visits();
    try {
      if (!DirectoryLock.isTakenByServer(store.resolveSibling(""))) {
        return;
      }
      if (Files.notExists(visits)) {
        throw new StorageFault(
            visits
                + " is missing, so the running server would not notice what this command changes: restart the server first");
      }
      if (isReplaced(visits)) {
        throw new StorageFault(
            visits
                + " was replaced, so the running server would not notice what this command changes: run it again in a few seconds, or restart the server first");
      }
    } catch (IOException cause) {
      throw new StorageFault("cannot open " + visits + ": " + cause.getMessage(), cause);
    }
  }

  /** The numbers in one file. {@code offset} is added, so that they grow from file to file. */
  private record Counts(MemorySegment shared, long inode, long offset) {
    long begin() {
      return (long) NUMBER.getAndAdd(shared, BEGUN, 1L) + 1;
    }

    void end(long number) {
      long ended = (long) NUMBER.getVolatile(shared, ENDED);
      while (ended < number && !NUMBER.compareAndSet(shared, ENDED, ended, number)) {
        ended = (long) NUMBER.getVolatile(shared, ENDED);
      }
    }

    long begun() {
      return (long) NUMBER.getVolatile(shared, BEGUN) + offset;
    }

    long ended() {
      return (long) NUMBER.getVolatile(shared, ENDED) + offset;
    }

    boolean isOf(long other) {
      return inode == other && (long) NUMBER.getVolatile(shared, INODE) == other;
    }

    Counts after(long number) {
      return new Counts(shared, inode, number - (long) NUMBER.getVolatile(shared, BEGUN));
    }
  }

  public static OtherWriters open(Path file) {
    return new OtherWriters(file);
  }

  /**
   * The inode is read before the file is opened. If it is replaced in between, the two differ, and
   * {@link #followReplaced} opens it again.
   */
  private static Counts map(Path file) {
    try {
      if (Files.notExists(file)) {
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
      }
      long inode = inode(file);
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        MemorySegment shared = channel.map(MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto());
        NUMBER.setVolatile(shared, INODE, inode);
        return new Counts(shared, inode, 0);
      }
    } catch (IOException cause) {
      throw new StorageFault("cannot open " + file + ": " + cause.getMessage(), cause);
    }
  }

  private static long inode(Path file) throws IOException {
    return (long) Files.getAttribute(file, "unix:ino");
  }

  /**
   * Whether a server of this version cannot have this file open. One of an older version writes no
   * inode.
   */
  static boolean isReplaced(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    if (bytes.length < BYTES) {
      return bytes.length < COUNTS;
    }
    long written = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getLong((int) INODE);
    return written != 0 && written != inode(file);
  }

  /**
   * Opens the file again if it was replaced. Everything that was cached before becomes invalid,
   * because commands may have announced their commits in the new file. A server calls this every
   * second, and a command before each commit. While the file is missing, commands are refused.
   */
  synchronized void followReplaced() {
    try {
      if (Files.notExists(file) || counts.isOf(inode(file))) {
        return;
      }
    } catch (IOException cause) {
      throw new StorageFault("cannot read " + file + ": " + cause.getMessage(), cause);
    }
    counts = map(file).after(counts.begun() + STEP);
    LOG.log(
        System.Logger.Level.WARNING,
        "{0} was replaced, so it was opened again. Nothing that was cached before is used",
        file);
  }

  /**
   * The caller holds the write lock of the database, so the numbers are in the order of the
   * commits. If a process was killed during its commit, the commit of the next process also ends
   * that one.
   */
  @Override
  public void during(Step commit) throws SQLException {
    followReplaced();
    Counts now = counts;
    long number = now.begin();
    try {
      commit.run();
    } finally {
      now.end(number);
    }
  }

  public long begin() {
    return counts.begin();
  }

  /**
   * This has nothing to do: the server stamps the rows of its own commits, and the commits of other
   * processes change {@link #latest}.
   */
  @Override
  public void catchUp() {
    // Nothing to do.
  }

  /** The number of the last commit, which may still be running. */
  @Override
  public long latest() {
    return counts.begun();
  }

  /** The number of the last commit, if none is running. */
  @Override
  public OptionalLong latestIfIdle() {
    Counts now = counts;
    long ended = now.ended();
    return ended == now.begun() ? OptionalLong.of(ended) : OptionalLong.empty();
  }
}
