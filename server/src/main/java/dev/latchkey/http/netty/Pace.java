package dev.latchkey.http.netty;

import dev.latchkey.http.ClientTimeouts;
import java.util.concurrent.TimeUnit;

/**
 * How fast one client sends and takes. The time for a head counts from its first byte; a body and
 * an answer may stand still for a while in all, and each byte earns more time.
 */
final class Pace {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** A client that was fast for long may not stand still for as long. */
    private static final long MOST_SAVED = 5;

    private enum Phase {
        IDLE,
        HEAD,
        BODY,
        /** Nothing is to come from the client now. */
        NOT_WAITING,
        /** It has been answered for good; what it still sends is thrown away. */
        LINGERING
    }

    private final ClientTimeouts timeouts;
    private Phase phase = Phase.HEAD;
    private long since;

    /** How long the body may still stand still. */
    private long bodyBudget;

    /** How long answers may still stand still. */
    private long answerBudget;

    private long lookedAt;
    private long takenBefore;

    Pace(ClientTimeouts timeouts, long now) {
        this.timeouts = timeouts;
        this.since = now;
        this.lookedAt = now;
        this.answerBudget = timeouts.stall().toNanos();
    }

    /** Some of a head is here, and not all of it. */
    void headBegan(long now) {
        if (phase != Phase.HEAD) {
            phase = Phase.HEAD;
            since = now;
        }
    }

    void headIsWhole() {
        phase = Phase.NOT_WAITING;
        bodyBudget = timeouts.stall().toNanos();
    }

    void waitsForBody(long now) {
        if (phase != Phase.BODY) {
            phase = Phase.BODY;
            since = now;
        }
    }

    void bodyCame(long now, int bytes) {
        if (phase == Phase.BODY) {
            bodyBudget -= now - since;
            since = now;
        }
        bodyBudget = Math.min(bodyBudget + earned(bytes), MOST_SAVED * timeouts.stall().toNanos());
    }

    /** The body is whole, or must wait for us. */
    void bodyRests(long now) {
        if (phase == Phase.BODY) {
            phase = Phase.NOT_WAITING;
            bodyBudget -= now - since;
        }
    }

    void answered(long now) {
        phase = Phase.IDLE;
        since = now;
    }

    void lingers(long now) {
        phase = Phase.LINGERING;
        since = now;
    }

    boolean isSendingTooSlowly(long now) {
        long most =
                switch (phase) {
                    case NOT_WAITING -> Long.MAX_VALUE;
                    case IDLE -> timeouts.idle().toNanos();
                    case HEAD -> timeouts.head().toNanos();
                    case BODY -> bodyBudget;
                    case LINGERING -> SECOND;
                };
        return now - since > most;
    }

    boolean isIdle() {
        return phase == Phase.IDLE || phase == Phase.LINGERING;
    }

    /**
     * To be asked regularly.
     *
     * @param taken bytes of answers since the connection was opened
     * @param unsent bytes that the client has not taken yet
     */
    boolean isTakingTooSlowly(long now, long taken, long unsent) {
        long most = timeouts.stall().toNanos();
        answerBudget =
                unsent == 0
                        ? most
                        : Math.min(
                                most,
                                answerBudget - (now - lookedAt) + earned(taken - takenBefore));
        lookedAt = now;
        takenBefore = taken;
        return answerBudget < 0;
    }

    private long earned(long bytes) {
        return bytes * SECOND / timeouts.bytesPerSecond();
    }
}
