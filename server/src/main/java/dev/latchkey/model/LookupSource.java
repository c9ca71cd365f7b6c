package dev.latchkey.model;

/** Where an answer may be looked for. */
public enum LookupSource {
    /** Never waits, and may not know. */
    MEMORY,
    /** The store, if memory does not know; may wait. */
    STORE
}
