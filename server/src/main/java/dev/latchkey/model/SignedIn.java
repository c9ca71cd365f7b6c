package dev.latchkey.model;

/**
 * The session in which a request was made, and the version of its person when rights were judged.
 * Every change of role or teams counts the version up.
 */
public record SignedIn(SecretHash session, Id.User user, int version) {
    @Override
    public String toString() {
        return "SignedIn[" + user + "]";
    }
}
