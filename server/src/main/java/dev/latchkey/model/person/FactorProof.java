package dev.latchkey.model.person;

import dev.latchkey.model.Id;

/**
 * Proof that a person has the second factor. The store then decides whether this proof was used
 * before.
 */
public sealed interface FactorProof {
  /**
   * A code of an authenticator app. {@code step} is the number of the 30-second period for which
   * the app made the code (RFC 6238).
   */
  record OfStep(long step) implements FactorProof {}

  record ByRecovery(RecoveryCode code) implements FactorProof {}

  /**
   * A signature of a passkey over a challenge. {@code challenge} identifies the challenge, which
   * can be answered once. {@code counter} is what the authenticator reported with the signature.
   */
  record ByPasskey(Passkey.Key key, long counter, Id.Form challenge) implements FactorProof {}
}
