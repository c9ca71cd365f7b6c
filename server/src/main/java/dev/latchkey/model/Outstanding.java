package dev.latchkey.model;

/**
 * The active codes and tokens of a credential. {@code codes} counts the codes that have not been
 * exchanged.
 */
public record Outstanding(BoundedCount codes, BoundedCount tokens) {}
