package dev.latchkey.faults.inject;

import java.util.Optional;

/** Decides which answers to COMMIT are swallowed, and counts them. */
final class CommitFilter {
    private int left;
    private Swallowed fate = new Swallowed(Optional.empty());
    private int count;

    /**
     * What becomes of the client: how its connection ends; empty where it stays open and silent.
     */
    record Swallowed(Optional<TcpProxy.Ending> ending) {}

    synchronized void swallow(int most, Swallowed with) {
        left = most;
        fate = with;
    }

    synchronized void pass() {
        left = 0;
    }

    /** To be asked once for each answer to COMMIT; empty where the client gets it. */
    synchronized Optional<Swallowed> next() {
        if (left == 0) {
            return Optional.empty();
        }
        left--;
        count++;
        return Optional.of(fate);
    }

    synchronized int count() {
        return count;
    }
}
