package dev.latchkey.model;

/**
 * The session of a request, and the version of the user's row when the rights were checked. Every
 * change of the user's role or teams increases the version.
 */
public record SignedIn(SecretHash session, Id.User user, int version) implements Authority {
    @Override
    public Id.User subject() {
        return user;
    }

    @Override
    public String toString() {
        return "SignedIn[" + user + "]";
    }
}
