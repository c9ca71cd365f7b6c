package dev.latchkey.console.credential;

import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Organization;
import dev.latchkey.model.PlatformVersion;
import dev.latchkey.model.Reach;
import dev.latchkey.model.Team;
import dev.latchkey.model.User;
import dev.latchkey.storage.people.Users;
import java.util.Optional;

/** Decides whether an organization credential can be created, and to which data it gives access. */
public final class CreationGuard {
  private final PlatformVersion version;
  private final SecondFactorRequired factor;
  private final Users users;

  public CreationGuard(PlatformVersion version, SecondFactorRequired factor, Users users) {
    this.version = version;
    this.factor = factor;
    this.users = users;
  }

  /**
   * The data that the token will reach. It is shown before the token is created, and stored with
   * the token. {@code teamName} is empty if the token reaches the whole organization.
   */
  public record Target(Organization organization, Reach reach, String teamName) {
    static Target all(Organization organization) {
      return new Target(organization, new Reach(organization.id(), Optional.empty()), "");
    }

    static Target only(Team team, Organization organization) {
      var reach = new Reach(organization.id(), Optional.of(team.id()));
      return new Target(organization, reach, team.name());
    }
  }

  /** A request about a new organization credential, by a person who may create one. */
  record CreationRequest(PageRequest request, Target target) {}

  @FunctionalInterface
  interface CreationHandler {
    Response answer(CreationRequest at);
  }

  /**
   * Checks the conditions of contract 1.3, 1.4 and 9.2, in the order in which a person can do
   * something about them.
   */
  Response guard(OrganizationRequest at, CreationHandler handler) {
    PageRequest request = at.request();
    if (!version.isAtLeast(PlatformVersion.ORGANIZATION_CREDENTIALS)) {
      return tooOld(request);
    }
    Optional<Response> factorMissing = factor.refusal(request);
    if (factorMissing.isPresent()) {
      return factorMissing.get();
    }
    Optional<Target> target = target(at.organization(), request.user(), users);
    if (target.isEmpty()) {
      return request.problem(409, "no_team", "organization.no-team");
    }
    return handler.answer(new CreationRequest(request, target.get()));
  }

  private Response tooOld(PageRequest request) {
    String needed = PlatformVersion.ORGANIZATION_CREDENTIALS.text();
    return request.problem(403, "platform_version", "organization.version", needed, version.text());
  }

  /**
   * The data that a token of this organization would reach. In a single-team organization it is one
   * team: the team that the person administers, or else the first team.
   */
  static Optional<Target> target(Organization organization, User user, Users users) {
    return switch (organization.kind()) {
      case MULTI_TEAM -> Optional.of(Target.all(organization));
      case SINGLE_TEAM ->
          administered(organization, user)
              .or(() -> users.teams(organization.id()).stream().findFirst())
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
