package dev.latchkey.bench.host;

import dev.latchkey.host.HostFault;
import dev.latchkey.host.PreloadedLibrary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Starts a process whose clock is wrong. It needs gcc. */
public record ShiftedClock(Path library, Path control) {
  /** The clock of every process that is started with it is ahead by this much. */
  public static ShiftedClock aheadBy(Duration offset, Path directory) {
    Path library = PreloadedLibrary.clock(directory);
    Path control = directory.resolve("node_clock");
    try {
      byte[] millis =
          ByteBuffer.allocate(Long.BYTES)
              .order(ByteOrder.nativeOrder())
              .putLong(offset.toMillis())
              .array();
      Files.write(control, millis);
    } catch (IOException refused) {
      throw new HostFault("cannot write " + control, refused);
    }
    return new ShiftedClock(library, control);
  }

  /** The command that runs another command with this clock. */
  public List<String> before(List<String> command) {
    var all =
        new ArrayList<>(List.of("env", "LD_PRELOAD=" + library, "NODE_CLOCK_CONTROL=" + control));
    all.addAll(command);
    return all;
  }
}
