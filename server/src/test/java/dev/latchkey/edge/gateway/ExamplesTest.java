package dev.latchkey.edge.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.Header;
import dev.latchkey.harness.Example;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.model.token.TokenRoot;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The programs of {@code examples/}, as processes of their own, against the keys of a real server.
 */
class ExamplesTest {
  private static Latchkey latchkey;

  @BeforeAll
  static void start() {
    latchkey = Latchkey.start(Store.SQLITE);
  }

  @AfterAll
  static void stop() {
    latchkey.close();
  }

  @Test
  void a_service_that_verifies_the_assertion_takes_it_and_no_other() {
    try (Example service = Example.start("VerifyAssertion", "0", latchkey.url(), "issues")) {
      String url = "http://localhost:" + service.line().replaceAll("[^0-9]", "") + "/";
      String good = read(member("org_acme", "team_apollo"), "issues", Instant.now());

      Answer answer = Http.here().get(url, "Latchkey-Assertion", good);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.text("sub")).isEqualTo("usr_mei");
      assertThat(answer.text("team_id")).isEqualTo("team_apollo");

      String another = read(member("org_acme", "team_apollo"), "wiki", Instant.now());
      String stale =
          read(member("org_acme", "team_apollo"), "issues", Instant.now().minusSeconds(300));
      String unsigned = good.substring(0, good.lastIndexOf('.') + 1);
      for (String bad : List.of(another, stale, unsigned, "a.b.c", "")) {
        assertThat(Http.here().get(url, "Latchkey-Assertion", bad).status()).isEqualTo(401);
      }
      assertThat(Http.here().get(url, "Latchkey-Subject", "usr_mei").status()).isEqualTo(401);
    }
  }

  @Test
  void an_assertion_for_one_call_does_not_let_its_bearer_make_another() {
    try (Example service = Example.start("VerifyAssertion", "0", latchkey.url(), "issues")) {
      String url = "http://localhost:" + service.line().replaceAll("[^0-9]", "") + "/";
      String read = read(member("org_acme", "team_apollo"), "issues", Instant.now());
      String[] bearer = {"Latchkey-Assertion", read};

      assertThat(Http.here().get(url + "?page=2", bearer).status()).isEqualTo(200);
      assertThat(Http.here().get(url + "17", bearer).status()).isEqualTo(401);
      assertThat(Http.here().get(url + "%2F", bearer).status()).isEqualTo(401);
      for (String method : List.of("POST", "PUT", "DELETE")) {
        assertThat(Http.here().method(method, url, bearer).status()).as(method).isEqualTo(401);
      }
    }
  }

  @Test
  void the_sample_platform_shows_a_member_one_team_and_a_virtual_administrator_all()
      throws Exception {
    try (Example platform = Example.start("SamplePlatform")) {
      String url = "http://localhost:" + platform.line() + "/openapi/v2/";
      platform.tell(
          """
          {"latchkey":"%s","teams":[
          {"org_id":"org_acme","team_id":"team_apollo","name":"Apollo"},
          {"org_id":"org_acme","team_id":"team_borealis","name":"Borealis"},
          {"org_id":"org_solo","team_id":"team_studio","name":"Studio"}]}
          """
              .formatted(latchkey.url())
              .replace("\n", ""));
      LiveToken mei = member("org_acme", "team_apollo");
      LiveToken machine = machine("org_acme");
      LiveToken stranger = machine("org_solo");

      assertThat(projects(url, mei)).hasSize(2).allMatch(name -> name.startsWith("Apollo"));
      assertThat(projects(url, machine)).hasSize(4).noneMatch(name -> name.contains("Studio"));
      assertThat(projects(url, stranger)).isNotEmpty().allMatch(name -> name.startsWith("Studio"));
      assertThat(Http.here().get(url + "projects").status()).isEqualTo(401);

      Answer issue = post(url + "projects/prj_1/issues", "{\"title\":\"Slow\"}", mei);
      assertThat(issue.status()).isEqualTo(201);
      assertThat(issue.text("author")).isEqualTo("usr_mei");
      String comments = url + "issues/" + issue.text("id") + "/comments";
      assertThat(post(comments, "{\"text\":\"Seen\"}", machine).status()).isEqualTo(201);
      assertThat(get(comments, mei).body()).contains("Seen");
      assertThat(get(comments, stranger).status()).isEqualTo(404);
      assertThat(post(url + "projects", "{\"name\":\"New\"}", mei).status()).isEqualTo(201);
      assertThat(post(url + "projects", "{\"name\":\"New\"}", machine).status()).isEqualTo(400);
      assertThat(
              post(url + "projects", "{\"name\":\"New\",\"team_id\":\"team_borealis\"}", machine)
                  .status())
          .isEqualTo(201);
      assertThat(projects(url, mei)).hasSize(3);
      assertThat(projects(url, machine)).hasSize(6);

      assertThat(platform.endsWithItsInput()).isTrue();
    }
  }

  private static List<String> projects(String url, LiveToken caller) {
    return get(url + "projects", caller)
        .json()
        .path("projects")
        .valueStream()
        .map(project -> project.path("name").stringValue())
        .toList();
  }

  private static Answer get(String url, LiveToken caller) {
    return Http.here().get(url, "Latchkey-Assertion", sent("GET", url, caller));
  }

  private static Answer post(String url, String json, LiveToken caller) {
    return Http.here()
        .post(
            url,
            "application/json",
            json.getBytes(StandardCharsets.UTF_8),
            "Latchkey-Assertion",
            sent("POST", url, caller));
  }

  private static String sent(String method, String url, LiveToken caller) {
    String path = URI.create(url).getRawPath();
    var statement = new Assertions.Statement(caller, "platform", latchkey.url(), method, path);
    return assertion(statement, Instant.now());
  }

  private static String read(LiveToken caller, String upstream, Instant at) {
    return assertion(new Assertions.Statement(caller, upstream, latchkey.url(), "GET", "/"), at);
  }

  private static String assertion(Assertions.Statement statement, Instant at) {
    return latchkey.wiring().identity().headers(statement, at).headers().stream()
        .filter(header -> header.name().equals("Latchkey-Assertion"))
        .map(Header::value)
        .findFirst()
        .orElseThrow();
  }

  private static LiveToken member(String organization, String team) {
    return new LiveToken(
        new Id.User("usr_mei"),
        Optional.of("mei@example.com"),
        new TokenRoot.Grant(new Id.Grant("grant_mei")),
        new SharedClaims(
            new Id.Client("cli_app"),
            Optional.of(new Id.User("usr_owner")),
            new Id.Organization(organization),
            Optional.of(new Id.Team(team)),
            Scopes.parse("read:issue:info"),
            Scopes.Separator.COMMA),
        new TokenLife.Until(Instant.parse("2100-01-01T00:00:00Z")));
  }

  private static LiveToken machine(String organization) {
    return new LiveToken(
        new Id.VirtualAdministrator("adm_export"),
        Optional.empty(),
        new TokenRoot.Standalone(SecretHash.of("token")),
        new SharedClaims(
            new Id.Client("cli_export"),
            Optional.empty(),
            new Id.Organization(organization),
            Optional.empty(),
            Scopes.parse("read:issue:info"),
            Scopes.Separator.COMMA),
        new TokenLife.UntilRevoked());
  }
}
