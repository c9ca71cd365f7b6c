package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Lets an act on other people happen only after a recent sign-in, or with the password given again
 * (decision 6.5): a link made here opens their accounts.
 */
public final class Confirmation {
    private final Reauthentication again;

    public Confirmation(Reauthentication again) {
        this.again = again;
    }

    boolean isDue(Request request, Visitor visitor) {
        return again.isDue(request, visitor);
    }

    /** {@code refuse} takes a status and the key of a sentence. */
    Response of(
            Request request,
            Visitor visitor,
            Supplier<Response> act,
            BiFunction<Integer, String, Response> refuse) {
        return switch (again.judge(request, visitor)) {
            case Reauthentication.Outcome.Fresh fresh -> act.get();
            case Reauthentication.Outcome.Wrong wrong -> refuse.apply(403, "flaw.password");
            case Reauthentication.Outcome.Throttled throttled ->
                    refuse.apply(429, "flaw.password-throttled");
        };
    }
}
