package dev.latchkey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.api.ApiDescription;
import dev.latchkey.api.Operation;
import dev.latchkey.app.Installation;
import dev.latchkey.app.Wiring;
import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Access;
import dev.latchkey.edge.http.Route;
import dev.latchkey.harness.WrittenPage;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The page of all addresses is that of the program. To write it again, run this test with the
 * environment variable {@code WRITE_PAGES=yes}.
 */
class EveryAddressTest {
  /** What an operator has to turn on, so that its addresses exist. */
  private static final String EVERYTHING =
      """
      management_api: on
      public_clients: {registration: on}
      rules: {device_flow: typed}
      mail: {host: mail.example.com, from: latchkey@example.com}
      sign_in:
        example: {issuer: https://id.example.com, client_id: latchkey, client_secret_file: SECRET}
      """;

  private static final Map<String, String> KINDS =
      Map.of(
          "/organization/", "organization administrator",
          "/configuration/team/", "team administrator");
  private static final String ADMINISTRATORS_OF_ONE = "administrators of an organization";
  private static final String ALL_ADMINISTRATORS =
      "super administrator, organization administrator, team administrator";

  @Test
  void the_page_of_all_addresses_is_up_to_date(@TempDir Path data) throws Exception {
    Path secret = Files.writeString(data.resolve("secret"), "hush");
    Path file =
        Files.writeString(
            data.resolve("latchkey.yaml"), EVERYTHING.replace("SECRET", secret.toString()));
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    List<Route> all;
    try (var wiring =
        new Wiring(Installation.open(ConfigFile.read(file).in(data).onPort(0), nowhere))) {
      all = wiring.routes(pageGuard -> List.of()).all();
    }
    String expected =
        """
        # Addresses

        Every address of the server, its methods, and who may call it, written from the program.
        What the addresses do is in the [wire reference](wire.md), [pages](pages.md) and the [management API](management-api.md).

        - [Programs](#programs)
        - [Management API](#management-api)
        - [Health](#health)
        - [People](#people)

        *Client* is a credential, with its secret or a refresh token, and *token* a call with `Authorization: Bearer`. People need a session with the named role; a team administrator is one of a single team. What depends
        on a row, such as the owner of a credential, is checked as well.

        ## Programs

        Below `/openapi/v2` are the calls of the [route table](routes.md), with a token. `/oauth2/register` exists only with `public_clients.registration`, and `/api/v1` only with `management_api`. `*` is every method.

        %s
        ## Management API

        Below `/api/v1`, with a token that has the scope ([how](management-api.md)).

        %s
        ## Health

        %s
        ## People

        A POST needs the form of a page that this server has sent. `…` is `/organization` for organization administrators, and `/configuration/team` for team administrators. Super administrators use both. Auditors open the pages of administrators that show something, and not those with a form for a change.

        %s\
        """
            .formatted(
                table(
                    all,
                    face -> face == Route.Audience.JSON || face == Route.Audience.GATEWAY_CHECK),
                operations(),
                table(all, face -> face == Route.Audience.PROBE),
                tables(all));

    WrittenPage.assertUpToDate("docs/reference/addresses.md", expected);
  }

  private record Row(String path, String who) {
    /** The addresses of the two kinds of organizations differ only in their beginning. */
    static Row of(Route route) {
      String path = route.pattern().toString();
      String who = callers(route.access());
      for (Map.Entry<String, String> kind : KINDS.entrySet()) {
        if (path.startsWith(kind.getKey())) {
          assertThat(who).as(path).isEqualTo("super administrator, " + kind.getValue());
          return new Row("…/" + path.substring(kind.getKey().length()), ADMINISTRATORS_OF_ONE);
        }
      }
      return switch (who) {
        case ALL_ADMINISTRATORS -> new Row(path, "all administrators");
        case "super administrator" -> new Row(path, "super administrators");
        default -> new Row(path, who);
      };
    }
  }

  private static String table(List<Route> all, Predicate<Route.Audience> listed) {
    var lines = new ArrayList<>(List.of("| Path | Methods | Who |", "|---|---|---|"));
    rows(all, listed)
        .forEach((row, methods) ->
            lines.add("| `%s` | %s | %s |".formatted(row.path(), methods, row.who())));
    return String.join("\n", lines) + "\n";
  }

  /** A table for each group of people. */
  private static String tables(List<Route> all) {
    var tables = new TreeMap<String, String>();
    rows(all, face -> face == Route.Audience.PAGE)
        .forEach((row, methods) ->
            tables.merge(
                row.who(),
                "- `%s` %s\n".formatted(row.path(), methods),
                (before, next) -> before + next));
    return tables.entrySet().stream()
        .map(table -> "For **%s**:\n\n%s".formatted(table.getKey(), table.getValue()))
        .collect(Collectors.joining("\n"));
  }

  /** One row for each path and those who may call it, with the methods. */
  private static Map<Row, String> rows(List<Route> all, Predicate<Route.Audience> listed) {
    var methods =
        new TreeMap<Row, List<String>>(Comparator.comparing(Row::path).thenComparing(Row::who));
    for (Route route : all) {
      if (listed.test(route.face()) && !isOperation(route.pattern().toString())) {
        methods.computeIfAbsent(Row.of(route), row -> new ArrayList<>()).add(route.method());
      }
    }
    var rows = new LinkedHashMap<Row, String>();
    methods.forEach((row, each) -> {
      var once = new TreeSet<>(each);
      int kinds = row.path().startsWith("…") ? KINDS.size() : 1;
      assertThat(each).as(row.path()).hasSize(once.size() * kinds);
      rows.put(row, String.join(", ", once));
    });
    return rows;
  }

  /** They have a table of their own. The description is open. */
  private static boolean isOperation(String path) {
    return path.startsWith(Operation.BASE + "/") && !path.endsWith("/openapi.json");
  }

  /** The calls of the management API, with the summaries of their description. */
  private static String operations() {
    JsonNode paths = ApiDescription.document().get("paths");
    var lines = new ArrayList<>(List.of("| Call | What it does | Scope |", "|---|---|---|"));
    for (Operation each : Operation.values()) {
      String method = each.method().toLowerCase(Locale.ROOT);
      String scope = each.needs().joined(Scopes.Separator.COMMA);
      lines.add(
          "| `%s %s` | %s | %s |"
              .formatted(
                  each.method(),
                  each.path(),
                  paths.get(each.path()).get(method).get("summary").asString(),
                  scope.isEmpty() ? "every scope" : "`" + scope + "`"));
    }
    return String.join("\n", lines) + "\n";
  }

  private static String callers(Access access) {
    return switch (access) {
      case Access.General.OPEN -> "everyone";
      case Access.General.CLIENT -> "client";
      case Access.General.BEARER -> "token";
      case Access.General.SIGNED_IN -> "people who are signed in";
      case Section section -> roles(section);
      case Access.ForRole unknown -> throw new AssertionError(unknown);
    };
  }

  private static String roles(Section section) {
    Set<User.Role> entitled = EnumSet.noneOf(User.Role.class);
    for (Organization.Kind kind : Organization.Kind.values()) {
      var home = new Organization(new Id.Organization("org_home"), "Home", kind);
      var team = new Team(new Id.Team("tm_one"), "One", home.id());
      for (User.Role role : User.Role.values()) {
        boolean administers = role == User.Role.TEAM_ADMINISTRATOR;
        var person =
            new User(
                new Id.User("usr_someone"),
                "someone@example.com",
                "Someone",
                home.id(),
                administers ? User.Role.MEMBER : role,
                List.of(new User.Membership(team, administers)));
        if (section.isFor(person, home)) {
          entitled.add(role);
        }
      }
    }
    if (entitled.contains(User.Role.MEMBER)) {
      return "people who are signed in";
    }
    return entitled.stream()
        .filter(role -> !role.isAuditor())
        .map(role -> role.name().toLowerCase(Locale.ROOT).replace('_', ' '))
        .collect(Collectors.joining(", "));
  }
}
