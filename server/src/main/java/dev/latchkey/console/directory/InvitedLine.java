package dev.latchkey.console.directory;

import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.people.FlawedPerson;
import dev.latchkey.people.WantedPerson;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A line of several invitations: an e-mail address and, if they are given, a name, a team and a
 * role, between commas, semicolons or tabs. {@code problem}: the text that says why nobody can be
 * invited by it.
 */
public record InvitedLine(
    int number, WantedPerson wanted, String team, String role, Optional<String> problem) {
  /** An organization may create twice as many invitations in ten minutes. */
  public static final int MOST = 50;

  private static final List<String> TITLES = List.of("email", "e-mail", "mail");

  /** What a line is compared with. {@code roleNames}: how the page calls each role. */
  record Known(
      List<Team> teams, List<User.Role> grantable, Function<User.Role, String> roleNames) {}

  /** All lines that are not empty. The first one may have the titles of the columns. */
  static List<InvitedLine> of(String text, Known known) {
    var seen = new HashSet<String>();
    var all = new ArrayList<InvitedLine>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      List<String> fields = fields(lines.get(i));
      boolean isTitle = i == 0 && TITLES.contains(fields.getFirst().toLowerCase(Locale.ROOT));
      if (!lines.get(i).isBlank() && !isTitle) {
        InvitedLine line = of(i + 1, fields, known);
        boolean isRepeated = !seen.add(line.wanted.email());
        all.add(isRepeated ? line.with("invite-many.twice") : line);
      }
    }
    return all;
  }

  private static List<String> fields(String line) {
    String between = line.contains("\t") ? "\t" : line.contains(";") ? ";" : ",";
    Matcher field =
        Pattern.compile("\\s*(?:\"((?:[^\"]|\"\")*)\"|([^%1$s]*))\\s*(?:%1$s|$)".formatted(between))
            .matcher(line);
    var fields = new ArrayList<String>();
    while (fields.size() < 4 && field.find()) {
      String quoted = field.group(1);
      fields.add(quoted == null ? field.group(2).strip() : quoted.replace("\"\"", "\"").strip());
    }
    return Stream.concat(fields.stream(), Stream.generate(() -> "")).limit(4).toList();
  }

  private static InvitedLine of(int number, List<String> fields, Known known) {
    String email = EmailAddress.normal(fields.get(0));
    String name = fields.get(1).isEmpty() ? email.replaceFirst("@.*", "") : fields.get(1);
    Optional<Team> team = team(fields.get(2), known.teams);
    Optional<User.Role> role = role(fields.get(3), known);
    boolean isAdministrator = role.equals(Optional.of(User.Role.TEAM_ADMINISTRATOR));
    var wanted =
        new WantedPerson(
            name,
            email,
            role.map(User.Role::stored).orElse(User.Role.MEMBER).name(),
            team.stream().map(each -> new User.Membership(each, isAdministrator)).toList());
    Optional<String> problem = Optional.empty();
    if (wanted.flaws().isPresent()) {
      problem = Optional.of(flaw(wanted.flaws().get()));
    } else if (!fields.get(2).isEmpty() && team.isEmpty()) {
      problem = Optional.of("invite-many.no-team");
    } else if (role.isEmpty()) {
      problem = Optional.of("invite-many.no-role");
    } else if (isAdministrator && team.isEmpty()) {
      problem = Optional.of("invite-many.team-missing");
    } else if (!known.grantable.contains(role.get().stored())) {
      problem = Optional.of("people.above");
    }
    return new InvitedLine(
        number,
        wanted,
        team.map(Team::name).orElse(fields.get(2)),
        role.map(known.roleNames).orElse(fields.get(3)),
        problem);
  }

  static String flaw(FlawedPerson flawed) {
    return flawed.isEmailFlawed()
        ? "flaw.email"
        : flawed.name().map(why -> "flaw.name." + why).orElseThrow();
  }

  /** The only team of an organization need not be named. */
  private static Optional<Team> team(String name, List<Team> teams) {
    return name.isEmpty() && teams.size() == 1
        ? Optional.of(teams.getFirst())
        : teams.stream().filter(team -> team.name().equalsIgnoreCase(name)).findFirst();
  }

  private static Optional<User.Role> role(String name, Known known) {
    String code = name.toUpperCase(Locale.ROOT).replace(' ', '_').replace('-', '_');
    return name.isEmpty()
        ? Optional.of(User.Role.MEMBER)
        : Stream.of(User.Role.values())
            .filter(role ->
                role.name().equals(code) || known.roleNames.apply(role).equalsIgnoreCase(name))
            .findFirst();
  }

  InvitedLine with(String why) {
    return new InvitedLine(number, wanted, team, role, Optional.of(why));
  }
}
