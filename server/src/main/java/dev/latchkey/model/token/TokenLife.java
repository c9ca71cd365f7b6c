package dev.latchkey.model.token;

import java.time.Instant;
import java.util.Optional;

/**
 * How long a token is active. A personal token has a deadline; an organization token is active
 * until it is revoked (contract 3). An organization token also has a deadline after an
 * administrator has replaced it with an overlap.
 */
public sealed interface TokenLife {
  static TokenLife ending(Optional<Instant> end) {
    return end.<TokenLife>map(Until::new).orElse(new UntilRevoked());
  }

  /** When the token ends, or this time if it comes first. */
  default Instant endBy(Instant latest) {
    return switch (this) {
      case Until until when until.deadline.isBefore(latest) -> until.deadline;
      case Until until -> latest;
      case UntilRevoked _ -> latest;
    };
  }

  record Until(Instant deadline) implements TokenLife {}

  record UntilRevoked() implements TokenLife {}
}
