package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
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
  public sealed interface Outcome permits Unlimited, Throttled {}

  /** What can happen to an operator, who may invite any number of people. */
  public sealed interface Unlimited extends Outcome
      permits Invited, Refused, FlawedPerson, NoAccess {}

  public record Invited(ManagedUser person, Secret.PasswordLink link) implements Unlimited {}

  public enum Refused implements Unlimited {
    /** The actor cannot give the role in this organization. */
    ROLE_ABOVE_OWN,
    EMAIL_TAKEN
  }

  public Outcome by(Actor.Authenticated actor, Id.Organization in, WantedPerson wanted) {
    return switch (draft(actor, in, wanted)) {
      case Invited draft ->
          switch (administration.invite(draft.person().user(), draft.link(), actor)) {
            case NewLink.Unlimited.CREATED -> draft;
            case NewLink.Unlimited.CONFLICT -> Refused.EMAIL_TAKEN;
            case NewLink.Throttled(Duration wait) -> new Throttled(wait);
          };
      case Unlimited refused -> refused;
    };
  }

  public Unlimited by(Actor.Operator operator, Id.Organization in, WantedPerson wanted) {
    return switch (draft(operator, in, wanted)) {
      case Invited(var person, var link)
          when administration.invite(person.user(), link, operator) == NewLink.Unlimited.CONFLICT ->
          Refused.EMAIL_TAKEN;
      case Unlimited drafted -> drafted;
    };
  }

  /** The person who is invited if the actor may, before they are written. */
  private Unlimited draft(Actor actor, Id.Organization in, WantedPerson wanted) {
    return switch (guard.check(actor, in, Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION)) {
      case OrganizationGuard.Granted(var organization) -> draft(actor, organization, wanted);
      case NoAccess refused -> refused;
    };
  }

  private Unlimited draft(Actor actor, Organization home, WantedPerson wanted) {
    Optional<User.Role> role = wanted.role(actor.grantable(home));
    if (role.isEmpty()) {
      guard.refused(actor, AuditOutcome.ROLE_ABOVE_OWN, home.id(), Optional.empty());
      return Refused.ROLE_ABOVE_OWN;
    }
    Optional<FlawedPerson> flaws = wanted.flaws();
    if (flaws.isPresent()) {
      return flaws.get();
    }
    User user = wanted.created(Id.USER.draw(random), home, role.get());
    return new Invited(
        ManagedUser.invited(user, actor.moment()), Secret.PASSWORD_LINK.mint(random));
  }
}
