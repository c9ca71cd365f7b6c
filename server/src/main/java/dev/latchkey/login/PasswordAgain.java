package dev.latchkey.login;

import dev.latchkey.http.Request;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Session;
import dev.latchkey.model.User;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Sessions;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Decision 6.5. Counts wrong passwords in the same bucket as sign-in: otherwise whoever finds an
 * open browser could guess here.
 */
public final class PasswordAgain implements Reauthentication {
    private final Sessions sessions;
    private final PasswordCheck check;
    private final Limits limits;
    private final RandomGenerator dice;

    public PasswordAgain(
            Sessions sessions, PasswordCheck check, Limits limits, RandomGenerator dice) {
        this.sessions = sessions;
        this.check = check;
        this.limits = limits;
        this.dice = dice;
    }

    @Override
    public boolean isDue(Request request, Visitor visitor) {
        return visitor.session()
                .map(Session::signedInAt)
                .map(at -> at.plus(limits.reauthentication()).isBefore(request.occasion().at()))
                .orElse(true);
    }

    @Override
    public Comparison compare(Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        return check.of(
                user.email(),
                request.form().value(FIELD).orElse(""),
                request.occasion(),
                checked ->
                        switch (checked) {
                            case PasswordCheck.Outcome.Throttled(var retryAfter) ->
                                    new Comparison.Refused(new Outcome.Throttled(retryAfter));
                            case PasswordCheck.Outcome.Wrong wrong -> wrong(request, user);
                            case PasswordCheck.Outcome.Right right -> right(request, visitor, user);
                        });
    }

    private Comparison right(Request request, Visitor visitor, User user) {
        Secret.Session before = visitor.key().orElseThrow();
        Secret.Session key = Secret.SESSION.mint(dice);
        return sessions.confirm(before, key, user, request.occasion())
                ? new Comparison.Right(key)
                : wrong(request, user);
    }

    private Comparison wrong(Request request, User user) {
        sessions.refused(Optional.of(user.id()), "password_again_wrong", request.occasion());
        return new Comparison.Refused(new Outcome.Wrong());
    }
}
