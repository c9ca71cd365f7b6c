package dev.latchkey.storage.grants;

import dev.latchkey.model.token.TokenResponse;

/** The result of exchanging an authorization code (contract 3, rows 1 and 2). */
public sealed interface Exchanged {
  record Issued(TokenResponse response) implements Exchanged {}

  enum Refused implements Exchanged {
    CODE_UNKNOWN,
    CODE_SPENT,
    CODE_EXPIRED,
    CODE_OF_ANOTHER_CREDENTIAL,
    REDIRECT_URI_DIFFERS,
    PROOF_FAILED,
    RESOURCE_WIDER,
    /** The credential cannot be used from the address of the caller. */
    ADDRESS_NOT_ALLOWED,
    GRANT_ENDED
  }
}
