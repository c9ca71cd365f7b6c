package dev.latchkey.login.password;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.PasswordRule;
import dev.latchkey.model.person.User;
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
public record ChangePassword(
    Sessions sessions,
    PasswordCheck check,
    UserAccount account,
    NewPasswords newPasswords,
    RandomGenerator random) {
  public sealed interface Outcome {
    record Changed(Secret.Session key) implements Outcome {}

    record Unfit(PasswordRule.Flaw flaw) implements Outcome {}

    record Throttled(Duration retryAfter) implements Outcome {}

    enum Refused implements Outcome {
      CURRENT_WRONG,
      CHANGED_SINCE
    }
  }

  /** {@code session}: the key of the present session, which gets another one. */
  public Outcome by(Actor.Person actor, Secret.Session session, String current, String chosen) {
    User user = actor.user();
    Optional<PasswordRule.Flaw> flaw = newPasswords.flaw(chosen, user);
    if (flaw.isPresent()) {
      return new Outcome.Unfit(flaw.get());
    }
    return check.of(
        user.email(),
        current,
        actor.moment(),
        checked ->
            switch (checked) {
              case PasswordCheck.Outcome.Throttled(var wait) -> new Outcome.Throttled(wait);
              case PasswordCheck.Outcome.Wrong(var known) -> wrong(known, actor.moment());
              case PasswordCheck.Outcome.Right(var known) ->
                  change(actor, session, known.password(), chosen);
            });
  }

  private Outcome change(
      Actor.Person actor, Secret.Session session, PasswordHash current, String chosen) {
    PasswordHash hash = newPasswords.hash(chosen, actor.user(), actor.moment());
    Secret.Session fresh = Secret.SESSION.mint(random);
    boolean isChanged =
        account.changePassword(
            actor.user(),
            new UserAccount.Change<>(current, hash),
            new UserAccount.Change<>(session, fresh),
            actor.moment());
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
