package dev.latchkey.storage.checks;

import dev.latchkey.model.token.LiveToken;
import java.util.Optional;

/** The result of a check with the cache alone. */
public sealed interface TokenPeek {
  /** The current data of the token; empty if it is not active. */
  record Known(Optional<LiveToken> token) implements TokenPeek {}

  /** The cache has no result; only the store can decide. */
  record Unknown() implements TokenPeek {}
}
