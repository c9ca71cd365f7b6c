package dev.latchkey.contract.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.app.config.Settings;
import dev.latchkey.edge.http.Json;
import dev.latchkey.harness.AppSite;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.Store;
import dev.latchkey.host.ChildProcess;
import dev.latchkey.host.FreePort;
import dev.latchkey.host.Installed;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.PublicClientRules;
import dev.latchkey.model.credential.Scopes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Unmodified MCP clients reach an MCP server that has no code for authorization, through three
 * lines of configuration. They know only its address. The packages come from the registry of npm.
 */
@Tag("long")
@SuppressWarnings("NullAway.Init")
class McpClientsTest {
  private static final Path SOURCES = Path.of("src/test/clients/mcp");
  private static final String SCOPE = "read:issue:info";
  private static final String CONFIGURATION =
      """
      upstreams: {tools: {addresses: [http://127.0.0.1:PORT]}}
      routes: [{methods: [GET, POST, DELETE], path: /mcp/**, scopes: [read:issue:info], upstream: tools}]
      resources: [{path: /mcp, name: Tools}]
      """;

  private static Path directory;
  private static ChildProcess mcpServer;
  private static AppSite site;
  private static Latchkey latchkey;
  private static Person person;

  @BeforeAll
  static void start() throws IOException {
    directory = Latchkey.temporaryDirectory();
    try (var files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        Files.copy(file, directory.resolve(file.getFileName()));
      }
    }
    Installed.output("npm", "npm", "install", "--no-audit", "--prefix", directory.toString());
    mcpServer = ChildProcess.start(node("server.mjs"));
    String port = mcpServer.awaitLine(mcpServer.process().getInputStream(), "port ");

    site = new AppSite();
    latchkey = Latchkey.start(Store.SQLITE, settings -> configured(settings, port));
    person = latchkey.person();
    Person administrator = latchkey.administrator();
    var policy = new ClientPolicy(ClientPolicy.Rule.ALLOW, List.of(), Scopes.parse(SCOPE), 30, 0);
    latchkey
        .stores()
        .credentials()
        .clientPolicies()
        .change(latchkey.organization().id(), policy, administrator.user().id(), latchkey.now());
  }

  private static Settings configured(Settings plain, String port) {
    Path file = plain.store().data().resolve("latchkey.yaml");
    try {
      Files.writeString(file, CONFIGURATION.replace("PORT", port));
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
    var rules =
        new PublicClientRules(
            true, true, Set.of("localhost"), Optional.of(site.certificate().files().certificate()));
    return plain.with(ConfigFile.read(file).platform().routes()).with(rules);
  }

  @AfterAll
  static void stop() {
    latchkey.close();
    site.close();
    mcpServer.close();
  }

  @ParameterizedTest
  @CsvSource({"1,registration", "1,document", "2,registration", "2,document"})
  void an_unmodified_client_gets_from_a_bare_401_to_a_call(String version, String identity)
      throws IOException {
    JsonNode seen =
        Json.parse(output("client.mjs", version, identity).lines().toList().getLast())
            .orElseThrow();

    assertThat(seen.path("first").asString()).isEqualTo(person.email());
    assertThat(seen.path("afterRefresh").asString()).isEqualTo(person.email());
    assertThat(seen.path("isNew").asBoolean()).isTrue();
    assertThat(seen.path("scope").asString()).isEqualTo(SCOPE);
    assertThat(seen.path("elsewhere").asInt()).isEqualTo(401);
  }

  @Test
  void the_inspector_signs_in_stores_its_tokens_and_refreshes_them() throws IOException {
    JsonNode calls =
        Json.parse(output("inspector-cli.mjs").lines().toList().getLast()).orElseThrow();

    assertThat(calls).hasSize(3);
    for (JsonNode call : calls) {
      assertThat(call.path("text").asString()).isEqualTo(person.email());
    }
    assertThat(calls.path(0).path("isOpened").asBoolean()).isTrue();
    assertThat(calls.path(1).path("isOpened").asBoolean()).isFalse();
    assertThat(calls.path(2).path("isOpened").asBoolean()).isFalse();
  }

  @Test
  void the_pages_of_the_inspector_get_from_a_bare_401_to_a_call() throws IOException {
    assertThat(output("inspector-web.mjs")).contains("called " + person.email());
  }

  @Test
  void the_conformance_suite_has_no_failures_and_no_warnings() throws IOException {
    assertThat(output("conformance.mjs")).contains("Total: 3 passed, 0 failed");
    try (var results = Files.walk(directory.resolve("results"))) {
      List<Path> checks = results.filter(file -> file.endsWith("checks.json")).toList();
      assertThat(checks).hasSize(2);
      for (Path file : checks) {
        assertThat(Files.readString(file)).doesNotContain("\"WARNING\"", "\"FAILURE\"");
      }
    }
  }

  private static String output(String script, String... arguments) throws IOException {
    Process process = node(script, arguments).redirectErrorStream(true).start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static ProcessBuilder node(String script, String... arguments) {
    var command = new ArrayList<String>();
    command.add(directory.resolve("node_modules/.bin/node").toString());
    command.add(script);
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    if (latchkey != null) {
      builder.environment().put("BASE", latchkey.url());
      builder.environment().put("EMAIL", person.email());
      builder.environment().put("PASSWORD", person.password());
      builder.environment().put("PORT", String.valueOf(FreePort.pick()));
      builder
          .environment()
          .put("DOCUMENT", site.publish("/client.json", "http://localhost/callback"));
    }
    return builder;
  }
}
