package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the lists of the management API can be narrowed to and sorted by, and who the caller is. */
class ApiFiltersTest extends OnBothStores {
  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team team = latchkey.team(acme);
  private final Person administrator = latchkey.administrator(acme);
  private final Person member = latchkey.person(acme, User.Role.MEMBER, team);
  private final Person lead = latchkey.lead(acme);
  private final Person disabled = latchkey.person(acme, User.Role.MEMBER);
  private final String token = ManagementApi.machine(latchkey, administrator, Optional.empty());

  @Test
  void people_are_found_by_role_state_team_and_missing_second_factor() {
    latchkey.disable(disabled);
    Authenticator.enrol(latchkey.browser().signIn(lead), latchkey.clock.instant());
    String invited =
        send("POST /users", "{\"name\":\"New\",\"email\":\"new-%s\"}".formatted(member.email()))
            .text("user_id");

    assertThat(people("role=team_administrator")).containsExactly(lead.id());
    assertThat(people("role=organization_administrator")).containsExactly(administrator.id());
    assertThat(people("role=member"))
        .containsExactlyInAnyOrder(member.id(), disabled.id(), invited);
    assertThat(people("role=member&state=active")).containsExactly(member.id());
    assertThat(people("state=disabled")).containsExactly(disabled.id());
    assertThat(people("state=invited")).containsExactly(invited);
    assertThat(people("team_id=" + team.id().value())).containsExactly(member.id());
    assertThat(people("second_factor=none"))
        .containsExactlyInAnyOrder(administrator.id(), member.id());
    assertThat(people("role=super_administrator")).isEmpty();
  }

  @Test
  void people_are_sorted_in_both_directions() {
    List<String> ascending = people("sort=email&order=asc");
    assertThat(ascending)
        .containsExactly(administrator.id(), member.id(), lead.id(), disabled.id());
    assertThat(people("sort=email&order=desc")).isEqualTo(ascending.reversed());
    assertThat(people("sort=email")).isEqualTo(ascending);
  }

  @Test
  void credentials_are_found_by_type_state_owner_and_attention() {
    App app = latchkey.app(member);
    App ofDisabled = latchkey.app(disabled);
    latchkey.disable(disabled);

    assertThat(credentials("type=personal")).containsExactlyInAnyOrder(app.id(), ofDisabled.id());
    assertThat(credentials("type=organization")).hasSize(1);
    assertThat(credentials("state=owner_disabled")).containsExactly(ofDisabled.id());
    assertThat(credentials("owner_id=" + member.id())).containsExactly(app.id());
    assertThat(credentials("owner_id=" + member.id() + "&type=organization")).isEmpty();
    assertThat(credentials("attention=idle")).isEmpty();
  }

  @Test
  void organizations_are_found_by_kind() {
    Organization single = latchkey.organization(Organization.Kind.SINGLE_TEAM);
    String operator = operator();
    assertThat(organizations(operator, "single_team"))
        .contains(single.id().value())
        .doesNotContain(acme.id().value());
    assertThat(organizations(operator, "multi_team"))
        .contains(acme.id().value())
        .doesNotContain(single.id().value());
  }

  @Test
  void the_audit_log_is_found_by_event_outcome_actor_credential_and_time() {
    App app = latchkey.app(member);
    send("DELETE /credentials/" + app.id(), "");
    ManagementApi.get(latchkey, ManagementApi.token(latchkey, member), "/audit");

    assertThat(entries("event=credential_delete&client_id=" + app.id())).hasSize(1);
    assertThat(entries("event=credential_delete&outcome=refused&client_id=" + app.id())).isEmpty();
    assertThat(entries("user_id=" + member.id() + "&outcome=refused"))
        .containsOnly("right_refused");
    assertThat(entries("until=2000-01-01T00:00:00Z")).isEmpty();
    assertThat(entries("from=2000-01-01T00:00:00%2B01:00")).isNotEmpty();
    Answer unencoded = ManagementApi.get(latchkey, token, "/audit?from=2000-01-01T00:00:00+01:00");
    assertThat(unencoded.json().at("/fields/0/description").stringValue()).contains("%2B");
    for (String year : List.of("-999999999", "%2B999999999")) {
      String far = year + "-01-01T00:00:00Z";
      assertThat(ManagementApi.get(latchkey, token, "/audit?from=" + far).status()).isEqualTo(400);
    }
    String farBody = "{\"org_id\":\"x\",\"issued_before\":\"-999999999-01-01T00:00:00Z\"}";
    assertThat(ManagementApi.send(latchkey, token, "POST /tokens/revoke", "", farBody).status())
        .isEqualTo(400);
    String nul = "{\"org_id\":\"\\u0000\"}";
    assertThat(ManagementApi.send(latchkey, token, "POST /tokens/revoke", "", nul).status())
        .isEqualTo(400);
  }

  @Test
  void an_organization_is_created_with_its_first_team_and_only_once() {
    String operator = operator();
    String body =
        "{\"name\":\"Of %s\",\"kind\":\"single_team\",\"team\":\"First\"}".formatted(member.id());

    Answer created = ManagementApi.send(latchkey, operator, "POST /organizations", "", body);
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.json().at("/team/name").stringValue()).isEqualTo("First");
    Answer again = ManagementApi.send(latchkey, operator, "POST /organizations", "", body);
    assertThat(again.status()).isEqualTo(409);
    String teams = "POST /teams?org_id=" + created.text("org_id");
    Answer second = ManagementApi.send(latchkey, operator, teams, "", "{\"name\":\"Second\"}");
    assertThat(second.json().at("/fields/0/field").stringValue()).isEqualTo("name");
    assertThat(ManagementApi.send(latchkey, token, "POST /organizations", "", body).status())
        .isEqualTo(403);
  }

  @Test
  void a_caller_learns_who_it_is_and_what_it_may_do() {
    Answer machine = ManagementApi.get(latchkey, token, "/me");
    assertThat(machine.text("sub")).startsWith("adm_");
    assertThat(machine.text("org_id")).isEqualTo(acme.id().value());
    assertThat(machine.json().has("email")).isFalse();
    assertThat(machine.json().path("rights").valueStream().map(right -> right.stringValue()))
        .contains("manage_people_of_organization")
        .doesNotContain("manage_personal_credentials", "manage_organizations");
    String ofTeam = ManagementApi.machine(latchkey, administrator, Optional.of(team));
    Answer narrow = ManagementApi.get(latchkey, ofTeam, "/me");
    assertThat(narrow.text("team_id")).isEqualTo(team.id().value());
    assertThat(narrow.json().path("rights")).isEmpty();
    String withoutScopes = latchkey.machine(administrator, Optional.empty()).token();
    assertThat(ManagementApi.get(latchkey, withoutScopes, "/me").status()).isEqualTo(200);
    Answer person = ManagementApi.get(latchkey, ManagementApi.token(latchkey, member), "/me");
    assertThat(person.text("email")).isEqualTo(member.email());
    assertThat(person.text("role")).isEqualTo("member");
    assertThat(person.json().path("rights").valueStream().map(right -> right.stringValue()))
        .containsExactly("use_own_account", "manage_personal_credentials");
  }

  private String operator() {
    return ManagementApi.token(
        latchkey, latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, team));
  }

  private List<String> people(String query) {
    return ids("/users?" + query, "users", "user_id");
  }

  private List<String> credentials(String query) {
    return ids("/credentials?" + query, "credentials", "client_id");
  }

  private List<String> entries(String query) {
    return ids("/audit?" + query, "entries", "event");
  }

  private static List<String> organizations(String caller, String kind) {
    Answer list =
        ManagementApi.get(
            latchkey, caller, "/organizations?limit=200&sort=created_at&kind=" + kind);
    return list.json().path("organizations").findValuesAsString("org_id");
  }

  private List<String> ids(String path, String list, String field) {
    Answer answer = ManagementApi.get(latchkey, token, path);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer
        .json()
        .path(list)
        .valueStream()
        .map(each -> each.path(field).stringValue())
        .toList();
  }

  private Answer send(String call, String body) {
    return ManagementApi.send(latchkey, token, call, "", body);
  }
}
