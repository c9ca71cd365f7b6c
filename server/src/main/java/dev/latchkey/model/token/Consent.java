package dev.latchkey.model.token;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Allowance;
import dev.latchkey.model.credential.Scopes;
import java.time.Duration;
import java.util.Optional;

/**
 * What a user has agreed to: which credential may use what for which team (contract 4.1). {@code
 * separator}: the one that the app used between scopes, and can read. {@code longest} is how long
 * the grant may last, if that is shorter than usual.
 */
public record Consent(
    Id.Client client,
    Id.User user,
    Id.Team team,
    Allowance allowance,
    Scopes.Separator separator,
    Optional<Duration> longest) {

  /** A consent for the whole open interface, and for as long as every other one. */
  public static Consent of(
      Id.Client client, Id.User user, Id.Team team, Scopes scope, Scopes.Separator separator) {
    var allowance = new Allowance(scope, Optional.empty());
    return new Consent(client, user, team, allowance, separator, Optional.empty());
  }
}
