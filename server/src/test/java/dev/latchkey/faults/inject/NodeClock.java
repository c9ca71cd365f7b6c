package dev.latchkey.faults.inject;

import java.time.Duration;
import java.util.Map;

/**
 * The time of day of one node, which a test steps forward and back while the node runs. Monotonic
 * clocks go on unchanged, and so do the times of files, which the kernel takes.
 */
public final class NodeClock {
    private static final int OFFSET_MILLIS = 0;

    private final ControlFile control = ControlFile.withCells(1);
    private final Shim shim =
            new Shim("node_clock.c", Map.of("NODE_CLOCK_CONTROL", control.path().toString()));

    public Shim shim() {
        return shim;
    }

    /** How far the node's clock is ahead from now on; a negative offset: behind. */
    public void setOffset(Duration offset) {
        control.set(OFFSET_MILLIS, offset.toMillis());
    }

    public Duration offset() {
        return Duration.ofMillis(control.get(OFFSET_MILLIS));
    }
}
