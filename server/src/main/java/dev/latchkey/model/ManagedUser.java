package dev.latchkey.model;

import java.time.Instant;

/**
 * A user as administrators keep one. Every change counts {@code version} up, so that two who change
 * one person at once cannot overwrite each other unseen.
 */
public record ManagedUser(User user, State state, Instant createdAt, int version) {
    public enum State {
        /** Has not chosen a password yet. */
        INVITED,
        ACTIVE,
        DISABLED
    }

    public static ManagedUser invited(User user, RequestMoment now) {
        return new ManagedUser(user, State.INVITED, now.at(), 1);
    }

    /** Whether this person could keep the platform alone. */
    public boolean isActiveSuperAdministrator() {
        return state == State.ACTIVE && user.role() == User.Role.SUPER_ADMINISTRATOR;
    }
}
