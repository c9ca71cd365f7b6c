package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Person;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** People through the management API: the rights are those of the pages. */
class UsersApiTest extends OnBothStores {
  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person administrator = latchkey.administrator(acme);
  private final Person member = latchkey.person(acme, User.Role.MEMBER, latchkey.team(acme));
  private final String token = ManagementApi.machine(latchkey, administrator, Optional.empty());

  @Test
  void a_call_without_a_token_is_401_and_one_without_the_scope_is_403() {
    Answer without = Http.here().get(ManagementApi.url(latchkey, "/users"));
    assertThat(without.status()).isEqualTo(401);
    assertThat(without.header("WWW-Authenticate")).startsWith("Bearer ");

    Answer invalid = get("nonsense", "/users");
    assertThat(invalid.status()).isEqualTo(401);
    assertThat(invalid.error()).isEqualTo("invalid_token");

    String other =
        latchkey
            .machine(administrator, Optional.empty(), Scopes.parse("read:latchkey:teams"))
            .token();
    Answer lacking = get(other, "/users");
    assertThat(lacking.status()).isEqualTo(403);
    assertThat(lacking.error()).isEqualTo("insufficient_scope");
    assertThat(lacking.header("WWW-Authenticate")).contains("scope=\"read:latchkey:users\"");
    assertThat(lacking.header("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void a_list_has_a_total_and_a_stable_order_and_ends() {
    latchkey.person(acme, User.Role.MEMBER);

    assertThat(get(token, "/users").json().path("total").intValue()).isEqualTo(3);
    Answer first = get(token, "/users?limit=2");
    Answer second = get(token, "/users?limit=2&page=2");
    Answer third = get(token, "/users?limit=2&page=3");
    assertThat(ids(first)).hasSize(2).doesNotContainAnyElementsOf(ids(second));
    assertThat(ids(second)).hasSize(1);
    assertThat(ids(third)).isEmpty();
    assertThat(get(token, "/users?q=" + member.email().replace("@", "%40")).text("total"))
        .isEqualTo("1");
    for (String wrong : List.of("limit=0", "limit=201", "limit=x", "page=0", "page=-1")) {
      assertThat(get(token, "/users?" + wrong).status()).as(wrong).isEqualTo(400);
    }
  }

  @Test
  void a_change_names_the_version_and_changes_only_what_was_sent() {
    Answer read = get(token, path(member));
    assertThat(change(member, "", "{\"name\":\"New Name\"}").status()).isEqualTo(428);

    Answer changed = change(member, read.header("ETag"), "{\"name\":\"New Name\"}");
    assertThat(changed.status()).as(changed.toString()).isEqualTo(200);
    assertThat(changed.text("name")).isEqualTo("New Name");
    assertThat(changed.text("email")).isEqualTo(member.email());
    assertThat(changed.json().path("teams")).hasSize(1);

    Answer late = change(member, read.header("ETag"), "{\"name\":\"Other\"}");
    assertThat(late.status()).isEqualTo(412);
    assertThat(late.error()).isEqualTo("edit_conflict");
  }

  @Test
  void a_flawed_field_is_named() {
    String version = get(token, path(member)).header("ETag");

    Answer flawed = change(member, version, "{\"email\":\"no address\",\"name\":\"\"}");
    assertThat(flawed.status()).isEqualTo(400);
    assertThat(flawed.json().path("fields").findValuesAsString("field"))
        .containsExactlyInAnyOrder("email", "name");
    assertThat(change(member, version, "{\"password\":\"x\"}").status()).isEqualTo(400);
    assertThat(change(member, version, "[]").status()).isEqualTo(400);
    Answer taken = change(member, version, "{\"email\":\"" + administrator.email() + "\"}");
    assertThat(taken.status()).isEqualTo(409);
  }

  @Test
  void a_disabled_person_has_no_active_token() {
    String theirs = ManagementApi.token(latchkey, member);
    String version = get(token, path(member)).header("ETag");

    Answer disabled =
        ManagementApi.send(latchkey, token, "POST " + path(member) + "/disable", version, "");
    assertThat(disabled.text("state")).isEqualTo("disabled");
    assertThat(latchkey.isActive(theirs)).isFalse();
    Answer enabled =
        ManagementApi.send(
            latchkey, token, "POST " + path(member) + "/enable", disabled.header("ETag"), "");
    assertThat(enabled.text("state")).isEqualTo("active");
  }

  @Test
  void rights_are_those_of_the_pages() {
    Person lead = latchkey.lead(acme);
    Person elsewhere = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    Person operator =
        latchkey.person(latchkey.organization(), User.Role.SUPER_ADMINISTRATOR, latchkey.team());
    String teamOnly =
        ManagementApi.machine(latchkey, administrator, Optional.of(latchkey.team(acme)));

    record Row(String who, String token, int list, int show, int change) {}
    for (Row row :
        List.of(
            new Row("member", personal(member), 403, 200, 403),
            new Row("lead", personal(lead), 403, 404, 404),
            new Row("administrator", personal(administrator), 200, 200, 200),
            new Row("elsewhere", personal(elsewhere), 404, 404, 404),
            new Row("operator", personal(operator), 200, 200, 200),
            new Row("organization", token, 200, 200, 200),
            new Row("team", teamOnly, 403, 404, 404))) {
      String version = get(token, path(member)).header("ETag");
      assertThat(get(row.token(), "/users?org_id=" + acme.id().value()).status())
          .as(row.who())
          .isEqualTo(row.list());
      assertThat(get(row.token(), path(member)).status()).as(row.who()).isEqualTo(row.show());
      Answer changed =
          ManagementApi.send(
              latchkey,
              row.token(),
              "PATCH " + path(member),
              version,
              "{\"name\":\"By " + row.who() + "\"}");
      assertThat(changed.status()).as(row + " " + changed).isEqualTo(row.change());
    }
  }

  @Test
  void no_caller_gives_a_higher_role_than_its_own() {
    String version = get(token, path(member)).header("ETag");
    for (String caller : List.of(token, personal(administrator))) {
      Answer refused =
          ManagementApi.send(
              latchkey,
              caller,
              "PATCH " + path(member),
              version,
              "{\"role\":\"super_administrator\"}");
      assertThat(refused.status()).isEqualTo(403);
    }
    assertThat(change(member, version, "{\"role\":\"organization_administrator\"}").text("role"))
        .isEqualTo("organization_administrator");
  }

  @Test
  void the_audit_log_names_the_credential_that_has_acted() {
    var machine = latchkey.machine(administrator, Optional.empty(), ManagementApi.SCOPE);
    String version = get(token, path(member)).header("ETag");

    ManagementApi.send(
        latchkey, machine.token(), "PATCH " + path(member), version, "{\"name\":\"Audited\"}");

    assertThat(latchkey.log().lines().filter(line -> line.contains("\"user_change\"")))
        .anyMatch(line -> line.contains(machine.credential().subject().value()));
  }

  private static String personal(Person person) {
    return ManagementApi.token(latchkey, person);
  }

  private static Answer get(String token, String path) {
    return ManagementApi.get(latchkey, token, path);
  }

  private Answer change(Person person, String version, String body) {
    return ManagementApi.send(latchkey, token, "PATCH " + path(person), version, body);
  }

  private static String path(Person person) {
    return "/users/" + person.user().id().value();
  }

  private static List<String> ids(Answer list) {
    return StreamSupport.stream(list.json().path("users").spliterator(), false)
        .map(user -> user.path("user_id").asString(""))
        .toList();
  }
}
