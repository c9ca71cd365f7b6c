package dev.latchkey.model.alert;

import dev.latchkey.model.Id;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that a person should look at. Of one kind and subject at most one is open: what happens
 * again is counted.
 *
 * @param organization empty if it is about the platform
 * @param detail what differs from alert to alert, such as the new network
 */
public record Alert(
    Id.Alert id,
    Optional<Id.Organization> organization,
    AlertKind kind,
    About about,
    String detail,
    long times,
    Instant firstAt,
    Instant lastAt,
    Optional<Closed> closed) {
  /** The most open alerts of one kind in an organization. Others are opened when one is closed. */
  public static final int MOST_OPEN = 50;

  /** Of these, those about the credentials of one owner, so that others are not hidden by them. */
  public static final int MOST_OPEN_OF_OWNER = 25;

  /** How long a closed alert stays in the history. */
  public static final Duration HISTORY = Duration.ofDays(90);

  /** For how long one can be muted. */
  public static final int MOST_MUTED_DAYS = 365;

  /**
   * What it is about.
   *
   * @param subject identifies it among all of its kind
   * @param name as it was when the alert was opened
   */
  public record About(String subject, Optional<Id.Client> client, String name) {
    public static About credential(Id.Client client, String name) {
      return new About(client.value(), Optional.of(client), name);
    }
  }

  /** {@code by}: the person or machine who closed it; empty for an operator and for the server. */
  public record Closed(Instant at, Reason why, Optional<Id.Subject> by) {}

  public enum Reason {
    /** A person, a program or an operator has closed it. */
    BY_ACTOR,
    /** It was muted. */
    MUTED,
    /** What it was about is over. */
    OVER,
    /** It has not happened again for long. */
    QUIET
  }

  public enum State {
    OPEN,
    CLOSED
  }

  public boolean isOpen() {
    return closed.isEmpty();
  }

  public State state() {
    return isOpen() ? State.OPEN : State.CLOSED;
  }
}
