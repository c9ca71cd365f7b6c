package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.Organizations;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Creates an organization with its first team, and invites its first administrator. Several
 * organizations may have one name; the e-mail address of the person must not be in use.
 */
public record FoundOrganization(
    OrganizationGuard guard, Organizations organizations, RandomGenerator random) {
  public sealed interface Outcome permits Founded, Refused, NoAccess {}

  /** {@code link}: where the administrator chooses a password. */
  public record Founded(ManagedUser administrator, Secret.PasswordLink link) implements Outcome {}

  public enum Refused implements Outcome {
    EMAIL_TAKEN
  }

  /** {@code person}, {@code email}: those of the first administrator. */
  public record Wanted(
      DisplayName organization,
      Organization.Kind kind,
      DisplayName team,
      DisplayName person,
      EmailAddress email) {
    /** The same with new ids. */
    public Organizations.Founded founded(User.Role role, RandomGenerator random) {
      var founded = new Organization(Id.ORGANIZATION.draw(random), organization.text(), kind);
      var firstTeam = new Team(Id.TEAM.draw(random), team.text(), founded.id());
      var administrator =
          new User(
              Id.USER.draw(random),
              email.text(),
              person.text(),
              founded.id(),
              role,
              List.of(new User.Membership(firstTeam, true)));
      return new Organizations.Founded(founded, firstTeam, administrator);
    }
  }

  public Outcome by(Actor.Authenticated actor, Wanted wanted) {
    Optional<NoAccess> refused = guard.refusePlatform(actor, Rights.Act.MANAGE_ORGANIZATIONS);
    if (refused.isPresent()) {
      return refused.get();
    }
    Organizations.Founded founded = wanted.founded(administratorRole(wanted.kind()), random);
    Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(random);
    return organizations.create(founded, link, actor)
        ? new Founded(ManagedUser.invited(founded.administrator(), actor.moment()), link)
        : Refused.EMAIL_TAKEN;
  }

  /**
   * The administrator of a single-team organization needs no role in the organization, because the
   * membership in its team already makes them an administrator.
   */
  private static User.Role administratorRole(Organization.Kind kind) {
    return switch (kind) {
      case MULTI_TEAM -> User.Role.ORGANIZATION_ADMINISTRATOR;
      case SINGLE_TEAM -> User.Role.MEMBER;
    };
  }
}
