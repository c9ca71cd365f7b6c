package dev.latchkey.console.directory;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.model.DisplayName;
import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** The result of checking what was entered about a person. */
sealed interface ValidPerson {
  record Sound(String name, String email, User.Role role, List<User.Membership> teams)
      implements ValidPerson {
    /** A new person of this organization. */
    User invited(Organization home, RandomGenerator random) {
      return new User(Id.USER.draw(random), email, name, home.id(), role, teams);
    }

    /**
     * The person with the values entered here. The memberships in other organizations do not
     * change.
     */
    User applied(User before) {
      Stream<User.Membership> otherMemberships =
          before.teams().stream()
              .filter(each -> !each.team().organization().equals(before.organization()));
      return new User(
          before.id(),
          email,
          name,
          before.organization(),
          role,
          Stream.concat(otherMemberships, teams.stream()).toList());
    }
  }

  record Flawed(FormErrors errors) implements ValidPerson {}

  /** This administrator may not give the role that was entered. */
  record Overreaching() implements ValidPerson {}

  static ValidPerson of(PersonForm entered, List<User.Role> grantable) {
    Optional<User.Role> role =
        grantable.stream().filter(each -> each.name().equals(entered.role())).findFirst();
    if (role.isEmpty()) {
      return new Overreaching();
    }
    Optional<FormErrors> errors = errors(entered);
    return errors.isPresent()
        ? new Flawed(errors.get())
        : new Sound(entered.name(), entered.email(), role.get(), entered.memberships());
  }

  private static Optional<FormErrors> errors(PersonForm entered) {
    var errors = new ArrayList<FormErrors.FieldError>();
    DisplayName.flawOf(entered.name())
        .map(flaw -> new FormErrors.FieldError("name", "flaw.name." + flaw))
        .ifPresent(errors::add);
    if (EmailAddress.parse(entered.email()).isEmpty()) {
      errors.add(new FormErrors.FieldError("email", "flaw.email"));
    }
    return errors.isEmpty() ? Optional.empty() : Optional.of(new FormErrors(400, errors));
  }
}
