package dev.latchkey.model.token;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TokenKey;

/**
 * What an active token depends on: a personal token depends on the grant of its consent, an
 * organization token only on itself, and a child token on the token from which it was obtained.
 */
public sealed interface TokenRoot {
  /** What the token depends on in the end, whatever number of child tokens is between. */
  Origin origin();

  /** The root of a token that is no child token. */
  sealed interface Origin extends TokenRoot {
    @Override
    default Origin origin() {
      return this;
    }
  }

  record Grant(Id.Grant id) implements Origin {}

  record Standalone(SecretHash hash) implements Origin {}

  /**
   * A child token. {@code first} is the token at the beginning of its chain, which was not obtained
   * from another token, and {@code origin} is the root of that token.
   */
  record Child(SecretHash hash, TokenKey first, Origin origin, Actors actors)
      implements TokenRoot {}
}
