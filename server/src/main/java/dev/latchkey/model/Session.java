package dev.latchkey.model;

import java.time.Instant;

/** A browser in which somebody signed in. {@code version} is that of the person's row. */
public record Session(User user, int version, Instant signedInAt, Instant seenAt) {
    /** The same, once the password was given again. */
    public Session confirmed(Instant now) {
        return new Session(user, version, now, seenAt);
    }
}
