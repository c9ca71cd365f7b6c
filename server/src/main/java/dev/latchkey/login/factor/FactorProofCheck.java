package dev.latchkey.login.factor;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.EnteredCode;
import dev.latchkey.model.person.FactorProof;
import dev.latchkey.storage.people.SecondFactors;
import java.time.Duration;
import java.util.Optional;

/**
 * Checks that the actor has the second factor that is to be changed: a passkey, the app or a
 * recovery code.
 */
public record FactorProofCheck(SecondFactors factors, CodeCheck codes, PasskeyCheck passkeys) {
  public sealed interface Offered {
    record Code(EnteredCode entered) implements Offered {}

    record Signature(PasskeyAnswer answer, PasskeyPurpose purpose) implements Offered {}
  }

  sealed interface Outcome permits Proven, Unproven {}

  record Proven(SecondFactors.Attempt.Known known, FactorProof proof) implements Outcome {}

  public sealed interface Unproven
      extends Outcome, RenewRecoveryCodes.Outcome, RemoveAuthenticatorApp.Outcome {
    record Throttled(Duration retryAfter) implements Unproven {}

    enum Refused implements Unproven {
      CODE_WRONG,
      /** Only a recovery code can be used today. */
      EXHAUSTED,
      PASSKEY_WRONG,
      /** The write found that the proof was used before. */
      SPENT,
      NO_FACTOR
    }
  }

  Outcome of(Actor.Person actor, Offered offered) {
    return switch (offered) {
      case Offered.Code(var entered) -> ofCode(actor, entered);
      case Offered.Signature(var answer, var purpose) ->
          switch (passkeys.of(answer, purpose, actor.moment())) {
            case PasskeyCheck.Outcome.Proven(var proof) -> ofPasskey(actor.id(), proof);
            case PasskeyCheck.Outcome.Throttled(var wait) -> new Unproven.Throttled(wait);
            case PasskeyCheck.Outcome.Wrong _ -> Unproven.Refused.PASSKEY_WRONG;
          };
    };
  }

  private static Outcome ofPasskey(Id.User user, FactorProof.ByPasskey proof) {
    return proof.key().user().equals(user)
        ? new Proven(new SecondFactors.Attempt.Known(user, Optional.empty()), proof)
        : Unproven.Refused.PASSKEY_WRONG;
  }

  private Outcome ofCode(Actor.Person actor, EnteredCode entered) {
    var attempt = factors.attempt(actor.id(), entered, actor.moment());
    return switch (codes.of(attempt, entered, actor.moment())) {
      case CodeCheck.Outcome.Right(var known, var proof) -> new Proven(known, proof);
      case CodeCheck.Outcome.Throttled(var wait) -> new Unproven.Throttled(wait);
      case CodeCheck.Outcome.Refused why ->
          switch (why) {
            case WRONG -> Unproven.Refused.CODE_WRONG;
            case EXHAUSTED -> Unproven.Refused.EXHAUSTED;
            case NOT_ASKED -> Unproven.Refused.NO_FACTOR;
          };
    };
  }
}
