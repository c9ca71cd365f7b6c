package dev.latchkey.model;

import java.time.Instant;

/**
 * The session of a request, and the version of the user's row when the rights were checked. Every
 * change of the user's role or teams increases the version. {@code since}: a write is made only if
 * the person signed in, or entered the password again, at this time or later.
 */
public record SignedIn(SecretHash session, Id.User user, int version, Instant since)
    implements Authority {
  /** The session may be of any age. */
  public SignedIn(SecretHash session, Id.User user, int version) {
    this(session, user, version, Instant.EPOCH);
  }

  /** The same session for an act that needs a recent sign-in (rule 6.5). */
  public SignedIn since(Instant earliest) {
    return new SignedIn(session, user, version, earliest);
  }

  @Override
  public Id.User subject() {
    return user;
  }

  @Override
  public String toString() {
    return "SignedIn[" + user + "]";
  }
}
