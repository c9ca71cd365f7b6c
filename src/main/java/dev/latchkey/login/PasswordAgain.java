package dev.latchkey.login;

import dev.latchkey.http.Request;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Session;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Sessions;
import java.util.Optional;

/**
 * Decision 6.5. Counts wrong passwords in the same bucket as sign-in: otherwise whoever finds an
 * open browser could guess here.
 */
public final class PasswordAgain implements Reauthentication {
    private final Sessions sessions;
    private final Passwords passwords;
    private final Limits limits;

    public PasswordAgain(Sessions sessions, Passwords passwords, Limits limits) {
        this.sessions = sessions;
        this.passwords = passwords;
        this.limits = limits;
    }

    @Override
    public boolean isDue(Request request, Visitor visitor) {
        return visitor.session()
                .map(Session::signedInAt)
                .map(at -> at.plus(limits.reauthentication()).isBefore(request.occasion().at()))
                .orElse(true);
    }

    @Override
    public Outcome judge(Request request, Visitor visitor) {
        if (!isDue(request, visitor)) {
            return new Outcome.Fresh();
        }
        Optional<String> password = request.form().value(FIELD);
        if (visitor.user().isEmpty() || password.isEmpty()) {
            return new Outcome.Wrong();
        }
        var user = visitor.user().get();
        var now = request.occasion();
        return switch (sessions.attempt(user.email(), now)) {
            case Sessions.Attempt.Throttled throttled ->
                    new Outcome.Throttled(throttled.retryAfter());
            case Sessions.Attempt.Unknown unknown -> new Outcome.Wrong();
            case Sessions.Attempt.Known known -> {
                boolean right =
                        passwords.matches(password.get(), known.password())
                                && visitor.key().isPresent()
                                && sessions.confirm(visitor.key().get(), user, now);
                if (!right) {
                    sessions.refused(Optional.of(user.id()), "password_again_wrong", now);
                }
                yield right ? new Outcome.Fresh() : new Outcome.Wrong();
            }
        };
    }
}
