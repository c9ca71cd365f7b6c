package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What was entered about a person. {@code role}: the name of a role, if it is one. */
public record WantedPerson(
    String name, String email, String role, List<User.Membership> memberships) {
  /** What is wrong with the name and the address; empty if both can be stored. */
  public Optional<FlawedPerson> flaws() {
    var flaws = new FlawedPerson(DisplayName.flawOf(name), EmailAddress.parse(email).isEmpty());
    return flaws.name().isPresent() || flaws.isEmailFlawed()
        ? Optional.of(flaws)
        : Optional.empty();
  }

  /** The role; empty if it is none of those that the actor may give. */
  public Optional<User.Role> role(List<User.Role> grantable) {
    return grantable.stream().filter(each -> each.name().equals(role)).findFirst();
  }

  public User created(Id.User id, Organization home, User.Role given) {
    return new User(id, email, name, home.id(), given, memberships);
  }

  /** The person as wanted. The memberships in other organizations do not change. */
  User over(User before, User.Role given) {
    Stream<User.Membership> elsewhere =
        before.teams().stream()
            .filter(each -> !each.team().organization().equals(before.organization()));
    return new User(
        before.id(),
        email,
        name,
        before.organization(),
        given,
        Stream.concat(elsewhere, memberships.stream()).toList());
  }
}
