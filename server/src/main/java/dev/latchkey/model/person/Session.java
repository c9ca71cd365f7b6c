package dev.latchkey.model.person;

import java.time.Instant;

/**
 * A browser session of a signed-in user. {@code version} is the version of the user's row, {@code
 * hasPasskey} whether the user could confirm a sensitive act with a passkey.
 */
public record Session(
    User user, int version, boolean hasPasskey, Instant signedInAt, Instant seenAt) {
  /** This session after the user has entered the password, or used a passkey, again. */
  public Session confirmed(Instant now) {
    return new Session(user, version, hasPasskey, now, seenAt);
  }
}
