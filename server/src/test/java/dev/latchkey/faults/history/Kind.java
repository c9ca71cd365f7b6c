package dev.latchkey.faults.history;

import java.util.Locale;

/** What an operation does. Each comment names the subject, and the other things that take part. */
public enum Kind {
    /** A session; with its user. */
    SIGN_IN,
    /**
     * A grant, whose name is also the name of its code; with its session, client and membership.
     */
    CONSENT,
    /** The code of a grant; if done, with the pair that was issued. */
    EXCHANGE,
    /** A code that expires; the subject is its grant. */
    EXPIRE,
    /** A pair, by its refresh token; if done, with the next pair. An Idempotency-Key may follow. */
    REFRESH,
    /** A pair, by its access token. */
    REVOKE,
    /** A pair or an organization token. */
    CHECK,
    /** A grant, ended on the page of connected apps. */
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
    /** A client, without overlap; if done, with the new organization token. */
    REISSUE,
    /** An organization token. */
    REVOKE_TOKEN;

    /** The name of the kind in a transcript. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
