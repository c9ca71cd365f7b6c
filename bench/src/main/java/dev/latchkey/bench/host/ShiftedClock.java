package dev.latchkey.bench.host;

import dev.latchkey.host.HostFault;
import dev.latchkey.host.Installed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Starts a process whose clock is wrong, with the library that the tests under faults preload for
 * this ({@code torture/src/test/c/node_clock.c}). It needs gcc.
 */
public record ShiftedClock(Path library, Path control) {
  private static final Path SOURCE = Path.of("torture", "src", "test", "c", "node_clock.c");

  /** The clock of every process that is started with it is ahead by this much. */
  public static ShiftedClock aheadBy(Duration offset, Path directory) {
    Path library = directory.resolve("node_clock.so");
    Path control = directory.resolve("node_clock");
    if (Installed.find("gcc").isEmpty()) {
      throw new HostFault("a clock cannot be changed without the package 'gcc'");
    }
    Installed.run(
        List.of(
            "gcc",
            "-D_GNU_SOURCE",
            "-U_FORTIFY_SOURCE",
            "-O2",
            "-fPIC",
            "-shared",
            "-pthread",
            "-o",
            library.toString(),
            source().toString(),
            "-ldl"));
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

  /** The benchmark runs in a checkout: the product is in it, or the current directory. */
  private static Path source() {
    return Stream.of(System.getProperty("latchkey.product", ""), "")
        .map(Path::of)
        .map(Path::toAbsolutePath)
        .flatMap(start -> Stream.iterate(start, Objects::nonNull, Path::getParent))
        .map(directory -> directory.resolve(SOURCE))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(() -> new HostFault("a clock cannot be changed without " + SOURCE));
  }
}
