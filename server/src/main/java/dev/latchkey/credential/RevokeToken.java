package dev.latchkey.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.credential.OrganizationTokens;

/** Revokes one token of an organization credential. */
public record RevokeToken(CredentialGuard guard, OrganizationTokens tokens) {
  public enum Outcome {
    REVOKED,
    /** Or it is a token of another credential. */
    ENDED_BEFORE,
    NOT_FOUND
  }

  public Outcome by(Actor actor, Id.Client named, SecretHash token) {
    var act = Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL;
    return guard
        .find(actor, named, act, Credential.Organizational.class)
        .map(known -> tokens.revoke(known, token, actor.idOr(known.owner()), actor.moment()))
        .map(isDone -> isDone ? Outcome.REVOKED : Outcome.ENDED_BEFORE)
        .orElse(Outcome.NOT_FOUND);
  }
}
