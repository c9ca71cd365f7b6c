package dev.latchkey.console.directory;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.edge.http.Form;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.people.WantedPerson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an administrator entered about a person. The form is only searched for the teams of the
 * organization. Other fields that were sent are never read.
 */
public record PersonForm(
    String name, String email, String role, Map<Team, Part> parts, int version) {

  /** The role of a person in a team. */
  public enum Part {
    NONE,
    MEMBER,
    ADMINISTRATOR
  }

  static final PersonForm EMPTY = new PersonForm("", "", User.Role.MEMBER.name(), Map.of(), 0);

  public static PersonForm in(Form form, List<Team> teams) {
    var parts = new HashMap<Team, Part>();
    for (Team team : teams) {
      parts.put(
          team,
          switch (form.value("team." + team.id().value()).orElse("")) {
            case "MEMBER" -> Part.MEMBER;
            case "ADMINISTRATOR" -> Part.ADMINISTRATOR;
            default -> Part.NONE;
          });
    }
    return new PersonForm(
        form.value("name").orElse("").strip(),
        EmailAddress.normal(form.value("email").orElse("")),
        form.value("role").orElse(""),
        parts,
        version(form));
  }

  /** The version of the person that the form showed; 0, which no person has, if it names none. */
  static int version(Form form) {
    return version(form.value("version").orElse(""));
  }

  /** The same for a form that shows several people. */
  static int version(Form form, Id.User person) {
    return version(form.value("version." + person.value()).orElse(""));
  }

  private static int version(String version) {
    return version.matches("[0-9]{1,9}") ? Integer.parseInt(version) : 0;
  }

  static PersonForm of(ManagedUser managed) {
    User user = managed.user();
    var parts = new HashMap<Team, Part>();
    user.teams()
        .forEach(membership ->
            parts.put(
                membership.team(), membership.administers() ? Part.ADMINISTRATOR : Part.MEMBER));
    return new PersonForm(user.name(), user.email(), user.role().name(), parts, managed.version());
  }

  /** The same values, entered for another version of the person. */
  PersonForm at(int otherVersion) {
    return new PersonForm(name, email, role, parts, otherVersion);
  }

  public Part part(Team team) {
    return parts.getOrDefault(team, Part.NONE);
  }

  /** What is wrong with what was entered, or else with the password that the form asks for. */
  Optional<FormErrors> errors(PageRequest request) {
    return wanted()
        .flaws()
        .map(FormErrors::of)
        .or(() -> request.passwordErrors(Reauthentication.FIELD));
  }

  WantedPerson wanted() {
    return new WantedPerson(name, email, role, memberships());
  }

  List<User.Membership> memberships() {
    return parts.entrySet().stream()
        .filter(part -> part.getValue() != Part.NONE)
        .map(part -> new User.Membership(part.getKey(), part.getValue() == Part.ADMINISTRATOR))
        .toList();
  }
}
