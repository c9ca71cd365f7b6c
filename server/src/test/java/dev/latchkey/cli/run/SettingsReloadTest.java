package dev.latchkey.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A new version of the configuration is applied without a restart: all of it, or nothing. */
class SettingsReloadTest {
  private static final String HEAD =
      """
      upstreams:
        platform: {addresses: ["http://127.0.0.1:9000"]}
      routes:
      """;
  private static final String SPRINTS =
      """
        - {methods: [GET], path: /sprints, scopes: ["read:sprint:info"], upstream: platform}
      """;
  private static final String WIKI =
      """
        - {methods: [GET], path: /wiki, scopes: ["read:wiki:pages"], upstream: platform}
      """;

  private final Path data = Latchkey.temporaryDirectory();
  private final Path file = data.resolve("latchkey.yaml");
  private String url = "";
  private String token = "";

  @Test
  void a_hangup_applies_a_valid_file_and_not_a_broken_one() throws IOException {
    Files.writeString(file, HEAD + SPRINTS);
    token = tokenWithoutEitherScope();
    try (Program server =
        Program.start(
            "serve", "--data", data.toString(), "--config", file.toString(), "--port", "0")) {
      url = server.url();
      assertNeeds("/sprints", "read:sprint:info");
      assertThat(call("/wiki").status()).isEqualTo(404);

      Files.writeString(file, HEAD + WIKI + SPRINTS.replace("read:sprint", "read:sprinter"));
      server.hangUp();
      Poll.until(() -> server.out().contains("is unchanged"), "the complaint");
      assertThat(server.out().lines().filter(line -> line.contains("is unchanged")))
          .singleElement()
          .asString()
          .contains(file + ":5: ", "read:sprinter:info is not in the catalogue");
      assertNeeds("/sprints", "read:sprint:info");
      assertThat(call("/wiki").status()).isEqualTo(404);

      Files.writeString(file, HEAD + WIKI);
      server.hangUp();
      Poll.until(() -> server.out().contains("the configuration is active"), "the new table");
      assertNeeds("/wiki", "read:wiki:pages");
      assertThat(call("/sprints").status()).isEqualTo(404);
      assertThat(call("/directory/users/me").status()).isEqualTo(403);
    }
  }

  @Test
  void a_hangup_applies_rates_and_limits_and_names_what_needs_a_restart() throws IOException {
    Files.writeString(file, "listen: 127.0.0.1\n");
    token = tokenWithoutEitherScope();
    try (Program server =
        Program.start(
            "serve", "--data", data.toString(), "--config", file.toString(), "--port", "0")) {
      url = server.url();
      assertThat(call("/directory/users/me").status()).isEqualTo(403);
      assertThat(call("/directory/users/me").status()).isEqualTo(403);

      Files.writeString(
          file,
          """
          database_wait_seconds: 5
          limits: {session_hours: 12, memory_megabytes: 64}
          brand: {name: Acme}
          rates:
            token: {per_minute: 1}
          """);
      server.hangUp();
      Poll.until(() -> server.out().contains("need a restart"), "the report");
      assertThat(server.out())
          .contains(
              "changed: limits.session_hours, rates.token.per_minute, brand.name",
              "restart: database_wait_seconds, limits.memory_megabytes");
      assertThat(call("/directory/users/me").status()).isEqualTo(403);
      assertThat(call("/directory/users/me").status()).isEqualTo(429);
      assertThat(Http.here().get(url + "/sign-in").body()).contains("Acme");
    }
  }

  @Test
  void a_program_started_with_nohup_says_that_it_cannot_reload() {
    try (Program server =
        Program.withHangupsIgnored("serve", "--data", data.toString(), "--port", "0")) {
      url = server.url();
      Poll.until(() -> server.err().contains("SIGHUP is ignored"), "the notice");
    }
    try (Program server = Program.serve(data)) {
      url = server.url();
      Poll.until(() -> server.err().contains("The store is empty"), "the end of the start");
      assertThat(server.err()).doesNotContain("SIGHUP");
    }
  }

  private void assertNeeds(String path, String scope) {
    Answer answer = call(path);
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.header("WWW-Authenticate")).contains("scope=\"" + scope + "\"");
  }

  private Answer call(String path) {
    return Http.here().get(url + "/openapi/v2" + path, "Authorization", "Bearer " + token);
  }

  private String tokenWithoutEitherScope() {
    try (Latchkey latchkey = Latchkey.start(ConfigFile.defaults().in(data).onPort(0))) {
      return latchkey.machine(latchkey.person(), Optional.empty()).token();
    }
  }
}
