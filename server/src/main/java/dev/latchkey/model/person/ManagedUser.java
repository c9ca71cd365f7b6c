package dev.latchkey.model.person;

import dev.latchkey.model.RequestMoment;
import java.time.Instant;
import java.util.Optional;

/**
 * A user as administrators see and change one. Every change increases {@code version}. A change
 * that was prepared from an older version is refused, so two administrators cannot overwrite each
 * other's change unnoticed. {@code signedInAt}: the last sign-in, as far as one is recorded.
 */
public record ManagedUser(
    User user, State state, Instant createdAt, Optional<Instant> signedInAt, int version) {
  public enum State {
    /** The person has not chosen a password yet. */
    INVITED,
    ACTIVE,
    DISABLED
  }

  public static ManagedUser invited(User user, RequestMoment now) {
    return new ManagedUser(user, State.INVITED, now.at(), Optional.empty(), 1);
  }

  /**
   * Whether this person alone is enough to administer the platform. At least one such person must
   * remain.
   */
  public boolean isActiveSuperAdministrator() {
    return state == State.ACTIVE && user.role() == User.Role.SUPER_ADMINISTRATOR;
  }
}
