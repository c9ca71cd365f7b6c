package dev.latchkey.storage.grants;

import dev.latchkey.model.token.TokenResponse;

/** The result of a device's question whether its user has decided (RFC 8628 3.5). */
public sealed interface Polled {
  record Issued(TokenResponse response) implements Polled {}

  enum Refused implements Polled {
    /** The user has not decided yet. */
    PENDING,
    DENIED,
    CODE_UNKNOWN,
    CODE_SPENT,
    CODE_EXPIRED,
    CODE_OF_ANOTHER_CREDENTIAL,
    /** The credential cannot be used from the address of the caller. */
    ADDRESS_NOT_ALLOWED,
    GRANT_ENDED
  }
}
