package dev.latchkey.login.factor;

import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.storage.people.SecondFactors;

/** Removes the authenticator app of a person who proves to have the second factor. */
public record RemoveAuthenticatorApp(SecondFactors factors, FactorProofCheck check) {
  public sealed interface Outcome permits Removed, FactorProofCheck.Unproven {}

  public record Removed() implements Outcome {}

  /** {@code session}: the key of the present session. All others end. */
  public Outcome by(Actor.Person actor, Secret.Session session, FactorProofCheck.Offered offered) {
    return switch (check.of(actor, offered)) {
      case FactorProofCheck.Proven(var known, var proof) ->
          factors.remove(known, proof, session, actor.moment())
              ? new Removed()
              : FactorProofCheck.Unproven.Refused.SPENT;
      case FactorProofCheck.Unproven why -> why;
    };
  }
}
