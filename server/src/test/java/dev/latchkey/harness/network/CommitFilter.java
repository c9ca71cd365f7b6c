package dev.latchkey.harness.network;

import java.util.Optional;

/** Decides which answers to COMMIT are swallowed, and counts them. */
final class CommitFilter {
  private int left;
  private Swallowed swallowed = new Swallowed(Optional.empty());
  private int count;

  /** How the client's connection ends; empty if it stays open without any answer. */
  record Swallowed(Optional<TcpProxy.Ending> ending) {}

  synchronized void swallow(int most, Swallowed with) {
    left = most;
    swallowed = with;
  }

  synchronized void pass() {
    left = 0;
  }

  /** Must be called once for each answer to COMMIT. Returns empty if the client gets the answer. */
  synchronized Optional<Swallowed> next() {
    if (left == 0) {
      return Optional.empty();
    }
    left--;
    count++;
    return Optional.of(swallowed);
  }

  synchronized int count() {
    return count;
  }
}
