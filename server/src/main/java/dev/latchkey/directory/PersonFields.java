package dev.latchkey.directory;

import dev.latchkey.model.Team;
import dev.latchkey.model.User;
import dev.latchkey.page.FormErrors;
import java.util.List;

/**
 * The fields of a person's form as the template shows them: the entered values, the roles and teams
 * to choose from, and the errors.
 */
public record PersonFields(
        EnteredPerson entered, List<User.Role> roles, List<Team> teams, FormErrors errors) {}
