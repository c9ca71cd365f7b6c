package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Who acted is the same on the audit page, in the downloads, in the management API and in the log:
 * a person, a virtual administrator, an operator on the server, or the server itself.
 */
class AuditActorsTest extends OnBothStores {
  private final Person administrator =
      latchkey.person(latchkey.organization(), User.Role.SUPER_ADMINISTRATOR, latchkey.team());
  private final Person member = latchkey.person();
  private final Browser browser = latchkey.browser().signIn(administrator);

  @Test
  void a_virtual_administrator_has_the_name_of_its_credential() {
    var machine = latchkey.machine(latchkey.administrator(), Optional.empty(), ManagementApi.SCOPE);
    String path = "/users/" + member.id();
    String version = ManagementApi.get(latchkey, machine.token(), path).header("ETag");
    ManagementApi.send(
        latchkey, machine.token(), "PATCH " + path, version, "{\"name\":\"Renamed\"}");

    assertActor("user_change", "virtual_administrator");
    String name = machine.credential().name();
    assertThat(entry("user_change").path("actor_name").asString("")).isEqualTo(name);
    assertThat(entry("user_change").path("user_id").asString(""))
        .isEqualTo(machine.credential().subject().value());
    assertThat(page().body())
        .contains(name + " (organization credential)</a> changed")
        .contains("/credentials/" + machine.credential().clientId().value());
    assertThat(browser.get("/audit/export.csv").body()).contains("virtual_administrator," + name);
  }

  @Test
  void a_person_has_a_name_and_an_operator_and_the_server_have_none() {
    var users = latchkey.stores().users();
    var known = users.administration().find(member.user().id()).orElseThrow();
    users
        .administration()
        .disable(known, new Actor.Operator(RequestMoment.ofCommand(latchkey.clock.instant())));
    users
        .directory()
        .mailed(
            member.user().id(),
            AuditOutcome.NOT_DELIVERED,
            RequestMoment.ofServer(latchkey.clock.instant()));
    browser.get("/audit/export.csv");

    assertActor("user_disable", "operator");
    assertActor("mail", "server");
    assertActor("audit_export", "person");
    assertThat(entry("user_disable").has("actor_name")).isFalse();
    assertThat(entry("audit_export").path("actor_name").asString(""))
        .isEqualTo(administrator.user().name());
    assertThat(page().body()).contains("An operator on the server disabled");
  }

  @Test
  void who_renames_a_team_or_an_organization_is_the_actor() {
    Organization other = latchkey.organization(Organization.Kind.MULTI_TEAM);
    var machine = latchkey.machine(administrator, Optional.empty(), ManagementApi.SCOPE);
    String team = "/teams/" + latchkey.team().id().value();
    String version = ManagementApi.get(latchkey, machine.token(), team).header("ETag");
    ManagementApi.send(
        latchkey, machine.token(), "PATCH " + team, version, "{\"name\":\"By API\"}");
    assertThat(entry("team_change").path("user_id").asString(""))
        .isEqualTo(machine.credential().subject().value());

    String page = "/platform/organizations/" + other.id().value();
    Answer renamed = browser.submit(browser.get(page), "name", "By a page");
    assertThat(renamed.status()).isEqualTo(303);
    assertThat(entry("organization_change").path("user_id").asString(""))
        .isEqualTo(administrator.id());
  }

  private void assertActor(String event, String actor) {
    assertThat(entry(event).path("actor").asString("")).as(event).isEqualTo(actor);
    String quoted = "\"actor\":\"" + actor + "\"";
    assertThat(of(browser.get("/audit/export.jsonl").body(), event)).contains(quoted);
    assertThat(of(latchkey.log(), event)).contains(quoted);
  }

  /** The line about this test's member, or about the download. */
  private String of(String lines, String event) {
    return lines
        .lines()
        .filter(line -> line.contains("\"" + event + "\""))
        .filter(line ->
            line.contains(member.id())
                || (event.equals("audit_export") && line.contains(administrator.id())))
        .findFirst()
        .orElseThrow();
  }

  /** The newest such entry, as the management API answers it. */
  private JsonNode entry(String event) {
    return ManagementApi.get(
            latchkey, ManagementApi.token(latchkey, administrator), "/audit?limit=1&event=" + event)
        .json()
        .path("entries")
        .path(0);
  }

  private Answer page() {
    return browser.get("/audit?range=HOUR");
  }
}
