package dev.latchkey.storage.pairs;

import dev.latchkey.model.token.TokenResponse;

/** The result of presenting a refresh token for a new pair (contract 3, row 3). */
public sealed interface Rotated {
  record Issued(TokenResponse response) implements Rotated {}

  /**
   * The request was repeated with the same idempotency key. {@code sealedAnswer} is the response to
   * the first request, still encrypted (rule 2.7).
   */
  record Repeated(byte[] sealedAnswer) implements Rotated {}

  enum Refused implements Rotated {
    CLIENT_UNKNOWN,
    TOKEN_UNKNOWN,
    TOKEN_EXPIRED,
    TOKEN_OF_ANOTHER_CREDENTIAL,
    /**
     * The token was rotated within the grace period. This is treated as a harmless race or retry.
     */
    TOKEN_ROTATED,
    /**
     * The token was rotated longer ago than the grace period. A stranger may have it, so its grant
     * has been ended (rule 2.6).
     */
    TOKEN_REPLAYED,
    /** The credential cannot be used from the address of the caller. */
    ADDRESS_NOT_ALLOWED,
    GRANT_ENDED,
    SCOPE_WIDER,
    RESOURCE_WIDER
  }
}
