package dev.latchkey.issued;

import dev.latchkey.credential.CredentialGuard;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.issued.TokenSelection.Whose;
import java.util.Optional;

/** Decides whose tokens an actor sees and revokes. */
public record TokenGuard(OrganizationGuard organizations, CredentialGuard credentials) {
  public enum Refused implements RevokeTokens.Outcome {
    NOT_FOUND,
    FORBIDDEN,
    /** The person has a higher role than the actor may change. */
    PERSON_ABOVE
  }

  /** Why the actor may not do this; empty if the actor may. */
  public Optional<Refused> refuse(Actor actor, Whose whose, Rights.Act act) {
    return switch (whose) {
      case Whose.OfOrganization(var id) -> refusal(organizations.check(actor, id, act));
      case Whose.OfPerson(var id) ->
          organizations
              .directory()
              .find(id)
              .map(person -> refuse(actor, person, act))
              .orElse(Optional.of(Refused.NOT_FOUND));
      case Whose.OfCredential(var known) -> refuse(actor, known, act);
      case Whose.OfPersonToApp(_, var known) -> refuse(actor, known, act);
      case Whose.OneGrantToApp(_, var known) -> refuse(actor, known, act);
      case Whose.Everyone _, Whose.OneGrant _, Whose.OneOrganizationToken _ ->
          unless(actor instanceof Actor.Local, Refused.NOT_FOUND);
    };
  }

  /** People see and end what they have given. Others see it who manage the people there. */
  private Optional<Refused> refuse(Actor actor, User person, Rights.Act act) {
    if (actor.is(person.id())) {
      return Optional.empty();
    }
    return switch (organizations.check(
        actor, person.organization(), Rights.Act.SEE_PEOPLE_OF_ORGANIZATION)) {
      case OrganizationGuard.Granted(var home) ->
          unless(
              act == Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION || actor.mayManage(person, home),
              Refused.PERSON_ABOVE);
      case NoAccess refused -> refusal(refused);
    };
  }

  private Optional<Refused> refuse(Actor actor, Credential known, Rights.Act act) {
    return unless(credentials.allows(actor, known, act), Refused.NOT_FOUND);
  }

  /** Whether the actor may change the person. A refusal is not recorded. */
  boolean mayManage(Actor actor, Id.User named) {
    Optional<User> person = organizations.directory().find(named);
    Optional<Organization> home =
        person.flatMap(found -> organizations.directory().find(found.organization()));
    return home.isPresent() && actor.mayManage(person.get(), home.get());
  }

  private static Optional<Refused> refusal(OrganizationGuard.Access access) {
    return switch (access) {
      case OrganizationGuard.Granted _ -> Optional.empty();
      case NoAccess.NOT_FOUND -> Optional.of(Refused.NOT_FOUND);
      case NoAccess.FORBIDDEN -> Optional.of(Refused.FORBIDDEN);
    };
  }

  private static Optional<Refused> unless(boolean isAllowed, Refused why) {
    return isAllowed ? Optional.empty() : Optional.of(why);
  }
}
