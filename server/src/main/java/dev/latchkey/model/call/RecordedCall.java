package dev.latchkey.model.call;

import dev.latchkey.model.Id;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A call with a token, or a request of a credential for one, after its answer was sent. It has no
 * query, no header but the user agent, and no body.
 *
 * @param id of the request, which its answer contains too
 * @param at when the answer ended
 */
public record RecordedCall(
    String id,
    Instant at,
    Kind kind,
    Caller caller,
    Asked asked,
    Decision decision,
    Cost cost,
    Origin origin) {

  /** Where the call was decided. Blocks of the log contain the names. */
  public enum Kind {
    /** The gateway of this program passed the call on, answered or refused it. */
    GATEWAY,
    /** Another gateway asked about the call. */
    CHECK,
    TOKEN,
    REVOCATION,
    INTROSPECTION;

    /** Whether the calls are those of a row of the route table. */
    public boolean isOfRoute() {
      return this == GATEWAY || this == CHECK;
    }
  }

  /**
   * Whose call it is.
   *
   * @param organization of the team that the token is for; for other requests, of the credential
   * @param subject the person or the machine; empty before a token exists
   * @param ending the last four characters of the token
   */
  public record Caller(
      Id.Client client,
      Id.Organization organization,
      Optional<Id.Subject> subject,
      String ending) {}

  /**
   * {@code route}: the pattern of the row; empty if the call was refused before its row counted.
   */
  public record Asked(String method, String route, String path) {}

  /**
   * What was decided.
   *
   * @param status of the answer; 0 if the caller was gone before it began
   * @param missing the scopes that the token lacked, separated by spaces
   * @param granted the scopes that it had, if one was missing
   */
  public record Decision(int status, Optional<CallReason> reason, String missing, String granted) {}

  /** {@code service}: the part of the time until the service behind the gateway answered. */
  public record Cost(Duration total, Optional<Duration> service, long bytes) {}

  public record Origin(String address, String userAgent, String trace) {}

  /** How the call ended, as charts and filters count it. */
  public enum Outcome {
    ADMITTED,
    REFUSED,
    FAILED
  }

  /** A call that its service refused was admitted: the service knows why. */
  public Outcome outcome() {
    if (decision.status >= 500 || decision.status == 0) {
      return Outcome.FAILED;
    }
    return decision.reason.isPresent() ? Outcome.REFUSED : Outcome.ADMITTED;
  }

  public Place place() {
    return new Place(at, id);
  }

  /**
   * The place of a call in the log. Calls of the same millisecond are in the order of their ids.
   */
  public record Place(Instant at, String id) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byTime = at.compareTo(other.at);
      return byTime == 0 ? id.compareTo(other.id) : byTime;
    }
  }
}
