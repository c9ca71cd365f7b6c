package dev.latchkey.page;

import dev.latchkey.http.Request;
import dev.latchkey.model.Secret;
import java.time.Duration;

/**
 * Asks for the password again before a sensitive act (decision 6.5). The {@link Door} compares it
 * before any page sees the form; a page then asks what came of it.
 */
public interface Reauthentication {
    String FIELD = "current_password";

    /** Whether a form for a sensitive act must have the field {@link #FIELD}. */
    boolean isDue(Request request, Visitor visitor);

    /**
     * Compares the password in the form of somebody of whom it is due. If it is right, the session
     * has a new key: whoever had a copy of the one before has not signed in again (security row
     * 77).
     */
    Comparison compare(Request request, Visitor visitor);

    sealed interface Comparison {
        record Right(Secret.Session key) implements Comparison {}

        record Refused(Outcome why) implements Comparison {}
    }

    /** Without the field, it is as if the password were wrong. */
    default Outcome judge(Request request, Visitor visitor) {
        return isDue(request, visitor)
                ? visitor.passwordRefused().orElseGet(Outcome.Wrong::new)
                : new Outcome.Fresh();
    }

    sealed interface Outcome {
        /** The sign-in, or the password just given, is recent enough. */
        record Fresh() implements Outcome {}

        record Wrong() implements Outcome {}

        record Throttled(Duration retryAfter) implements Outcome {}
    }
}
