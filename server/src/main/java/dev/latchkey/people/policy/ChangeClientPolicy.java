package dev.latchkey.people.policy;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.credential.ClientPolicies;
import java.util.Optional;

/** Changes what an organization lets its people do with apps that have no credential. */
public record ChangeClientPolicy(
    OrganizationGuard guard, ClientPolicies policies, Catalogue catalogue) {
  static final Rights.Act RIGHT = Rights.Act.CREATE_ORGANIZATION_CREDENTIAL;

  public sealed interface Outcome permits Written, Refused, FlawedPolicy {}

  public record Refused(NoAccess why) implements Outcome {}

  public enum Written implements Outcome {
    CHANGED,
    /** The policy was changed since the actor has seen it. */
    EDIT_CONFLICT
  }

  public Outcome by(Actor.Person actor, Id.Organization named, WantedPolicy wanted) {
    return switch (guard.check(actor, named, RIGHT)) {
      case OrganizationGuard.Granted(var organization) ->
          flaw(wanted)
              .<Outcome>map(flawed -> flawed)
              .orElseGet(() -> change(actor, organization.id(), wanted));
      case NoAccess refused -> new Refused(refused);
    };
  }

  public Optional<FlawedPolicy> flaw(WantedPolicy wanted) {
    return wanted.flaw(catalogue);
  }

  private Written change(Actor.Person actor, Id.Organization organization, WantedPolicy wanted) {
    return policies.change(organization, wanted.policy(), actor.id(), actor.moment())
        ? Written.CHANGED
        : Written.EDIT_CONFLICT;
  }
}
