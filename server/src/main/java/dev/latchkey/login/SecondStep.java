package dev.latchkey.login;

import dev.latchkey.login.factor.CodeCheck;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.person.EnteredCode;
import dev.latchkey.model.person.FactorProof;
import dev.latchkey.model.person.SecondFactor;
import dev.latchkey.model.person.Session;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.SignInStores;
import dev.latchkey.storage.people.PendingSignIns;
import dev.latchkey.storage.people.SecondFactors;
import dev.latchkey.storage.people.Sessions;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Completes a sign-in with a code or a passkey after a correct password. */
public final class SecondStep {
  private final PendingSignIns pendingSignIns;
  private final Sessions sessions;
  private final SecondFactors factors;
  private final CodeCheck check;
  private final RandomGenerator random;

  public SecondStep(SignInStores stores, CodeCheck check, RandomGenerator random) {
    this.pendingSignIns = stores.pendingSignIns();
    this.sessions = stores.sessions();
    this.factors = stores.factors();
    this.check = check;
    this.random = random;
  }

  sealed interface Outcome {
    record SignedIn(Secret.Session key, boolean byRecovery) implements Outcome {}

    record Throttled(Duration retryAfter) implements Outcome {}

    enum Refused implements Outcome {
      CODE_WRONG,
      CODE_SPENT,
      PASSKEY_WRONG,
      EXHAUSTED,
      OVER
    }
  }

  /** The second factor that a pending sign-in waits for; empty if there is no such sign-in. */
  Optional<SecondFactor> awaited(Secret.PendingSignIn pending, RequestMoment now) {
    return pendingSignIns.user(pending, now).map(factors::of);
  }

  Optional<User> user(Outcome.SignedIn in, RequestMoment now) {
    return sessions.find(in.key(), now).map(Session::user);
  }

  Outcome with(
      Secret.PendingSignIn pending, String text, SignInBrowser browser, RequestMoment now) {
    return EnteredCode.parse(text)
        .map(entered -> with(pending, entered, browser, now))
        .orElse(Outcome.Refused.CODE_WRONG);
  }

  Outcome with(
      Secret.PendingSignIn pending,
      FactorProof.ByPasskey passkey,
      SignInBrowser browser,
      RequestMoment now) {
    var known = new SecondFactors.Attempt.Known(passkey.key().user(), Optional.empty());
    Secret.Session key = Secret.SESSION.mint(random);
    return switch (pendingSignIns.complete(pending, known, passkey, browser.session(key), now)) {
      case SIGNED_IN -> new Outcome.SignedIn(key, false);
      case CODE_SPENT -> Outcome.Refused.PASSKEY_WRONG;
      case OVER -> Outcome.Refused.OVER;
    };
  }

  private Outcome with(
      Secret.PendingSignIn pending, EnteredCode entered, SignInBrowser browser, RequestMoment now) {
    return switch (check.of(pendingSignIns.attempt(pending, entered, now), entered, now)) {
      case CodeCheck.Outcome.Throttled throttled -> new Outcome.Throttled(throttled.retryAfter());
      case CodeCheck.Outcome.Refused why ->
          switch (why) {
            case WRONG -> Outcome.Refused.CODE_WRONG;
            case EXHAUSTED -> Outcome.Refused.EXHAUSTED;
            case NOT_ASKED -> Outcome.Refused.OVER;
          };
      case CodeCheck.Outcome.Right right -> {
        Secret.Session key = Secret.SESSION.mint(random);
        yield switch (pendingSignIns.complete(
            pending, right.known(), right.proof(), browser.session(key), now)) {
          case SIGNED_IN -> new Outcome.SignedIn(key, entered instanceof EnteredCode.Recovery);
          case CODE_SPENT -> Outcome.Refused.CODE_SPENT;
          case OVER -> Outcome.Refused.OVER;
        };
      }
    };
  }
}
