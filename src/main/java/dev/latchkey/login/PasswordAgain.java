package dev.latchkey.login;

import dev.latchkey.http.Request;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.Session;
import dev.latchkey.model.User;
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
    private final PasswordCheck check;
    private final Limits limits;

    public PasswordAgain(Sessions sessions, PasswordCheck check, Limits limits) {
        this.sessions = sessions;
        this.check = check;
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
        return check.of(
                user.email(),
                password.get(),
                now,
                checked ->
                        switch (checked) {
                            case PasswordCheck.Outcome.Throttled(var retryAfter) ->
                                    new Outcome.Throttled(retryAfter);
                            case PasswordCheck.Outcome.Wrong wrong -> wrong(user, now);
                            case PasswordCheck.Outcome.Right right ->
                                    visitor.key().isPresent()
                                                    && sessions.confirm(
                                                            visitor.key().get(), user, now)
                                            ? new Outcome.Fresh()
                                            : wrong(user, now);
                        });
    }

    private Outcome wrong(User user, Occasion now) {
        sessions.refused(Optional.of(user.id()), "password_again_wrong", now);
        return new Outcome.Wrong();
    }
}
