package dev.latchkey.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.credential.ClientSecrets;

/** Retires one of two active secrets of a personal credential. The last one is never retired. */
public record RetireSecret(CredentialGuard guard, ClientSecrets secrets) {
  public enum Outcome {
    RETIRED,
    /** There is no such credential for the actor. */
    NOT_FOUND,
    /** It is no active secret of the credential. */
    NOT_ACTIVE,
    LAST
  }

  public Outcome by(Actor actor, Id.Client named, SecretHash secret) {
    return guard
        .findOwn(actor, named)
        .map(credential -> retire(actor, credential, secret))
        .orElse(Outcome.NOT_FOUND);
  }

  private Outcome retire(Actor actor, Credential.Personal credential, SecretHash secret) {
    if (secrets.retire(credential, secret, actor)) {
      return Outcome.RETIRED;
    }
    boolean isActive =
        secrets.of(credential.clientId()).stream().anyMatch(each -> each.secretId().equals(secret));
    return isActive ? Outcome.LAST : Outcome.NOT_ACTIVE;
  }
}
