package dev.latchkey.issued;

import dev.latchkey.credential.CredentialGuard;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.grants.ActiveChildTokens;
import dev.latchkey.storage.grants.ActiveChildTokens.Whose;

/** Ends a child token and those that were obtained from it. The first token stays as it is. */
public record EndChildToken(CredentialGuard guard, ActiveChildTokens children) {
  public enum Outcome {
    ENDED,
    /** Or it belongs to others, or the actor may not end it. */
    ENDED_BEFORE
  }

  public Outcome by(Actor.Person actor, SecretHash token, Whose whose) {
    return isAllowed(actor, whose) && children.end(token, whose, actor.id(), actor.moment())
        ? Outcome.ENDED
        : Outcome.ENDED_BEFORE;
  }

  private boolean isAllowed(Actor.Person actor, Whose whose) {
    return switch (whose) {
      case Whose.OfPerson(var user) -> actor.is(user);
      case Whose.OfCredential(var known) -> guard.allows(actor, known, right(known));
    };
  }

  /** What those must have the right to who do not own the credential. */
  private static Rights.Act right(Credential credential) {
    return switch (credential) {
      case Credential.Personal _ -> Rights.Act.END_ACCESS_TO_CREDENTIAL_OF_ORGANIZATION;
      case Credential.Organizational _ -> Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL;
    };
  }
}
