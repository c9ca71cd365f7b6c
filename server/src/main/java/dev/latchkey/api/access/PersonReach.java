package dev.latchkey.api.access;

import dev.latchkey.api.view.Answers;
import dev.latchkey.api.view.CredentialView;
import dev.latchkey.api.view.GrantView;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Holder;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a person can do: by the roles in Latchkey, and by the apps that act for the person. {@code
 * moreGrants} and {@code moreCredentials}: how many are not listed.
 */
public record PersonReach(
    Id.User userId,
    String name,
    String email,
    ManagedUser.State state,
    Id.Organization orgId,
    Optional<Instant> lastSignInAt,
    List<Source> roles,
    List<Entitlement> rights,
    List<GrantView> grants,
    int moreGrants,
    List<CredentialView.Listed> credentials,
    int moreCredentials,
    List<Opened> routes) {
  /** A role, and the team that gives it; without a team it is stored with the person. */
  public record Source(User.Role role, Optional<Id.Team> teamId, Optional<String> team) {}

  /** An act that the roles allow, and where. */
  public record Entitlement(Rights.Act act, Holder.Where place) {}

  /** A call that is open, and the apps with which it is. */
  public record Opened(String path, List<String> methods, Scopes scope, List<String> apps) {
    static Opened of(Answers.Route route, List<String> apps) {
      return new Opened(
          route.path(), route.methods().stream().sorted().toList(), route.scope(), apps);
    }
  }

  static List<Source> roles(User user) {
    Stream<Source> ofTeams =
        user.teams().stream()
            .filter(User.Membership::administers)
            .map(User.Membership::team)
            .map(team ->
                new Source(
                    User.Role.TEAM_ADMINISTRATOR,
                    Optional.of(team.id()),
                    Optional.of(team.name())));
    return Stream.concat(
            Stream.of(new Source(user.role(), Optional.empty(), Optional.empty())), ofTeams)
        .toList();
  }

  static List<Entitlement> rights(User user, Organization home) {
    Holder holder = Holder.of(user, home);
    return Stream.of(Rights.Act.values())
        .map(act -> new Entitlement(act, holder.may(act)))
        .filter(right -> right.place() != Holder.Where.NOWHERE)
        .toList();
  }
}
