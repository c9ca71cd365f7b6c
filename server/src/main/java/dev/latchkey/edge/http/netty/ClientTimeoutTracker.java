package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.ClientTimeouts;
import java.util.concurrent.TimeUnit;

/**
 * Measures how fast one client sends and reads. The timeout of a head starts with its first byte. A
 * body, and the answers, have a budget of time in which nothing moves; each byte that is
 * transferred adds to the budget.
 *
 * <p>Example: with {@code stall} = 10 s and {@code bytesPerSecond} = 1,000, a body that stops for 6
 * s, then sends 4,000 bytes, may stop for another 8 s.
 */
final class ClientTimeoutTracker {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** Limits what a fast client can save: at most this many times the initial budget. */
  private static final long MAX_SAVED = 5;

  private enum Phase {
    IDLE,
    HEAD,
    BODY,
    /** Nothing is expected from the client now. */
    NOT_WAITING,
    /** The last answer was sent. What the client still sends is discarded. */
    LINGERING
  }

  private final ClientTimeouts timeouts;
  private Phase phase = Phase.HEAD;
  private long since;

  /** For how long, in nanoseconds, the body may still stand still. */
  private long bodyBudget;

  /** For how long, in nanoseconds, answers may still stand still. */
  private long answerBudget;

  private long checkedAt;
  private long readBefore;

  ClientTimeoutTracker(ClientTimeouts timeouts, long now) {
    this.timeouts = timeouts;
    this.since = now;
    this.checkedAt = now;
    this.answerBudget = timeouts.stall().toNanos();
  }

  /** A part of a head has arrived. */
  void headBegan(long now) {
    if (phase != Phase.HEAD) {
      phase = Phase.HEAD;
      since = now;
    }
  }

  void headIsComplete() {
    phase = Phase.NOT_WAITING;
    bodyBudget = timeouts.stall().toNanos();
  }

  void waitsForBody(long now) {
    if (phase != Phase.BODY) {
      phase = Phase.BODY;
      since = now;
    }
  }

  void bodyReceived(long now, int bytes) {
    if (phase == Phase.BODY) {
      bodyBudget -= now - since;
      since = now;
    }
    bodyBudget = Math.min(bodyBudget + earned(bytes), MAX_SAVED * timeouts.stall().toNanos());
  }

  /** The body is complete, or the server has stopped reading it. */
  void bodyPaused(long now) {
    if (phase == Phase.BODY) {
      phase = Phase.NOT_WAITING;
      bodyBudget -= now - since;
    }
  }

  void answered(long now) {
    phase = Phase.IDLE;
    since = now;
  }

  void startLingering(long now) {
    phase = Phase.LINGERING;
    since = now;
  }

  boolean isSendingTooSlowly(long now) {
    long limit =
        switch (phase) {
          case NOT_WAITING -> Long.MAX_VALUE;
          case IDLE -> timeouts.idle().toNanos();
          case HEAD -> timeouts.head().toNanos();
          case BODY -> bodyBudget;
          case LINGERING -> SECOND;
        };
    return now - since > limit;
  }

  boolean isIdle() {
    return phase == Phase.IDLE || phase == Phase.LINGERING;
  }

  /**
   * Whether the client reads answers too slowly. It must be called regularly.
   *
   * @param read bytes of answers that the client has read since the connection was opened
   * @param unsent bytes that the client has not read yet
   */
  boolean isReadingTooSlowly(long now, long read, long unsent) {
    long limit = timeouts.stall().toNanos();
    answerBudget =
        unsent == 0
            ? limit
            : Math.min(limit, answerBudget - (now - checkedAt) + earned(read - readBefore));
    checkedAt = now;
    readBefore = read;
    return answerBudget < 0;
  }

  private long earned(long bytes) {
    return bytes * SECOND / timeouts.bytesPerSecond();
  }
}
