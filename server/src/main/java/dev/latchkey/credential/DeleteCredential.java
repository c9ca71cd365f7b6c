package dev.latchkey.credential;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.credential.Credentials;

/**
 * Deletes a credential. Everything that belongs to it ends at the same moment, because each lookup
 * joins the table of credentials (contract 3).
 */
public record DeleteCredential(CredentialGuard guard, Credentials credentials) {
  public enum Outcome {
    DELETED,
    DELETED_BEFORE,
    /** The actor may not delete it. */
    NOT_FOUND,
    /** It has a new owner, who was not asked. */
    OWNER_CHANGED
  }

  /** {@code seen}: the credential as the actor has seen it, with its owner. */
  public Outcome by(Actor actor, Credential seen) {
    if (!guard.allows(actor, seen, Rights.Act.DELETE_CREDENTIAL_OF_ORGANIZATION)) {
      return Outcome.NOT_FOUND;
    }
    if (credentials.delete(seen, actor)) {
      return Outcome.DELETED;
    }
    return credentials.find(seen.clientId()).isEmpty()
        ? Outcome.DELETED_BEFORE
        : Outcome.OWNER_CHANGED;
  }
}
