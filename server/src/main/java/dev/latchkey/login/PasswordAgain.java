package dev.latchkey.login;

import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.edge.http.Request;
import dev.latchkey.login.factor.PasskeyCheck;
import dev.latchkey.login.factor.PasskeyPurpose;
import dev.latchkey.login.password.PasswordCheck;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.FactorProof;
import dev.latchkey.model.person.Session;
import dev.latchkey.storage.SignInStores;
import dev.latchkey.storage.people.Sessions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Asks for the password, or for a passkey, again (rule 6.5). Wrong passwords count in the same
 * bucket as those of a sign-in. Otherwise a stranger at an unlocked browser could guess here
 * without limit.
 */
public record PasswordAgain(
    SignInStores stores,
    PasswordCheck passwords,
    PasskeyCheck passkeys,
    Limits limits,
    RandomGenerator random)
    implements Reauthentication {
  @Override
  public Instant earliest(Instant now) {
    return now.minus(limits.reauthentication());
  }

  /** The authenticator shows the person's own passkeys, so none is named here. */
  @Override
  public Optional<String> passkeyOptions(Request request, Session session, Secret.Session key) {
    return session.hasPasskey()
        ? passkeys.ask(request, PasskeyPurpose.again(key), List.of())
        : Optional.empty();
  }

  @Override
  public Outcome check(PageRequest sent) {
    String password = sent.form().value(FIELD).orElse("");
    return password.isEmpty()
        ? byPasskey(sent)
        : passwords.of(
            sent.user().email(), password, sent.moment(), checked -> byPassword(checked, sent));
  }

  private Outcome byPassword(PasswordCheck.Outcome checked, PageRequest sent) {
    return switch (checked) {
      case PasswordCheck.Outcome.Throttled(var retryAfter) -> new Outcome.Throttled(retryAfter);
      case PasswordCheck.Outcome.Wrong _ -> wrongPassword(sent);
      case PasswordCheck.Outcome.Right _ -> rightPassword(sent);
    };
  }

  private Outcome rightPassword(PageRequest sent) {
    Sessions.NewKey renewed = newKey(sent);
    return stores.sessions().confirm(renewed, sent.user(), sent.moment())
        ? new Outcome.Right(renewed.key())
        : wrongPassword(sent);
  }

  private Outcome wrongPassword(PageRequest sent) {
    stores
        .sessions()
        .refused(Optional.of(sent.user().id()), AuditOutcome.PASSWORD_AGAIN_WRONG, sent.moment());
    return new Outcome.WrongPassword();
  }

  private Outcome byPasskey(PageRequest sent) {
    var purpose = PasskeyPurpose.again(sent.key());
    return switch (passkeys.of(sent.request(), PASSKEY_FIELD, purpose)) {
      case PasskeyCheck.Outcome.Throttled(var retryAfter) -> new Outcome.Throttled(retryAfter);
      case PasskeyCheck.Outcome.Wrong _ -> new Outcome.WrongPasskey();
      case PasskeyCheck.Outcome.Proven(var proof) -> rightPasskey(proof, sent);
    };
  }

  private Outcome rightPasskey(FactorProof.ByPasskey proof, PageRequest sent) {
    Sessions.NewKey renewed = newKey(sent);
    return stores.passkeys().confirm(proof, renewed, sent.moment())
        ? new Outcome.Right(renewed.key())
        : new Outcome.WrongPasskey();
  }

  private Sessions.NewKey newKey(PageRequest sent) {
    return new Sessions.NewKey(sent.key(), Secret.SESSION.mint(random));
  }
}
