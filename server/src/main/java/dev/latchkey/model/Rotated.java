package dev.latchkey.model;

/** What became of a refresh token presented for a new pair (contract 3, row 3). */
public sealed interface Rotated {
    record Issued(TokenResponse response) implements Rotated {}

    /**
     * The same request again, with the same idempotency key: its first answer, still sealed
     * (decision 2.7).
     */
    record Repeated(byte[] sealedAnswer) implements Rotated {}

    enum Refused implements Rotated {
        CLIENT_UNKNOWN,
        TOKEN_UNKNOWN,
        TOKEN_EXPIRED,
        TOKEN_OF_ANOTHER_CREDENTIAL,
        /** Within the grace: a race or a retry, no more. */
        TOKEN_ROTATED,
        /** After the grace: somebody else may hold it, so its grant has ended (decision 2.6). */
        TOKEN_REPLAYED,
        GRANT_ENDED,
        SCOPE_WIDER
    }
}
