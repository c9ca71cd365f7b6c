package dev.latchkey.model.person;

import dev.latchkey.model.RequestMoment;
import java.time.Instant;

/**
 * A user as administrators see and change one. Every change increases {@code version}. A change
 * that was prepared from an older version is refused, so two administrators cannot overwrite each
 * other's change unnoticed.
 */
public record ManagedUser(User user, State state, Instant createdAt, int version) {
  public enum State {
    /** The person has not chosen a password yet. */
    INVITED,
    ACTIVE,
    DISABLED
  }

  public static ManagedUser invited(User user, RequestMoment now) {
    return new ManagedUser(user, State.INVITED, now.at(), 1);
  }

  /**
   * Whether this person alone is enough to administer the platform. At least one such person must
   * remain.
   */
  public boolean isActiveSuperAdministrator() {
    return state == State.ACTIVE && user.role() == User.Role.SUPER_ADMINISTRATOR;
  }
}
