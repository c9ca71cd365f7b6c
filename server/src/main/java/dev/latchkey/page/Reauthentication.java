package dev.latchkey.page;

import dev.latchkey.model.Secret;
import dev.latchkey.model.Session;
import java.time.Duration;
import java.time.Instant;

/**
 * Asks for the password again before a sensitive act (decision 6.5). The {@link PageGuard} compares
 * it before any page sees the form; a page asks {@link PageRequest#passwordErrors} what came of it.
 */
public interface Reauthentication {
    String FIELD = "current_password";

    /** Whether a form for a sensitive act must have the field {@link #FIELD}. */
    boolean isDue(Session session, Instant now);

    /**
     * Compares the password in the form of somebody of whom it is due. If it is right, the session
     * has a new key: whoever had a copy of the one before has not signed in again (security row
     * 77).
     */
    Comparison compare(PageRequest sent);

    sealed interface Comparison {
        record Right(Secret.Session key) implements Comparison {}

        record Wrong() implements Comparison {}

        record Throttled(Duration retryAfter) implements Comparison {}
    }
}
