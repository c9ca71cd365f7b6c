package dev.latchkey.harness;

/** The two databases; every promise is kept on both. */
public enum Store {
    SQLITE,
    POSTGRESQL
}
