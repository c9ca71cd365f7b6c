package dev.latchkey.login;

import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.StorageFault;
import dev.latchkey.storage.Sessions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Compares a password with that of an account. Each attempt counts as a failure until it is known
 * to be right, so that a hundred at once count like a hundred in turn. It counts only once its turn
 * has come, and not if the caller never gets an answer.
 */
public final class PasswordCheck {
    private final Sessions sessions;
    private final Passwords passwords;

    public PasswordCheck(Sessions sessions, Passwords passwords) {
        this.sessions = sessions;
        this.passwords = passwords;
    }

    sealed interface Outcome {
        /** The move that is made of it gives the place in the throttle back. */
        record Right(Sessions.Attempt.Known account) implements Outcome {}

        /** Empty if there is no account of that address. */
        record Wrong(Optional<Id.User> user) implements Outcome {}

        record Throttled(Duration retryAfter) implements Outcome {}
    }

    <T> T of(String email, String password, RequestMoment now, Function<Outcome, T> answer) {
        if (email.length() > EmailAddress.MAX_CHARS) {
            return answer.apply(unknown("", password, now));
        }
        Outcome outcome = passwords.inTurn(email, now, with -> compare(with, email, password, now));
        try {
            return answer.apply(outcome);
        } catch (RuntimeException unanswered) {
            giveBack(email, outcome, now, unanswered);
            throw unanswered;
        }
    }

    private Outcome unknown(String account, String password, RequestMoment now) {
        return passwords.inTurn(
                account,
                now,
                with -> {
                    with.pretend(password);
                    return new Outcome.Wrong(Optional.empty());
                });
    }

    private Outcome compare(Argon2 hashing, String email, String password, RequestMoment now) {
        return switch (sessions.attempt(email, now)) {
            case Sessions.Attempt.Throttled throttled ->
                    new Outcome.Throttled(throttled.retryAfter());
            case Sessions.Attempt.Unknown unknown -> {
                hashing.pretend(password);
                yield new Outcome.Wrong(Optional.empty());
            }
            case Sessions.Attempt.Known known ->
                    hashing.matches(password, known.password())
                            ? new Outcome.Right(known)
                            : new Outcome.Wrong(Optional.of(known.user()));
        };
    }

    private void giveBack(
            String email, Outcome outcome, RequestMoment now, RuntimeException unanswered) {
        if (outcome instanceof Outcome.Throttled) {
            return;
        }
        try {
            sessions.giveBack(email, now);
        } catch (StorageFault still) {
            unanswered.addSuppressed(still);
        }
    }
}
