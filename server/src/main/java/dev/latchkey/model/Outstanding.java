package dev.latchkey.model;

/** What hangs on a credential and works: codes not yet exchanged, and tokens. */
public record Outstanding(BoundedCount codes, BoundedCount tokens) {}
