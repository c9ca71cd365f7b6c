package dev.latchkey.http.netty;

/**
 * What one connection takes up of what all share, and since when it waits for its client. On the
 * loop's thread only.
 */
final class ConnectionUsage {
    private final Loop loop;
    private long incompleteBytes;
    private long unsentBytes;
    private long waitingSince;
    private long listedAt;

    ConnectionUsage(Loop loop) {
        this.loop = loop;
        this.waitingSince = loop.roughNow();
        this.listedAt = waitingSince;
    }

    /** Bytes of requests that are not whole, and of answers that the client has not taken. */
    void become(long incomplete, long unsent) {
        if (incomplete != incompleteBytes) {
            boolean grows = incomplete > incompleteBytes;
            boolean fits = loop.totals().holds(incomplete - incompleteBytes);
            incompleteBytes = incomplete;
            relieve(grows && !fits);
        }
        if (unsent != unsentBytes) {
            boolean grows = unsent > unsentBytes;
            boolean fits = loop.totals().owes(unsent - unsentBytes);
            unsentBytes = unsent;
            relieve(grows && !fits);
        }
    }

    private void relieve(boolean isTooMuch) {
        if (isTooMuch) {
            loop.totals().relieve();
        }
    }

    long incompleteBytes() {
        return incompleteBytes;
    }

    long unsentBytes() {
        return unsentBytes;
    }

    /** From now on it waits for its client. */
    void waitForClient() {
        waitingSince = loop.roughNow();
    }

    long waitingSince() {
        return waitingSince;
    }

    /** It has been put in its place among those that may be closed to make room. */
    void listed() {
        listedAt = loop.roughNow();
    }

    boolean hasWaitedSinceListed() {
        return waitingSince <= listedAt;
    }
}
