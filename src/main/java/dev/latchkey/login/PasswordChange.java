package dev.latchkey.login;

import dev.latchkey.model.Occasion;
import dev.latchkey.model.PasswordHash;
import dev.latchkey.model.PasswordRule;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.storage.Account;
import dev.latchkey.storage.Sessions;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Changes a password for whoever knows the one before. Wrong ones count in the bucket of sign-in:
 * otherwise whoever finds an open browser could guess here.
 */
public final class PasswordChange {
    private final Sessions sessions;
    private final Account account;
    private final Passwords passwords;
    private final PasswordRule rule;
    private final RandomGenerator dice;

    public PasswordChange(
            Sessions sessions,
            Account account,
            Passwords passwords,
            PasswordRule rule,
            RandomGenerator dice) {
        this.sessions = sessions;
        this.account = account;
        this.passwords = passwords;
        this.rule = rule;
        this.dice = dice;
    }

    sealed interface Outcome {
        record Changed(Secret.Session key) implements Outcome {}

        record Unfit(PasswordRule.Flaw flaw) implements Outcome {}

        record Throttled(Duration retryAfter) implements Outcome {}

        enum Refused implements Outcome {
            CURRENT_WRONG,
            CHANGED_MEANWHILE
        }
    }

    Outcome of(User user, Secret.Session key, String current, String chosen, Occasion now) {
        Optional<PasswordRule.Flaw> flaw = rule.flaw(chosen, user.email(), user.name());
        if (flaw.isPresent()) {
            return new Outcome.Unfit(flaw.get());
        }
        return switch (sessions.attempt(user.email(), now)) {
            case Sessions.Attempt.Throttled throttled ->
                    new Outcome.Throttled(throttled.retryAfter());
            case Sessions.Attempt.Unknown unknown -> Outcome.Refused.CHANGED_MEANWHILE;
            case Sessions.Attempt.Known known -> {
                if (!passwords.matches(current, known.password())) {
                    sessions.refused(Optional.of(user.id()), "password_change_wrong", now);
                    yield Outcome.Refused.CURRENT_WRONG;
                }
                PasswordHash hash = passwords.hash(chosen);
                Secret.Session fresh = Secret.SESSION.mint(dice);
                yield account.changePassword(user, known.password(), hash, key, fresh, now)
                        ? new Outcome.Changed(fresh)
                        : Outcome.Refused.CHANGED_MEANWHILE;
            }
        };
    }
}
