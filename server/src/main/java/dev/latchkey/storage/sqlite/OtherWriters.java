package dev.latchkey.storage.sqlite;

import dev.latchkey.model.StorageFault;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Commits;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.OptionalLong;

/**
 * Counts the commits of other processes, such as the command {@code user disable} while a server is
 * running. The counts are in a few bytes of shared memory, so a server with a cache notices a
 * commit before it is complete. All processes must be on one machine, as for SQLite's own shared
 * memory.
 */
public final class OtherWriters implements Commits, ChangeVersions.Others {
  private static final VarHandle NUMBER = ValueLayout.JAVA_LONG.varHandle();
  private static final long BEGUN = 0;
  private static final long ENDED = ValueLayout.JAVA_LONG.byteSize();
  private static final long BYTES = ENDED + ValueLayout.JAVA_LONG.byteSize();

  private final MemorySegment shared;

  private OtherWriters(MemorySegment shared) {
    this.shared = shared;
  }

  public static OtherWriters open(Path file) {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new OtherWriters(channel.map(MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto()));
    } catch (IOException cause) {
      throw new StorageFault("cannot open " + file + ": " + cause.getMessage(), cause);
    }
  }

  /**
   * The caller holds the write lock of the database, so the numbers are in the order of the
   * commits. If a process was killed during its commit, the commit of the next process also ends
   * that one.
   */
  @Override
  public void during(Step commit) throws SQLException {
    long number = begin();
    try {
      commit.run();
    } finally {
      end(number);
    }
  }

  public long begin() {
    return (long) NUMBER.getAndAdd(shared, BEGUN, 1L) + 1;
  }

  private void end(long number) {
    long ended = (long) NUMBER.getVolatile(shared, ENDED);
    while (ended < number && !NUMBER.compareAndSet(shared, ENDED, ended, number)) {
      ended = (long) NUMBER.getVolatile(shared, ENDED);
    }
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
    return (long) NUMBER.getVolatile(shared, BEGUN);
  }

  /** The number of the last commit, if none is running. */
  @Override
  public OptionalLong latestIfIdle() {
    long ended = (long) NUMBER.getVolatile(shared, ENDED);
    return ended == latest() ? OptionalLong.of(ended) : OptionalLong.empty();
  }
}
