package dev.latchkey.model;

import java.time.Instant;

/** A browser in which somebody signed in. */
public record Session(User user, Instant signedInAt, Instant seenAt) {}
