package dev.latchkey.login.factor;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.RecoveryCode;
import dev.latchkey.storage.people.SecondFactors;
import java.util.List;
import java.util.random.RandomGenerator;

/** Replaces the recovery codes of a person who proves to have the second factor. */
public record RenewRecoveryCodes(
    SecondFactors factors, FactorProofCheck check, RandomGenerator random) {
  public sealed interface Outcome permits Renewed, FactorProofCheck.Unproven {}

  public record Renewed(List<RecoveryCode> codes) implements Outcome {}

  public Outcome by(Actor.Person actor, FactorProofCheck.Offered offered) {
    return switch (check.of(actor, offered)) {
      case FactorProofCheck.Proven(var known, var proof) -> {
        List<RecoveryCode> codes = RecoveryCode.drawAll(random);
        yield factors.renewCodes(known, proof, codes, actor.moment())
            ? new Renewed(codes)
            : FactorProofCheck.Unproven.Refused.SPENT;
      }
      case FactorProofCheck.Unproven why -> why;
    };
  }
}
