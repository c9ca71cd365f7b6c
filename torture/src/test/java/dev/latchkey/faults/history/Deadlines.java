package dev.latchkey.faults.history;

import java.time.Duration;
import java.util.Optional;

/**
 * The time limits of the service that decide what an operation does, and the largest difference
 * between the clocks of its nodes.
 *
 * @param code how long a code can be exchanged
 * @param grace how long a revocation with a rotated pair still ends the grant (rules 2.6 and 3.8)
 */
public record Deadlines(Duration code, Duration grace, Duration skew) {
  /** The defaults of the service. The clocks differ by at most one second. */
  public static final Deadlines DEFAULT =
      new Deadlines(Duration.ofMinutes(5), Duration.ofMinutes(1), Duration.ofSeconds(1));

  /** The expiry of the code of a consent, as an operation that may end the code. */
  Operation expiry(Operation consent) {
    long from = consent.begin() + Math.max(0, code.minus(skew).toNanos());
    return new Operation(
        new Act(Kind.EXPIRE, consent.subject(), consent.act().with()),
        consent.node(),
        new Span(from, Long.MAX_VALUE),
        Outcome.UNKNOWN,
        "");
  }

  /**
   * Whether the revocation certainly ends the grant: its pair is not rotated, or was rotated within
   * the grace period.
   */
  boolean isRecent(Optional<Operation> rotation, Operation revoke) {
    return rotation.isEmpty()
        || revoke.end() - rotation.get().begin() < grace.minus(skew).toNanos();
  }

  /** Whether the service may have taken a refused rotation for theft. Theft ends the grant. */
  boolean mayBeTheft(Optional<Operation> rotation, Operation attempt) {
    return rotation.isPresent()
        && attempt.end() - rotation.get().begin() > grace.minus(skew).toNanos();
  }
}
