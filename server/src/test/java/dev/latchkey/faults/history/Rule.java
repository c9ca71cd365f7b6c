package dev.latchkey.faults.history;

/** What a history can break. */
public enum Rule {
    /** Seen active by an operation that began after it was surely ended, or was seen ended. */
    ACTIVE_AFTER_END,
    /** Seen ended although nothing that had begun by then could have ended it. */
    ENDED_WITHOUT_CAUSE,
    /** A code was exchanged twice. */
    SPENT_TWICE,
    /** A refresh token was rotated twice, or a repeated answer differs from the first. */
    ROTATED_TWICE,
    /** Seen active while the owner of its credential was surely disabled. */
    ACTIVE_WHILE_OWNER_DISABLED
}
