package dev.latchkey.model;

import java.time.Duration;

/** Whether a caller is the credential it says it is. */
public sealed interface Authentication {
    record Proven(Credential.Personal credential, SecretHash by) implements Authentication {}

    /**
     * Too many wrong secrets for this credential from this address: right or wrong, nobody looks
     * (decision 2.9).
     */
    record Throttled(Duration retryAfter) implements Authentication {}

    enum Failed implements Authentication {
        CLIENT_UNKNOWN,
        SECRET_WRONG,
        SECRET_MISSING
    }
}
