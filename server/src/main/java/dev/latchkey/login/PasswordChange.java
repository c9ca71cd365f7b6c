package dev.latchkey.login;

import dev.latchkey.model.Id;
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
    private final PasswordCheck check;
    private final Account account;
    private final Passwords passwords;
    private final PasswordRule rule;
    private final RandomGenerator dice;

    public PasswordChange(
            Sessions sessions,
            PasswordCheck check,
            Account account,
            Passwords passwords,
            PasswordRule rule,
            RandomGenerator dice) {
        this.sessions = sessions;
        this.check = check;
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
        return check.of(
                user.email(),
                current,
                now,
                checked ->
                        switch (checked) {
                            case PasswordCheck.Outcome.Throttled(var retryAfter) ->
                                    new Outcome.Throttled(retryAfter);
                            case PasswordCheck.Outcome.Wrong(var known) -> wrong(known, now);
                            case PasswordCheck.Outcome.Right(var known) -> {
                                PasswordHash hash = passwords.hash(chosen, user.email(), now);
                                Secret.Session fresh = Secret.SESSION.mint(dice);
                                yield account.changePassword(
                                                user, known.password(), hash, key, fresh, now)
                                        ? new Outcome.Changed(fresh)
                                        : Outcome.Refused.CHANGED_MEANWHILE;
                            }
                        });
    }

    /** The address was changed since the request arrived, if there is no account of it. */
    private Outcome wrong(Optional<Id.User> user, Occasion now) {
        if (user.isEmpty()) {
            return Outcome.Refused.CHANGED_MEANWHILE;
        }
        sessions.refused(user, "password_change_wrong", now);
        return Outcome.Refused.CURRENT_WRONG;
    }
}
