package dev.latchkey.faults.inject;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.host.PreloadedLibrary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The time of day of one node. A test steps it forward and back while the node runs. Monotonic
 * clocks are not affected, and neither are the times of files, which the kernel sets.
 */
public final class NodeClock {
  private static final int OFFSET_MILLIS = 0;

  private final ControlFile control = ControlFile.withCells(1);
  private final Shim shim =
      new Shim(Library.BUILT, Map.of("NODE_CLOCK_CONTROL", control.path().toString()));

  /** It is built once for all tests of a run. */
  private static final class Library {
    static final Path BUILT = PreloadedLibrary.clock(Latchkey.temporaryDirectory());
  }

  public Shim shim() {
    return shim;
  }

  /** Sets how far the node's clock is ahead from now on. With a negative offset it is behind. */
  public void setOffset(Duration offset) {
    control.set(OFFSET_MILLIS, offset.toMillis());
  }

  public Duration offset() {
    return Duration.ofMillis(control.get(OFFSET_MILLIS));
  }
}
