package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who may do what with credentials and tokens through the management API. */
class ApiRightsTest extends OnBothStores {
  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team team = latchkey.team(acme);
  private final Person administrator = latchkey.administrator(acme);
  private final Person owner = latchkey.person(acme, User.Role.MEMBER, team);
  private final Person colleague = latchkey.person(acme, User.Role.MEMBER, team);
  private final App app = latchkey.app(owner);
  private final Latchkey.Machine machine = latchkey.machine(administrator, Optional.empty());
  private final String token = ManagementApi.machine(latchkey, administrator, Optional.empty());

  private record Row(
      String who, String token, int list, int show, int change, int secrets, int machine) {}

  @Test
  void each_caller_reaches_exactly_what_the_pages_show_it() {
    Person elsewhere = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    String ofTeam = ManagementApi.machine(latchkey, administrator, Optional.of(team));
    String ofElsewhere = ManagementApi.machine(latchkey, elsewhere, Optional.empty());

    for (Row row :
        List.of(
            new Row("owner", personal(owner), 403, 200, 200, 200, 404),
            new Row("colleague", personal(colleague), 403, 404, 404, 404, 404),
            new Row("administrator", personal(administrator), 200, 200, 403, 404, 200),
            new Row("elsewhere", personal(elsewhere), 404, 404, 404, 404, 404),
            new Row("organization", token, 200, 200, 403, 404, 200),
            new Row("team", ofTeam, 403, 404, 404, 404, 404),
            new Row("other organization", ofElsewhere, 404, 404, 404, 404, 404))) {
      String path = "/credentials/" + app.id();
      assertThat(status(row, "GET /credentials?org_id=" + acme.id().value()))
          .as("list: " + row.who())
          .isEqualTo(row.list());
      assertThat(status(row, "GET " + path)).as("show: " + row.who()).isEqualTo(row.show());
      assertThat(change(row, app).status()).as("change: " + row.who()).isEqualTo(row.change());
      assertThat(status(row, "GET " + path + "/secrets"))
          .as("secrets: " + row.who())
          .isEqualTo(row.secrets());
      assertThat(status(row, "GET /credentials/" + id(machine) + "/tokens"))
          .as("tokens: " + row.who())
          .isEqualTo(row.machine());
      assertThat(status(row, "GET /organizations"))
          .as("organizations: " + row.who())
          .isEqualTo(403);
    }
    assertThat(latchkey.log()).contains("\"right_refused\"");
  }

  @Test
  void tokens_of_an_organization_end_at_once_and_no_others() {
    App elsewhere = latchkey.app();
    String other = elsewhere.tokens(latchkey.browser().signIn(latchkey.person())).access();
    String theirs = app.tokens(latchkey.browser().signIn(colleague)).access();
    String ofGuest = app.tokens(latchkey.browser().signIn(latchkey.person())).access();
    String abroad = elsewhere.tokens(latchkey.browser().signIn(colleague)).access();

    Answer revoked = revoke("{\"org_id\":\"" + acme.id().value() + "\"}");

    assertThat(revoked.status()).as(revoked.toString()).isEqualTo(200);
    assertThat(revoked.json().path("grants").intValue()).isEqualTo(3);
    assertThat(latchkey.isActive(theirs)).isFalse();
    assertThat(latchkey.isActive(ofGuest)).as("its app, for another organization").isFalse();
    assertThat(latchkey.isActive(abroad)).as("another's app, for its team").isFalse();
    assertThat(latchkey.isActive(machine.token())).isFalse();
    assertThat(latchkey.isActive(token)).isFalse();
    assertThat(latchkey.isActive(other)).isTrue();
  }

  @Test
  void only_tokens_from_before_the_time_end() {
    String before = app.tokens(latchkey.browser().signIn(colleague)).access();
    latchkey.clock.pass(Duration.ofSeconds(10));
    String time = latchkey.clock.instant().toString();
    String after = app.tokens(latchkey.browser().signIn(owner)).access();

    revoke("{\"client_id\":\"%s\",\"issued_before\":\"%s\"}".formatted(app.id(), time));

    assertThat(latchkey.isActive(before)).isFalse();
    assertThat(latchkey.isActive(after)).isTrue();
    assertThat(revoke("{\"user_id\":\"%s\"}".formatted(owner.user().id().value())).status())
        .isEqualTo(200);
    assertThat(latchkey.isActive(after)).isFalse();
  }

  @Test
  void a_person_revokes_their_own_tokens_and_the_answer_still_comes() {
    String own = personal(colleague);

    Answer answer =
        ManagementApi.send(
            latchkey,
            own,
            "POST /tokens/revoke",
            "",
            "{\"user_id\":\"%s\"}".formatted(colleague.user().id().value()));

    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(latchkey.isActive(own)).isFalse();
  }

  @Test
  void a_bulk_revocation_names_exactly_one_object() {
    for (String wrong :
        List.of(
            "{}",
            "{\"org_id\":\"a\",\"client_id\":\"b\"}",
            "{\"client_id\":\"b\",\"issued_before\":\"yesterday\"}",
            "{\"client_id\":\"%s\",\"issued_before\":\"2100-01-01T00:00:00Z\"}".formatted(app.id()),
            "{\"all\":true}")) {
      assertThat(revoke(wrong).status()).as(wrong).isEqualTo(400);
    }
  }

  @Test
  void of_many_that_add_a_secret_at_once_only_one_finds_room() {
    String own = personal(owner);
    List<Integer> statuses =
        IntStream.range(0, 8)
            .parallel()
            .mapToObj(each ->
                ManagementApi.send(
                        latchkey, own, "POST /credentials/" + app.id() + "/secrets", "", "")
                    .status())
            .toList();

    assertThat(statuses).containsOnly(201, 409).containsOnlyOnce(201);
  }

  @Test
  void a_token_without_the_scope_or_from_elsewhere_manages_nothing() {
    assertThat(ManagementApi.get(latchkey, machine.token(), "/routes").error())
        .isEqualTo("insufficient_scope");
    latchkey.allowOnly("192.0.2.0/24", machine.credential());
    assertThat(ManagementApi.get(latchkey, machine.token(), "/routes").error())
        .isEqualTo("invalid_token");
  }

  private Answer revoke(String body) {
    return ManagementApi.send(latchkey, token, "POST /tokens/revoke", "", body);
  }

  private static Answer change(Row row, App app) {
    String version =
        '"'
            + String.valueOf(
                latchkey
                    .stores()
                    .credentials()
                    .credentials()
                    .find(app.credential().clientId())
                    .orElseThrow()
                    .version())
            + '"';
    return ManagementApi.send(
        latchkey,
        row.token(),
        "PATCH /credentials/" + app.id(),
        version,
        "{\"name\":\"By " + row.who() + "\"}");
  }

  private static int status(Row row, String call) {
    return ManagementApi.send(latchkey, row.token(), call, "", "").status();
  }

  private static String id(Latchkey.Machine machine) {
    return machine.credential().clientId().value();
  }

  private static String personal(Person person) {
    return ManagementApi.token(latchkey, person);
  }
}
