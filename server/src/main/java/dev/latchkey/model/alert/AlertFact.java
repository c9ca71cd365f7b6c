package dev.latchkey.model.alert;

import dev.latchkey.model.Id;
import java.time.Instant;
import java.util.Optional;

/**
 * What opens an alert, or is counted by the one that is open.
 *
 * @param times how often it has happened, for a new alert
 * @param since if it lasts, when it began: an alert that was closed since is not opened again
 */
public record AlertFact(
    AlertKind kind,
    Optional<Id.Organization> organization,
    Alert.About about,
    String detail,
    Count times,
    Instant at,
    Optional<Instant> since) {

  /** {@code more}: since it was last counted. */
  public record Count(long inAll, long more) {
    public static final Count ONCE = new Count(1, 1);
  }

  /** Something that happened once. */
  public static AlertFact once(
      AlertKind kind, Id.Organization in, Alert.About about, String detail, Instant at) {
    return new AlertFact(kind, Optional.of(in), about, detail, Count.ONCE, at, Optional.empty());
  }

  /** Something that lasts. Looking at it again does not count. */
  public static AlertFact lasting(
      AlertKind kind, Optional<Id.Organization> in, Alert.About about, Lasting when) {
    return new AlertFact(kind, in, about, "", new Count(1, 0), when.seen, Optional.of(when.since));
  }

  /** {@code seen}: when it was looked for. */
  public record Lasting(Instant since, Instant seen) {}

  /** The same with what differs from alert to alert. */
  public AlertFact detailed(String other) {
    return new AlertFact(kind, organization, about, other, times, at, since);
  }
}
