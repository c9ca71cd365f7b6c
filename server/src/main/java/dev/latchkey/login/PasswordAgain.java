package dev.latchkey.login;

import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import dev.latchkey.page.PageRequest;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.storage.Sessions;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Asks for the password again (decision 6.5). Wrong passwords count in the same bucket as those of
 * a sign-in. Otherwise a stranger at an unlocked browser could guess here without limit.
 */
public final class PasswordAgain implements Reauthentication {
    private final Sessions sessions;
    private final PasswordCheck check;
    private final Limits limits;
    private final RandomGenerator random;

    public PasswordAgain(
            Sessions sessions, PasswordCheck check, Limits limits, RandomGenerator random) {
        this.sessions = sessions;
        this.check = check;
        this.limits = limits;
        this.random = random;
    }

    @Override
    public Instant earliest(Instant now) {
        return now.minus(limits.reauthentication());
    }

    @Override
    public Comparison compare(PageRequest sent) {
        String password = sent.form().value(FIELD).orElse("");
        return check.of(
                sent.user().email(), password, sent.moment(), checked -> comparison(checked, sent));
    }

    private Comparison comparison(PasswordCheck.Outcome checked, PageRequest sent) {
        return switch (checked) {
            case PasswordCheck.Outcome.Throttled(var retryAfter) ->
                    new Comparison.Throttled(retryAfter);
            case PasswordCheck.Outcome.Wrong wrong -> wrong(sent);
            case PasswordCheck.Outcome.Right right -> right(sent);
        };
    }

    private Comparison right(PageRequest sent) {
        Secret.Session key = Secret.SESSION.mint(random);
        return sessions.confirm(sent.key(), key, sent.user(), sent.moment())
                ? new Comparison.Right(key)
                : wrong(sent);
    }

    private Comparison wrong(PageRequest sent) {
        sessions.refused(
                Optional.of(sent.user().id()), AuditOutcome.PASSWORD_AGAIN_WRONG, sent.moment());
        return new Comparison.Wrong();
    }
}
