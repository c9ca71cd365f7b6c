package dev.latchkey.page;

import dev.latchkey.http.Request;
import java.time.Duration;

/** Asks for the password again before a sensitive act (decision 6.5). */
public interface Reauthentication {
    String FIELD = "current_password";

    /** Whether a form for a sensitive act must have the field {@link #FIELD}. */
    boolean isDue(Request request, Visitor visitor);

    Outcome judge(Request request, Visitor visitor);

    sealed interface Outcome {
        /** The sign-in, or the password just given, is recent enough. */
        record Fresh() implements Outcome {}

        record Wrong() implements Outcome {}

        record Throttled(Duration retryAfter) implements Outcome {}
    }
}
