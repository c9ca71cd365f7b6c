package dev.latchkey.http;

import dev.latchkey.model.Waits;
import java.time.Duration;

/**
 * How long one client is waited for. Whoever sends a request's head or body, or takes an answer,
 * slower than this is cut off: a connection costs the client next to nothing, and us a thread.
 */
final class Patience {
    private static final long NEVER = Long.MAX_VALUE;

    private enum Phase {
        BETWEEN_REQUESTS,
        HEAD,
        BODY
    }

    private final Waits waits;
    private final long origin;
    private Phase phase = Phase.HEAD;
    private long bodyBudget;
    private volatile long readBy;
    private volatile long writtenBy = NEVER;

    Patience(Waits waits) {
        this.waits = waits;
        this.origin = System.nanoTime();
        this.readBy = waits.head().toNanos();
    }

    /** Asked by the watch, from its own thread. */
    boolean isOver() {
        long now = now();
        return now > readBy || now > writtenBy;
    }

    void headIsWhole() {
        phase = Phase.BODY;
        bodyBudget = waits.stall().toNanos();
        readBy = NEVER;
    }

    void answered() {
        phase = Phase.BETWEEN_REQUESTS;
    }

    long beforeRead() {
        long now = now();
        switch (phase) {
            case BETWEEN_REQUESTS -> readBy = now + waits.idle().toNanos();
            case HEAD -> {
                // The deadline stands from the first byte on, however often more is asked for.
            }
            case BODY -> readBy = now + bodyBudget;
        }
        return now;
    }

    void afterRead(long from, int bytes) {
        switch (phase) {
            case BETWEEN_REQUESTS -> {
                phase = Phase.HEAD;
                readBy = now() + waits.head().toNanos();
            }
            case HEAD -> {
                // As before.
            }
            case BODY -> {
                bodyBudget += earned(bytes) - (now() - from);
                readBy = NEVER;
            }
        }
    }

    void beforeWrite() {
        writtenBy = now() + waits.stall().toNanos();
    }

    void afterWrite() {
        writtenBy = NEVER;
    }

    private long earned(int bytes) {
        return bytes * Duration.ofSeconds(1).toNanos() / waits.bytesPerSecond();
    }

    private long now() {
        return System.nanoTime() - origin;
    }
}
