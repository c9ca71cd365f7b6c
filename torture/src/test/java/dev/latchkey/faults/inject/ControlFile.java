package dev.latchkey.faults.inject;

import dev.latchkey.harness.Latchkey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Some 64-bit numbers in memory that a test shares with the shim in a node. All are 0 at the
 * beginning.
 */
final class ControlFile {
  private static final VarHandle CELL = ValueLayout.JAVA_LONG.varHandle();

  private final Path path;
  private final MemorySegment cells;

  private ControlFile(Path path, MemorySegment cells) {
    this.path = path;
    this.cells = cells;
  }

  static ControlFile withCells(int count) {
    Path path = Latchkey.temporaryDirectory().resolve("control");
    long bytes = count * ValueLayout.JAVA_LONG.byteSize();
    try (FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      return new ControlFile(path, channel.map(MapMode.READ_WRITE, 0, bytes, Arena.ofAuto()));
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  Path path() {
    return path;
  }

  long get(int cell) {
    return (long) CELL.getVolatile(cells, cell * ValueLayout.JAVA_LONG.byteSize());
  }

  void set(int cell, long value) {
    CELL.setVolatile(cells, cell * ValueLayout.JAVA_LONG.byteSize(), value);
  }
}
