package dev.latchkey.login.password;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.people.Sessions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Compares a password with that of an account. Each attempt counts as a failure until the password
 * is known to be correct, so a hundred parallel attempts count the same as a hundred in a row. An
 * attempt counts only once its turn in the queue has come, and it does not count if the caller gets
 * no response.
 */
public record PasswordCheck(Sessions sessions, Passwords passwords) {
  public sealed interface Outcome {
    /** The password was correct. The write that follows removes the attempt from the count. */
    record Right(Sessions.Attempt.Known account) implements Outcome {}

    /** The password was wrong. {@code user} is empty if there is no account with that address. */
    record Wrong(Optional<Id.User> user) implements Outcome {}

    record Throttled(Duration retryAfter) implements Outcome {}
  }

  public <T> T of(String email, String password, RequestMoment now, Function<Outcome, T> answer) {
    if (email.length() > EmailAddress.MAX_CHARS) {
      return answer.apply(unknown("", password, now));
    }
    Outcome outcome = passwords.inTurn(email, now, argon2 -> compare(argon2, email, password, now));
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
        hasher -> {
          hasher.pretend(password);
          return new Outcome.Wrong(Optional.empty());
        });
  }

  private Outcome compare(Argon2 argon2, String email, String password, RequestMoment now) {
    return switch (sessions.attempt(email, now)) {
      case Sessions.Attempt.Throttled throttled -> new Outcome.Throttled(throttled.retryAfter());
      case Sessions.Attempt.Unknown _ -> {
        argon2.pretend(password);
        yield new Outcome.Wrong(Optional.empty());
      }
      case Sessions.Attempt.Known known ->
          argon2.matches(password, known.password())
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
    } catch (StorageFault failedAgain) {
      unanswered.addSuppressed(failedAgain);
    }
  }
}
