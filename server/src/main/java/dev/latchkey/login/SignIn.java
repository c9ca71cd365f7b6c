package dev.latchkey.login;

import dev.latchkey.login.password.PasswordCheck;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.FactorProof;
import dev.latchkey.storage.SignInStores;
import dev.latchkey.storage.people.Passkeys;
import dev.latchkey.storage.people.PendingSignIns;
import dev.latchkey.storage.people.Sessions;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Compares a password, or takes a proof by a passkey, and opens a session. The result contains the
 * reason for a refusal; the page shows the same text for each.
 */
public final class SignIn {
  private final Sessions sessions;
  private final PendingSignIns pendingSignIns;
  private final Passkeys passkeys;
  private final PasswordCheck check;
  private final RandomGenerator random;

  public SignIn(SignInStores stores, PasswordCheck check, RandomGenerator random) {
    this.sessions = stores.sessions();
    this.pendingSignIns = stores.pendingSignIns();
    this.passkeys = stores.passkeys();
    this.check = check;
    this.random = random;
  }

  public sealed interface Outcome {
    record SignedIn(Secret.Session key) implements Outcome {}

    /** The password was correct, but there is no session yet. */
    record AwaitsCode(Secret.PendingSignIn key) implements Outcome {}

    record Throttled(Duration retryAfter) implements Outcome {}

    enum Refused implements Outcome {
      ACCOUNT_UNKNOWN,
      PASSWORD_WRONG,
      USER_DISABLED
    }
  }

  Outcome with(String address, String password, SignInBrowser browser, RequestMoment now) {
    String email = EmailAddress.normal(address);
    return check.of(email, password, now, checked -> outcome(checked, email, browser, now));
  }

  /**
   * Opens a session for a person who proved with a passkey who they are; empty if the passkey was
   * removed or the proof was used before.
   */
  Optional<Secret.Session> with(
      FactorProof.ByPasskey proof, SignInBrowser browser, RequestMoment now) {
    Secret.Session key = Secret.SESSION.mint(random);
    return passkeys.open(proof, browser.session(key), now) ? Optional.of(key) : Optional.empty();
  }

  private Outcome outcome(
      PasswordCheck.Outcome checked, String email, SignInBrowser browser, RequestMoment now) {
    return switch (checked) {
      case PasswordCheck.Outcome.Throttled(var retryAfter) -> new Outcome.Throttled(retryAfter);
      case PasswordCheck.Outcome.Wrong(var user) -> wrong(user, now);
      case PasswordCheck.Outcome.Right(var known) ->
          known.asksCode() ? awaitCode(known, email, now) : open(known, email, browser, now);
    };
  }

  private Outcome open(
      Sessions.Attempt.Known known, String email, SignInBrowser browser, RequestMoment now) {
    Secret.Session key = Secret.SESSION.mint(random);
    return sessions.open(known, email, browser.session(key), now)
        ? new Outcome.SignedIn(key)
        : refusal(known);
  }

  private Outcome awaitCode(Sessions.Attempt.Known known, String email, RequestMoment now) {
    Secret.PendingSignIn key = Secret.PENDING_SIGN_IN.mint(random);
    return pendingSignIns.begin(known, email, key, now)
        ? new Outcome.AwaitsCode(key)
        : refusal(known);
  }

  private static Outcome refusal(Sessions.Attempt.Known known) {
    return known.active() ? Outcome.Refused.PASSWORD_WRONG : Outcome.Refused.USER_DISABLED;
  }

  private Outcome wrong(Optional<Id.User> user, RequestMoment now) {
    var why = user.isPresent() ? Outcome.Refused.PASSWORD_WRONG : Outcome.Refused.ACCOUNT_UNKNOWN;
    sessions.refused(user, AuditOutcome.of(why), now);
    return why;
  }
}
