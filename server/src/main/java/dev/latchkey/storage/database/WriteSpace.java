package dev.latchkey.storage.database;

/** Which part of the store a move may use when it is nearly full. */
public enum WriteSpace {
    /** All but the reserve: for what adds to the store. */
    ORDINARY,

    /** Most of the reserve as well: refreshing, and signing in to end something. */
    RENEWING,

    /** All of it: for what ends or removes something. */
    ENDING
}
