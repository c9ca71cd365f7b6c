package dev.latchkey.issued;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.EndAccess;
import dev.latchkey.people.NotManaged;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.issued.TokenRevocation;
import dev.latchkey.storage.issued.TokenSelection;
import dev.latchkey.storage.people.AccessRemoval;

/**
 * Ends a grant. The person who gave it has the right to do so, and so have those who manage this
 * person or the app. The audit log says which of them it was.
 */
public record EndGrant(
    TokenGuard guard, ActiveGrants grants, EndAccess endAccess, TokenRevocation revocation) {
  public enum Outcome {
    /** Now or before. */
    ENDED,
    NOT_FOUND,
    /** The person or the app was changed at the same moment. */
    EDIT_CONFLICT
  }

  public Outcome by(Actor actor, Id.Grant named) {
    return grants
        .partiesOf(named)
        .map(parties ->
            actor.is(parties.user()) || guard.mayManage(actor, parties.user())
                ? endOfPerson(actor, parties.user(), named)
                : endToApp(actor, parties.client(), named))
        .orElse(Outcome.NOT_FOUND);
  }

  private Outcome endOfPerson(Actor actor, Id.User person, Id.Grant grant) {
    return switch (endAccess.by(actor, person, new AccessRemoval.What.App(grant))) {
      case EndAccess.Written.ENDED, EndAccess.Written.ENDED_BEFORE -> Outcome.ENDED;
      case EndAccess.Written.EDIT_CONFLICT -> Outcome.EDIT_CONFLICT;
      case NotManaged _ -> Outcome.NOT_FOUND;
    };
  }

  private Outcome endToApp(Actor actor, Id.Client app, Id.Grant grant) {
    var act = Rights.Act.END_ACCESS_TO_CREDENTIAL_OF_ORGANIZATION;
    return guard
        .credentials()
        .find(actor, app, act, Credential.Personal.class)
        .map(known -> TokenSelection.of(new TokenSelection.Whose.OneGrantToApp(grant, known)))
        .map(which -> revocation.end(which, actor.moment()))
        .map(ended -> ended.isPresent() ? Outcome.ENDED : Outcome.EDIT_CONFLICT)
        .orElse(Outcome.NOT_FOUND);
  }
}
