package dev.latchkey.model;

/**
 * Proof that a code of the second factor is correct. The store then decides whether this code was
 * used before.
 */
public sealed interface CodeProof {
    /**
     * A code of an authenticator app. {@code step} is the number of the 30-second period for which
     * the app made the code (RFC 6238).
     */
    record OfStep(long step) implements CodeProof {}

    record ByRecovery(RecoveryCode code) implements CodeProof {}
}
