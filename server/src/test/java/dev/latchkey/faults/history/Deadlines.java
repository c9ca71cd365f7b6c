package dev.latchkey.faults.history;

import java.time.Duration;
import java.util.Optional;

/**
 * The times of the service that decide what an operation does, and how far apart the clocks of its
 * nodes are at most.
 *
 * @param code how long a code can be exchanged
 * @param grace how long a rotated pair still counts as presented (decisions 2.6 and 3.8)
 */
public record Deadlines(Duration code, Duration grace, Duration skew) {
    /** As the service comes, with clocks that agree to a second. */
    public static final Deadlines DEFAULT =
            new Deadlines(Duration.ofMinutes(5), Duration.ofMinutes(1), Duration.ofSeconds(1));

    /** Time itself, as something that may end the code of a consent. */
    Operation expiry(Operation consent) {
        long from = consent.begin() + Math.max(0, code.minus(skew).toNanos());
        return new Operation(
                new Act(Kind.EXPIRE, consent.subject(), consent.act().with()),
                consent.node(),
                new Span(from, Long.MAX_VALUE),
                Outcome.UNKNOWN,
                "");
    }

    /** Whether a pair rotated no earlier than this surely counts as presented at that time. */
    boolean isRecent(Optional<Operation> rotation, Operation revoke) {
        return rotation.isEmpty()
                || revoke.end() - rotation.get().begin() < grace.minus(skew).toNanos();
    }

    /** Whether a refused rotation may have been taken for theft, which ends the grant. */
    boolean mayBeTheft(Optional<Operation> rotation, Operation attempt) {
        return rotation.isPresent()
                && attempt.end() - rotation.get().begin() > grace.minus(skew).toNanos();
    }
}
