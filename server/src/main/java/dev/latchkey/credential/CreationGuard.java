package dev.latchkey.credential;

import dev.latchkey.model.Rules;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.PlatformVersion;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Reach;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.Directory;
import dev.latchkey.storage.people.SecondFactors;
import java.util.Optional;

/** Decides whether an organization credential can be created, and to which data it gives access. */
public record CreationGuard(
    PlatformVersion version, Rules.Factor factor, SecondFactors factors, Directory directory) {
  public sealed interface Access permits Target, Refused {}

  /**
   * The data that the token will reach. It is shown before the token is created, and stored with
   * the token. {@code teamName} is empty if the token reaches the whole organization.
   */
  public record Target(Organization organization, Reach reach, String teamName) implements Access {
    static Target all(Organization organization) {
      return new Target(organization, new Reach(organization.id(), Optional.empty()), "");
    }

    static Target only(Team team, Organization organization) {
      var reach = new Reach(organization.id(), Optional.of(team.id()));
      return new Target(organization, reach, team.name());
    }
  }

  public enum Refused implements Access, CreateOrganizationCredential.Outcome {
    /** Organization credentials need a later version of the platform (contract 9.2). */
    PLATFORM_TOO_OLD,
    /** The person may not create organization credentials in the organization. */
    NOT_ENTITLED,
    FACTOR_MISSING,
    /** A single-team organization has no team yet, so a token would give access to nothing. */
    NO_TEAM
  }

  /**
   * Checks the conditions of contract 1.3, 1.4 and 9.2, in the order in which a person can do
   * something about them. {@code owner}: the person who is to answer for the credential.
   */
  public Access check(Actor actor, User owner, Organization home) {
    if (!version.isAtLeast(PlatformVersion.ORGANIZATION_CREDENTIALS)) {
      return Refused.PLATFORM_TOO_OLD;
    }
    if (!Rights.allow(owner, Rights.Act.CREATE_ORGANIZATION_CREDENTIAL, home)) {
      return Refused.NOT_ENTITLED;
    }
    if (lacksFactor(actor)) {
      return Refused.FACTOR_MISSING;
    }
    return target(home, owner).<Access>map(target -> target).orElse(Refused.NO_TEAM);
  }

  /**
   * Whether a person lacks the second factor without which nobody gets a token of an organization,
   * if the operator requires it (ASVS 6.3.3).
   */
  public boolean lacksFactor(Actor actor) {
    return switch (factor) {
      case OPTIONAL -> false;
      case REQUIRED -> actor instanceof Actor.Person person && !factors.of(person.id()).isOn();
    };
  }

  /**
   * In a single-team organization it is one team: the team that the person administers, or else the
   * first team.
   */
  private Optional<Target> target(Organization organization, User user) {
    return switch (organization.kind()) {
      case MULTI_TEAM -> Optional.of(Target.all(organization));
      case SINGLE_TEAM ->
          administered(organization, user)
              .or(() -> directory.teams(organization.id()).stream().findFirst())
              .map(team -> Target.only(team, organization));
    };
  }

  private static Optional<Team> administered(Organization organization, User user) {
    return user.teams().stream()
        .filter(User.Membership::administers)
        .map(User.Membership::team)
        .filter(team -> team.organization().equals(organization.id()))
        .findFirst();
  }
}
