package dev.latchkey.load;

import java.time.Duration;
import java.util.List;

/**
 * A load: the callers, the pace of their requests, and the connections that they use. Several loads
 * may run at the same time; each has its own callers and its own figures.
 *
 * @param timeout how long an answer may take before the request counts as unanswered
 */
public record Load(
    List<? extends Caller> callers, Pace pace, Connections connections, Duration timeout) {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** When connections are opened. */
  public enum Connections {
    /** All connections are opened before the measurement and kept open. */
    OPEN_BEFORE,

    /**
     * All connections are opened at the same moment, at the start of the measurement, and kept
     * open.
     */
    OPEN_AT_START,

    /**
     * A new connection is opened for each request. The time to open it counts as part of the
     * request.
     */
    ONE_PER_REQUEST
  }

  public static Load of(List<? extends Caller> callers, Pace pace) {
    return new Load(callers, pace, Connections.OPEN_BEFORE, TIMEOUT);
  }

  public Load withConnections(Connections when) {
    return new Load(callers, pace, when, timeout);
  }

  public Load withTimeout(Duration longest) {
    return new Load(callers, pace, connections, longest);
  }
}
