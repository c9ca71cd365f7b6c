package dev.latchkey.page;

import dev.latchkey.model.Secret;
import java.time.Duration;
import java.time.Instant;

/**
 * Asks for the password again before a sensitive action (decision 6.5). {@link PageGuard} compares
 * the password before a page sees the form. The page reads the result from {@link
 * PageRequest#passwordErrors}.
 */
public interface Reauthentication {
    String FIELD = "current_password";

    /**
     * The earliest sign-in that is recent enough for a sensitive action. If the person signed in
     * before, the form must carry the field {@link #FIELD}.
     */
    Instant earliest(Instant now);

    /**
     * Compares the password in the form. Call it only when the password is due. If the password is
     * right, the session gets a new key, so that a stolen copy of the previous key stops working
     * (security row 77).
     */
    Comparison compare(PageRequest sent);

    sealed interface Comparison {
        record Right(Secret.Session key) implements Comparison {}

        record Wrong() implements Comparison {}

        record Throttled(Duration retryAfter) implements Comparison {}
    }
}
