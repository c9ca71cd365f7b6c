package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The demo, from an empty directory to a first call, and the files that it leaves. */
@Order(1)
class DemoTest {
  private static final Pattern CALL =
      Pattern.compile("curl (http://\\S+/openapi/v2/projects) -H 'Authorization: Bearer (\\S+)'");

  private final Path data = Latchkey.temporaryDirectory();
  private final Path memo = data.resolve("demo.json");

  @Test
  void the_demo_writes_all_data_for_a_script_and_stores_no_other_secret() throws IOException {
    JsonNode first;
    var secrets = new ArrayList<String>();
    try (Program demo = demo()) {
      first = memo(demo);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(memo)))
          .isEqualTo("rw-------");
      assertComplete(first);
      secrets.addAll(use(first));
    }
    assertThat(secrets).hasSizeGreaterThan(8).doesNotContain("");
    assertAbsent(secrets);

    try (Program demo = demo()) {
      JsonNode second = memo(demo);
      assertThat(second.path("users")).isEqualTo(first.path("users"));
      assertThat(second.path("organization_token")).isEqualTo(first.path("organization_token"));
      secrets.addAll(use(second));
    }
    assertAbsent(secrets);
  }

  @Test
  void one_address_of_the_platform_answers_a_member_and_a_machine_differently() throws IOException {
    try (Program demo = demo("--empty")) {
      memo(demo);
      Poll.until(() -> demo.out().contains("Stop with Ctrl-C"), "the end of the guide");
      List<Answer> answers =
          CALL.matcher(demo.out())
              .results()
              .map(call ->
                  Http.here().get(call.group(1), "Authorization", "Bearer " + call.group(2)))
              .toList();

      assertThat(answers).extracting(Answer::status).containsExactly(200, 200);
      assertThat(answers.getFirst().json().path("projects").size()).isEqualTo(2);
      assertThat(answers.getFirst().body()).contains("Apollo").doesNotContain("Borealis");
      assertThat(answers.getLast().json().path("projects").size()).isEqualTo(4);
      assertThat(answers.getLast().body()).contains("Apollo", "Borealis").doesNotContain("Studio");
    }
  }

  @Test
  void redirect_uris_follow_an_https_base_url() throws IOException {
    Path config =
        Files.writeString(
            Latchkey.temporaryDirectory().resolve("latchkey.yaml"),
            "base_url: https://demo.example.com\n");
    String first;
    try (Program demo = demo("--empty")) {
      first = memo(demo).path("credentials").path(0).path("redirect_uri").asString();
    }
    assertThat(first).startsWith("http://127.0.0.1:");

    try (Program demo = demo("--config", config.toString(), "--listen", "127.0.0.1")) {
      JsonNode memo = memo(demo);
      assertThat(memo.path("base_url").asString()).isEqualTo("https://demo.example.com");
      assertThat(memo.path("credentials"))
          .isNotEmpty()
          .allSatisfy(each ->
              assertThat(each.path("redirect_uri").asString())
                  .isEqualTo(
                      "https://demo.example.com/demo/callback/"
                          + each.path("client_id").asString()));
      assertThat(demo.err()).doesNotContain("Warning");
    }
  }

  /** The address is for documentation, so no machine has it, and this test opens no port. */
  @Test
  void a_demo_that_other_machines_can_reach_warns() throws IOException {
    Path config =
        Files.writeString(
            Latchkey.temporaryDirectory().resolve("latchkey.yaml"),
            "base_url: https://demo.example.com\n");
    try (Program demo = demo("--config", config.toString(), "--listen", "192.0.2.1")) {
      assertThat(demo.exitCode()).isEqualTo(1);
      assertThat(demo.err())
          .contains(
              "Warning: this demo listens on 192.0.2.1, so other machines can reach it",
              "latchkey: cannot listen on 192.0.2.1:0: this machine does not have the address. Correct listen");
    }
  }

  @Test
  void a_demo_never_serves_plain_http_to_other_machines() throws IOException {
    try (Program demo = demo("--listen", "192.0.2.1")) {
      assertThat(demo.exitCode()).isEqualTo(1);
      assertThat(demo.err())
          .contains("192.0.2.1 is not loopback", "Set tls, or set base_url to the https")
          .hasLineCount(1);
    }
  }

  private Program demo(String... options) throws IOException {
    if (Files.exists(memo)) {
      Files.move(memo, data.resolve("demo.json.stopped"));
    }
    var arguments = new ArrayList<>(List.of("demo", "--data", data.toString(), "--port", "0"));
    arguments.addAll(List.of(options));
    return Program.start(arguments.toArray(String[]::new));
  }

  private JsonNode memo(Program demo) {
    Poll.until(() -> Files.exists(memo) || !demo.isRunning(), "demo.json");
    try {
      return new JsonMapper().readTree(Files.readString(memo));
    } catch (IOException cause) {
      throw new UncheckedIOException(demo.err(), cause);
    }
  }

  private static void assertComplete(JsonNode memo) {
    assertThat(memo.propertyNames())
        .contains("base_url", "users", "teams", "credentials", "organization_token");
    assertThat(memo.path("users").isEmpty()).isFalse();
    for (JsonNode user : memo.path("users")) {
      assertThat(user.propertyNames())
          .containsExactlyInAnyOrder("email", "password", "user_id", "role", "team_ids");
      assertThat(user.path("team_ids").isArray()).isTrue();
    }
    assertThat(memo.path("teams").isEmpty()).isFalse();
    for (JsonNode team : memo.path("teams")) {
      assertThat(team.propertyNames()).containsExactlyInAnyOrder("team_id", "name", "org_id");
    }
    assertThat(memo.path("credentials").isEmpty()).isFalse();
    for (JsonNode credential : memo.path("credentials")) {
      assertThat(credential.propertyNames())
          .containsExactlyInAnyOrder(
              "client_id", "client_secret", "redirect_uri", "scope", "owner");
    }
    assertThat(memo.path("organization_token").stringValue()).startsWith("lk_ot_");
  }

  /** Uses the demo as a script does. Returns every secret that it received. */
  private static List<String> use(JsonNode memo) {
    String url = memo.path("base_url").stringValue();
    JsonNode user = memo.path("users").path(0);
    JsonNode credential = memo.path("credentials").path(0);
    String id = credential.path("client_id").stringValue();
    String secret = credential.path("client_secret").stringValue();
    String machine = memo.path("organization_token").stringValue();

    Browser browser = new Browser(url);
    Answer in =
        browser.submit(
            browser.get("/sign-in"),
            "email",
            user.path("email").stringValue(),
            "password",
            user.path("password").stringValue());
    assertThat(in.status()).isEqualTo(303);
    Answer back = browser.approve(browser.authorize("client_id=" + id + "&response_type=code"));
    assertThat(back.location()).startsWith(credential.path("redirect_uri").stringValue() + "?");
    assertThat(browser.get(back.location()).status()).isEqualTo(200);
    String code = back.sent().get("code");
    var exchange =
        App.fields(
            "client_id", id,
            "client_secret", secret,
            "code", code,
            "grant_type", "authorization_code");
    Tokens tokens = Tokens.of(Http.here().form(url + "/oauth2/token", exchange));
    assertThat(Latchkey.isActive(url, tokens.access())).isTrue();
    assertThat(Latchkey.isActive(url, machine)).isTrue();
    assertThat(
            Http.here()
                .get(url + "/openapi/v2/directory/users/me", "Authorization", "Bearer " + machine)
                .status())
        .isEqualTo(200);
    var secrets =
        new ArrayList<>(
            List.of(
                secret,
                machine,
                code,
                tokens.access(),
                tokens.refresh(),
                browser.cookie("latchkey_session"),
                browser.cookie("latchkey_browser")));
    memo.path("users").forEach(each -> secrets.add(each.path("password").stringValue()));
    return secrets;
  }

  /**
   * Checks that the secrets are in no file except demo.json: not in the log, the store or its
   * write-ahead log.
   */
  private void assertAbsent(List<String> secrets) throws IOException {
    try (Stream<Path> files = Files.list(data)) {
      for (Path file :
          files.filter(each -> !each.getFileName().toString().startsWith("demo.json")).toList()) {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        for (String secret : secrets) {
          assertThat(bytes.contains(secret)).as(file + " has a secret").isFalse();
        }
      }
    }
    assertThat(data.resolve("latchkey.db")).exists();
    assertThat(data.resolve("latchkey.log")).content().contains("\"event\":\"code_exchange\"");
  }
}
