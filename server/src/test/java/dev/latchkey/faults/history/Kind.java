package dev.latchkey.faults.history;

import java.util.Locale;

/** What an operation does. The comment names the subject, and what stands with it. */
public enum Kind {
    /** A session; with the user. */
    SIGN_IN,
    /** A grant, which is also the name of its code; with session, client and membership. */
    CONSENT,
    /** A grant's code; when done, with the pair that was issued. */
    EXCHANGE,
    /** A code, by time; the subject is its grant. */
    EXPIRE,
    /**
     * A pair, by its refresh token; when done, with the next pair. An Idempotency-Key may follow.
     */
    REFRESH,
    /** A pair, by its access token. */
    REVOKE,
    /** A pair or an organization token. */
    CHECK,
    /** A grant, on the page of connected apps. */
    END_GRANT,
    /** A user. */
    DISABLE,
    /** A user. */
    ENABLE,
    /** A membership: a user in a team. */
    LEAVE,
    /** A membership. */
    JOIN,
    /** A client; with its owner. */
    CREATE,
    /** A client; with its new owner. */
    TRANSFER,
    /** A client. */
    DELETE,
    /** An organization token; with its client. */
    ISSUE,
    /** A client, without overlap; when done, with the new organization token. */
    REISSUE,
    /** An organization token. */
    REVOKE_TOKEN;

    /** As it stands in a transcript. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
