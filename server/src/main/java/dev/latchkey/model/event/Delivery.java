package dev.latchkey.model.event;

import dev.latchkey.model.Id;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An event on its way to one webhook, or in the log of it.
 *
 * @param number the place in the order of the events of this webhook
 * @param subject what it is about: events about the same are delivered in their order
 * @param payload the body of the message
 * @param nextAttempt empty if it is finished, or waits for an older one about the same
 */
public record Delivery(
    Id.Webhook webhook,
    long number,
    String event,
    String type,
    String subject,
    String payload,
    Instant createdAt,
    Instant queuedAt,
    State state,
    Optional<Instant> nextAttempt,
    int attempts,
    Optional<Attempt> last) {
  public enum State {
    WAITING,
    DELIVERED,
    GIVEN_UP
  }

  /**
   * The latest attempt.
   *
   * @param status that of the answer; empty if there was none
   * @param answer the beginning of its body, or why there was none
   */
  public record Attempt(Instant at, Optional<Integer> status, String answer, Duration took) {
    public boolean isDone() {
      return status.filter(code -> code >= OK && code < REDIRECT).isPresent();
    }

    /** The receiver does not want any more. */
    public boolean isGone() {
      return status.filter(code -> code == GONE).isPresent();
    }
  }

  private static final int OK = 200;
  private static final int REDIRECT = 300;
  private static final int GONE = 410;

  /** The waits after each failed attempt, as Standard Webhooks recommends. */
  private static final List<Duration> WAITS =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(14),
          Duration.ofHours(20),
          Duration.ofHours(24));

  /** All waits together and an hour. One that had to wait for others has no more time than that. */
  private static final Duration LONGEST =
      WAITS.stream().reduce(Duration.ofHours(1), Duration::plus);

  /** When it is attempted again after a failed attempt; empty if it is given up. */
  public Optional<Instant> nextAfter(Instant failed) {
    boolean isOver = attempts > WAITS.size() || failed.isAfter(queuedAt.plus(LONGEST));
    return isOver ? Optional.empty() : Optional.of(failed.plus(WAITS.get(attempts - 1)));
  }
}
