package dev.latchkey.console.directory;

import dev.latchkey.console.page.EditConflict;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Optional;

/**
 * The fields of a person's form as the template shows them: the entered values, the roles and teams
 * to choose from, and the errors. {@code conflict}: the other version, if another administrator has
 * saved one.
 */
public record PersonFields(
    PersonForm entered,
    List<User.Role> roles,
    List<Team> teams,
    FormErrors errors,
    Optional<EditConflict> conflict) {

  static PersonFields of(
      PersonForm entered, List<User.Role> roles, List<Team> teams, FormErrors errors) {
    return new PersonFields(entered, roles, teams, errors, Optional.empty());
  }

  PersonFields with(EditConflict found) {
    return new PersonFields(entered, roles, teams, errors, Optional.of(found));
  }
}
