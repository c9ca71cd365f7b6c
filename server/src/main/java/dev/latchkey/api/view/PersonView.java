package dev.latchkey.api.view;

import dev.latchkey.model.Id;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.UserLists;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A person with the teams. */
public record PersonView(@Flattened Listed person, List<Membership> teams) {
  /** A person in a list. */
  public record Listed(
      Id.User userId,
      String name,
      String email,
      User.Role role,
      ManagedUser.State state,
      Id.Organization orgId,
      Instant createdAt,
      Optional<Instant> lastSignInAt) {
    public static Listed of(UserLists.Listed person) {
      return new Listed(
          person.id(),
          person.name(),
          person.email(),
          person.role(),
          person.state(),
          person.organization().id(),
          person.createdAt(),
          person.details().signedInAt());
    }
  }

  /** A team of the person. */
  public record Membership(Id.Team teamId, String name, boolean administrator) {
    private static Membership of(User.Membership membership) {
      return new Membership(
          membership.team().id(), membership.team().name(), membership.administers());
    }
  }

  /** A new person. */
  public record Invited(@Flattened PersonView person, PasswordLinkView passwordLink) {}

  public static PersonView of(ManagedUser managed) {
    User user = managed.user();
    var person =
        new Listed(
            user.id(),
            user.name(),
            user.email(),
            user.effectiveRole(),
            managed.state(),
            user.organization(),
            managed.createdAt(),
            managed.signedInAt());
    return new PersonView(person, user.teams().stream().map(Membership::of).toList());
  }
}
