package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The defences of the management API: rows M of docs/security/requirements.md. */
class ApiSecurityTest extends OnBothStores {
  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team team = latchkey.team(acme);
  private final Person administrator = latchkey.administrator(acme);
  private final Person member = latchkey.person(acme, User.Role.MEMBER, team);
  private final App app = latchkey.app(administrator);
  private final Latchkey.Machine machine = latchkey.machine(administrator, Optional.empty());

  @Test
  void every_call_needs_an_active_token_with_its_scope() {
    for (Operation each : Operation.values()) {
      String url = ManagementApi.url(latchkey, path(each));
      assertThat(call(each, "nonsense").status()).as(each.name()).isEqualTo(401);
      assertThat(
              Http.here()
                  .get(ManagementApi.url(latchkey, "/users?access_token=" + machine.token()))
                  .status())
          .as(url)
          .isEqualTo(401);
      if (each.needs().isEmpty()) {
        continue;
      }
      Scopes others = ManagementApi.SCOPE.without(each.needs());
      Answer lacking =
          call(each, latchkey.machine(administrator, Optional.empty(), others).token());
      assertThat(lacking.status()).as(each.name()).isEqualTo(403);
      assertThat(lacking.error()).as(each.name()).isEqualTo("insufficient_scope");
    }
  }

  @Test
  void a_revoked_token_and_that_of_a_disabled_person_call_nothing() {
    String revoked = ManagementApi.machine(latchkey, administrator, Optional.empty());
    ManagementApi.send(
        latchkey,
        revoked,
        "POST /tokens/revoke",
        "",
        "{\"org_id\":\"%s\"}".formatted(acme.id().value()));
    Person second = latchkey.administrator(acme);
    String ofDisabled = ManagementApi.token(latchkey, second);
    latchkey.disable(second);
    latchkey.enable(second);

    for (Operation each : Operation.values()) {
      for (String token : List.of(revoked, ofDisabled)) {
        Answer answer = call(each, token);
        assertThat(answer.status()).as(each.name()).isEqualTo(401);
        assertThat(answer.error()).as(each.name()).isEqualTo("invalid_token");
      }
    }
  }

  @Test
  void no_call_creates_a_credential_and_the_answer_says_where_one_is_created() {
    Answer refused =
        ManagementApi.send(
            latchkey,
            ManagementApi.machine(latchkey, administrator, Optional.empty()),
            "POST /credentials",
            "",
            "{\"name\":\"Export\"}");

    assertThat(refused.status()).isEqualTo(405);
    assertThat(refused.header("Allow")).isEqualTo("GET, HEAD");
    assertThat(refused.text("error_description"))
        .startsWith("Use GET, HEAD here. No call creates a credential.")
        .contains("Credential management", "latchkey credential create");
  }

  /** Both have every scope, but their holder got them for other calls. */
  @Test
  void a_child_token_and_a_token_for_a_resource_call_nothing() {
    try (Latchkey both = Latchkey.start(Store.SQLITE, ApiSecurityTest::withResource)) {
      Person person = both.administrator();
      String parent = ManagementApi.token(both, person);
      String child =
          Http.here()
              .form(
                  both.url() + "/oauth2/token",
                  App.fields(
                      "grant_type",
                      "urn:ietf:params:oauth:grant-type:token-exchange",
                      "subject_token",
                      parent,
                      "subject_token_type",
                      "urn:ietf:params:oauth:token-type:access_token"))
              .text("access_token");
      App issues =
          both.app(
              person,
              List.of("https://app.example/callback"),
              ManagementApi.SCOPE.joined(Scopes.Separator.COMMA));
      String ofResource =
          issues
              .tokens(both.browser().signIn(person), "resource", both.url() + "/openapi/v2/issues")
              .access();

      assertThat(ManagementApi.get(both, parent, "/me").status()).isEqualTo(200);
      for (String token : List.of(child, ofResource)) {
        Answer refused = ManagementApi.get(both, token, "/me");
        assertThat(Latchkey.isActive(both.url(), token)).isTrue();
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.error()).isEqualTo("invalid_token");
      }
    }
  }

  private static Settings withResource(Settings plain) {
    Settings issues =
        Issues.behind(
            plain,
            "http://127.0.0.1:9",
            "resources: [{path: /issues}]\nlimits: {child_tokens: 1}\n");
    return issues.with(issues.platform().withManagementApi());
  }

  /** Lists and creations are about their own organization here, so they are left out. */
  @Test
  void a_member_and_an_administrator_of_another_organization_reach_nothing() {
    Person elsewhere = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    Person colleague = latchkey.person(acme, User.Role.MEMBER, team);
    String access = app.tokens(latchkey.browser().signIn(member)).access();

    for (Operation each : Operation.values()) {
      if (!path(each).contains("_")) {
        continue;
      }
      for (String token :
          List.of(
              ManagementApi.token(latchkey, colleague),
              ManagementApi.token(latchkey, elsewhere),
              ManagementApi.machine(latchkey, elsewhere, Optional.empty()))) {
        assertThat(call(each, token).status()).as(each.name()).isIn(400, 403, 404);
      }
    }
    assertThat(latchkey.isActive(access)).isTrue();
    assertThat(latchkey.isActive(machine.token())).isTrue();
    assertThat(latchkey.managed(member).version()).isEqualTo(1);
  }

  @Test
  void no_answer_and_no_log_has_a_secret() {
    String token = ManagementApi.machine(latchkey, administrator, Optional.empty());
    app.tokens(latchkey.browser().signIn(member));
    Answer invited =
        ManagementApi.send(
            latchkey,
            token,
            "POST /users",
            "",
            "{\"name\":\"New\",\"email\":\"new-%s\"}".formatted(member.email()));
    String link = invited.json().at("/password_link/link").stringValue();

    var answers = new ArrayList<Answer>();
    for (Operation each : Operation.values()) {
      if (each.method().equals("GET") && each != Operation.LIST_TOKENS) {
        answers.add(call(each, token));
      }
    }
    answers.add(ManagementApi.get(latchkey, token, "/tokens?org_id=" + acme.id().value()));

    assertThat(answers).noneMatch(answer -> answer.body().contains("lk_"));
    assertThat(latchkey.log())
        .doesNotContain(token, app.secret(), link.substring(link.indexOf('=') + 1));
  }

  @Test
  void without_the_setting_no_call_exists() {
    try (Latchkey without = Latchkey.start(Store.SQLITE)) {
      for (Operation each : Operation.values()) {
        String call = each.method() + " " + path(each);
        assertThat(ManagementApi.send(without, "nonsense", call, "", "").status())
            .as(call)
            .isEqualTo(404);
      }
    }
  }

  private Answer call(Operation operation, String token) {
    if (operation == Operation.CHANGE_LOGO) {
      return ManagementApi.send(
          latchkey, token, operation.method() + " " + path(operation), new byte[] {1});
    }
    return ManagementApi.send(
        latchkey,
        token,
        operation.method() + " " + path(operation),
        "\"1\"",
        operation.bodies().length == 0 ? "" : "{\"name\":\"Taken\"}");
  }

  private String path(Operation operation) {
    return operation
        .path()
        .replace("{user_id}", member.id())
        .replace("{org_id}", acme.id().value())
        .replace("{team_id}", team.id().value())
        .replace(
            "{client_id}",
            operation.path().contains("token") ? machine.credential().clientId().value() : app.id())
        .replaceAll("\\{[a-z_]+}", "none");
  }
}
