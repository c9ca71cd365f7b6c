package dev.latchkey.api.view;

import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.storage.credential.OrganizationTokens;
import java.time.Instant;
import java.util.Optional;

/** A token of an organization credential. */
public record TokenView(
    SecretHash tokenId,
    String ending,
    Instant issuedAt,
    Scopes scope,
    Optional<Instant> lastUsedAt,
    Optional<Instant> expiresAt) {
  public static TokenView of(OrganizationTokens.Live token) {
    return new TokenView(
        token.hash(),
        token.ending(),
        token.issuedAt(),
        token.scope(),
        token.lastUse(),
        end(token.life()));
  }

  /** When a token expires, if it does. */
  public static Optional<Instant> end(TokenLife life) {
    return switch (life) {
      case TokenLife.Until(Instant deadline) -> Optional.of(deadline);
      case TokenLife.UntilRevoked _ -> Optional.empty();
    };
  }
}
