package dev.latchkey.edge.http.netty;

import java.util.ArrayList;
import java.util.List;

/**
 * The calls that wait for a connection to one service. Their callers take turns.
 *
 * <p>A limit for each token would not hold, because one person can have many, and it would slow
 * down a busy integration while no one else waits. Giving a connection only after 64 KiB of a body
 * have arrived would make it only a little dearer to keep all connections busy.
 */
final class WaitingCalls {
  private static final int MOST = 1_024;
  private static final int MOST_OF_ONE = MOST / 4;

  private record Waiting(RelayedCall call, long until) {}

  private final Turns<String, Waiting> calls = new Turns<>();

  boolean isEmpty() {
    return calls.isEmpty();
  }

  /** Returns false if too many calls are waiting, or too many of this caller. */
  boolean add(RelayedCall call, long until) {
    if (calls.size() >= MOST || calls.sizeOf(call.caller()) >= MOST_OF_ONE) {
      return false;
    }
    calls.add(call.caller(), new Waiting(call, until));
    return true;
  }

  /** Removes and returns the next call, which must exist. */
  RelayedCall next() {
    return calls.next().call();
  }

  /** Removes and returns the calls that have waited too long. */
  List<RelayedCall> expired(long now) {
    List<RelayedCall> expired = new ArrayList<>();
    calls.removeWhile(waiting -> waiting.until() - now < 0, waiting -> expired.add(waiting.call()));
    return expired;
  }

  /** How many callers are waiting. */
  int callers() {
    return calls.parties();
  }
}
