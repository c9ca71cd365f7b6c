package dev.latchkey.model;

import java.time.Instant;

/** A browser session of a signed-in user. {@code version} is the version of the user's row. */
public record Session(User user, int version, Instant signedInAt, Instant seenAt) {
    /** This session after the user has entered the password again. */
    public Session confirmed(Instant now) {
        return new Session(user, version, now, seenAt);
    }
}
