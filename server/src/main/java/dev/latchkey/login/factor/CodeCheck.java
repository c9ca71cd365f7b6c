package dev.latchkey.login.factor;

import dev.latchkey.model.KeySeal;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.EnteredCode;
import dev.latchkey.model.person.FactorProof;
import dev.latchkey.storage.people.SecondFactors;
import dev.latchkey.storage.people.Sessions;
import java.time.Duration;
import java.util.Optional;

/**
 * Compares an entered code. Whether it was used before is decided by the write that marks it as
 * used.
 */
public record CodeCheck(KeySeal seal, Sessions sessions) {
  public sealed interface Outcome {
    record Right(SecondFactors.Attempt.Known known, FactorProof proof) implements Outcome {}

    record Throttled(Duration retryAfter) implements Outcome {}

    enum Refused implements Outcome {
      WRONG,
      /** Only a recovery code can be used today. */
      EXHAUSTED,
      NOT_ASKED
    }
  }

  public Outcome of(SecondFactors.Attempt attempt, EnteredCode entered, RequestMoment now) {
    return switch (attempt) {
      case SecondFactors.Attempt.Throttled throttled ->
          new Outcome.Throttled(throttled.retryAfter());
      case SecondFactors.Attempt.Exhausted _ -> Outcome.Refused.EXHAUSTED;
      case SecondFactors.Attempt.None _ -> Outcome.Refused.NOT_ASKED;
      case SecondFactors.Attempt.Known known -> compare(known, entered, now);
    };
  }

  private Outcome compare(
      SecondFactors.Attempt.Known known, EnteredCode entered, RequestMoment now) {
    Optional<FactorProof> proof = proof(known, entered, now);
    if (proof.isPresent()) {
      return new Outcome.Right(known, proof.get());
    }
    sessions.refused(Optional.of(known.user()), AuditOutcome.CODE_WRONG, now);
    return Outcome.Refused.WRONG;
  }

  private Optional<FactorProof> proof(
      SecondFactors.Attempt.Known known, EnteredCode entered, RequestMoment now) {
    return switch (entered) {
      case EnteredCode.OfApp ofApp ->
          known
              .sealedKey()
              .flatMap(sealed -> seal.open(known.user().value(), sealed))
              .map(AuthenticatorKey::of)
              .flatMap(key -> key.proof(ofApp, now.at()));
      case EnteredCode.Recovery recovery ->
          Optional.of(new FactorProof.ByRecovery(recovery.code()));
    };
  }
}
