package dev.latchkey.model.review;

import dev.latchkey.model.Id;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A review of who and what has access in an organization. {@code isPartial}: whether there is more
 * than it lists. People are in it by their names.
 */
public record Review(
    Id.Review id,
    Id.Organization organization,
    String startedBy,
    Instant startedAt,
    Instant dueAt,
    int items,
    int decided,
    boolean isPartial,
    Optional<Completed> completed) {
  /** No review lists more. */
  public static final int MOST_ITEMS = 2_000;

  /** No organization has more, the running ones included. */
  public static final int MOST = 100;

  public static final int MOST_DAYS = 365;
  public static final int USUAL_DAYS = 30;

  /** How long before the end a mail reminds of what is not decided. */
  public static final Duration REMINDER = Duration.ofDays(7);

  public record Completed(Instant at, String by, boolean isSigned) {}

  public boolean isRunning() {
    return completed.isEmpty();
  }

  public boolean isDecided() {
    return decided == items;
  }

  public boolean isOverdue(Instant now) {
    return isRunning() && dueAt.isBefore(now);
  }

  public enum State {
    RUNNING,
    COMPLETED
  }

  public State state() {
    return isRunning() ? State.RUNNING : State.COMPLETED;
  }
}
