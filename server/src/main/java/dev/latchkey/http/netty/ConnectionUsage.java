package dev.latchkey.http.netty;

/**
 * The memory that one connection uses, and since when it waits for its client. It is used on the
 * thread of the loop only.
 */
final class ConnectionUsage {
    private final Loop loop;
    private long incompleteBytes;
    private long unsentBytes;
    private long waitingSince;
    private long movedToEndAt;

    ConnectionUsage(Loop loop) {
        this.loop = loop;
        this.waitingSince = loop.roughNow();
        this.movedToEndAt = waitingSince;
    }

    /** Updates the bytes of incomplete requests, and of answers that the client has not read. */
    void update(long incomplete, long unsent) {
        if (incomplete != incompleteBytes) {
            boolean grows = incomplete > incompleteBytes;
            boolean fits = loop.totals().addIncomplete(incomplete - incompleteBytes, loop.limits());
            incompleteBytes = incomplete;
            enforceIf(grows && !fits);
        }
        if (unsent != unsentBytes) {
            boolean grows = unsent > unsentBytes;
            boolean fits = loop.totals().addUnsent(unsent - unsentBytes, loop.limits());
            unsentBytes = unsent;
            enforceIf(grows && !fits);
        }
    }

    private void enforceIf(boolean isLimitExceeded) {
        if (isLimitExceeded) {
            loop.totals().enforceByteLimits();
        }
    }

    long incompleteBytes() {
        return incompleteBytes;
    }

    long unsentBytes() {
        return unsentBytes;
    }

    /** The connection waits for its client from now on. */
    void waitsForClientNow() {
        waitingSince = loop.roughNow();
    }

    long waitingSince() {
        return waitingSince;
    }

    /**
     * The connection has been put at the end of the list of connections that may be closed to make
     * room.
     */
    void movedToEnd() {
        movedToEndAt = loop.roughNow();
    }

    boolean hasWaitedSinceMoved() {
        return waitingSince <= movedToEndAt;
    }
}
