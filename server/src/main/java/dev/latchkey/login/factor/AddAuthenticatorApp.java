package dev.latchkey.login.factor;

import dev.latchkey.model.KeySeal;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.EnteredCode;
import dev.latchkey.model.person.FactorProof;
import dev.latchkey.model.person.RecoveryCode;
import dev.latchkey.storage.people.SecondFactors;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Adds an authenticator app whose key was shown to the actor. Nothing is stored before a code
 * confirms the key.
 */
public record AddAuthenticatorApp(SecondFactors factors, KeySeal seal, RandomGenerator random) {
  public sealed interface Outcome {
    record Added(List<RecoveryCode> codes) implements Outcome {}

    enum Refused implements Outcome {
      CODE_WRONG,
      THERE_ALREADY
    }
  }

  /** {@code session}: the key of the present session. All others end. */
  public Outcome by(Actor.Person actor, Secret.Session session, AuthenticatorKey key, String code) {
    Optional<FactorProof.OfStep> proof =
        EnteredCode.ofApp(code).flatMap(entered -> key.proof(entered, actor.moment().at()));
    if (proof.isEmpty()) {
      return Outcome.Refused.CODE_WRONG;
    }
    List<RecoveryCode> codes = RecoveryCode.drawAll(random);
    byte[] stored = seal.close(actor.id().value(), key.bytes());
    var factor = new SecondFactors.NewFactor(stored, proof.get(), codes);
    return factors.add(actor.user(), factor, session, actor.moment())
        ? new Outcome.Added(codes)
        : Outcome.Refused.THERE_ALREADY;
  }
}
