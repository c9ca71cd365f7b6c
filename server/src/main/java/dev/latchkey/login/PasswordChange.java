package dev.latchkey.login;

import dev.latchkey.console.page.PageRequest;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Id;
import dev.latchkey.model.PasswordHash;
import dev.latchkey.model.PasswordRule;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.storage.people.Sessions;
import dev.latchkey.storage.people.UserAccount;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Changes the password of a person who knows the current one. Wrong passwords count in the same
 * bucket as those of a sign-in. Otherwise a stranger at an unlocked browser could guess here
 * without limit.
 */
public record PasswordChange(
    Sessions sessions,
    PasswordCheck check,
    UserAccount account,
    NewPasswords newPasswords,
    RandomGenerator random) {
  sealed interface Outcome {
    record Changed(Secret.Session key) implements Outcome {}

    record Unfit(PasswordRule.Flaw flaw) implements Outcome {}

    record Throttled(Duration retryAfter) implements Outcome {}

    enum Refused implements Outcome {
      CURRENT_WRONG,
      CHANGED_SINCE
    }
  }

  Outcome of(PageRequest request, String current, String chosen) {
    User user = request.user();
    Optional<PasswordRule.Flaw> flaw = newPasswords.flaw(chosen, user);
    if (flaw.isPresent()) {
      return new Outcome.Unfit(flaw.get());
    }
    return check.of(
        user.email(), current, request.moment(), checked -> outcome(checked, request, chosen));
  }

  private Outcome outcome(PasswordCheck.Outcome checked, PageRequest request, String chosen) {
    return switch (checked) {
      case PasswordCheck.Outcome.Throttled(var retryAfter) -> new Outcome.Throttled(retryAfter);
      case PasswordCheck.Outcome.Wrong(var known) -> wrong(known, request.moment());
      case PasswordCheck.Outcome.Right(var known) -> right(request, known, chosen);
    };
  }

  private Outcome right(PageRequest request, Sessions.Attempt.Known known, String chosen) {
    User user = request.user();
    RequestMoment now = request.moment();
    PasswordHash hash = newPasswords.hash(chosen, user, now);
    Secret.Session fresh = Secret.SESSION.mint(random);
    boolean isChanged =
        account.changePassword(
            user,
            new UserAccount.Change<>(known.password(), hash),
            new UserAccount.Change<>(request.key(), fresh),
            now);
    return isChanged ? new Outcome.Changed(fresh) : Outcome.Refused.CHANGED_SINCE;
  }

  /**
   * Refuses a wrong password. If there is no account with that address, the address was changed
   * after the request arrived.
   */
  private Outcome wrong(Optional<Id.User> user, RequestMoment now) {
    if (user.isEmpty()) {
      return Outcome.Refused.CHANGED_SINCE;
    }
    sessions.refused(user, AuditOutcome.PASSWORD_CHANGE_WRONG, now);
    return Outcome.Refused.CURRENT_WRONG;
  }
}
