package dev.latchkey.people;

import dev.latchkey.model.Actor;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Id;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.storage.people.NewLink;
import dev.latchkey.storage.people.UserAdministration;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Invites a person into an organization, with a one-time link by which the person chooses a first
 * password. {@link CreatePasswordLink} replaces the link.
 */
public record InvitePerson(
    OrganizationGuard guard, UserAdministration administration, RandomGenerator random) {
  public sealed interface Outcome permits Invited, Refused, Throttled, FlawedPerson, NoAccess {}

  public record Invited(ManagedUser person, Secret.PasswordLink link) implements Outcome {}

  public enum Refused implements Outcome {
    /** The actor cannot give the role in this organization. */
    ROLE_ABOVE_OWN,
    EMAIL_TAKEN
  }

  public Outcome by(Actor.Authenticated actor, Id.Organization in, WantedPerson wanted) {
    return switch (guard.check(actor, in, Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION)) {
      case OrganizationGuard.Granted(var organization) -> check(actor, organization, wanted);
      case NoAccess refused -> refused;
    };
  }

  private Outcome check(Actor.Authenticated actor, Organization home, WantedPerson wanted) {
    Optional<User.Role> role = wanted.role(actor.grantable(home));
    if (role.isEmpty()) {
      guard.refused(actor, AuditOutcome.ROLE_ABOVE_OWN, home.id(), Optional.empty());
      return Refused.ROLE_ABOVE_OWN;
    }
    Optional<FlawedPerson> flaws = wanted.flaws();
    return flaws.isPresent()
        ? flaws.get()
        : invite(actor, wanted.created(Id.USER.draw(random), home, role.get()));
  }

  private Outcome invite(Actor.Authenticated actor, User user) {
    Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(random);
    return switch (administration.invite(user, link, actor)) {
      case NewLink.Unlimited.CREATED ->
          new Invited(ManagedUser.invited(user, actor.moment()), link);
      case NewLink.Unlimited.CONFLICT -> Refused.EMAIL_TAKEN;
      case NewLink.Throttled(Duration wait) -> new Throttled(wait);
    };
  }
}
