package dev.latchkey.faults.history;

/** What a client knows of an operation once it has its answer, or has given up waiting for one. */
public enum Outcome {
    /** Answered with success; of a check, that the token is active. */
    DONE,
    /** Answered with a refusal that changes nothing; of a check, that the token is not active. */
    REFUSED,
    /** 503, a timeout or a lost connection: it may have happened or not, and may happen late. */
    UNKNOWN
}
