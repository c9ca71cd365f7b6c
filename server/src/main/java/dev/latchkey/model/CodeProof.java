package dev.latchkey.model;

/** A code found right; whether it is also the first of its kind, the store decides. */
public sealed interface CodeProof {
    /** The count of half minutes for which an authenticator app made the code (RFC 6238). */
    record OfStep(long step) implements CodeProof {}

    record ByRecovery(RecoveryCode code) implements CodeProof {}
}
