package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.api.ApiDescription;
import dev.latchkey.harness.program.Registry;
import dev.latchkey.host.Installed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The route table as the command prints it. */
class RoutesCommandTest {
  private static final String ROUTES =
      """
      upstreams:
        platform:
          addresses: [http://127.0.0.1:9000]
      routes:
        - methods: [POST, GET]
          path: /projects/**
          scopes: [read:project:info]
          upstream: platform
        - methods: [GET]
          path: /projects/{project_id}/members
          scopes: [read:project:members, read:project:info]
          upstream: platform
      """;

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = directory.resolve("latchkey.yaml");
    Files.writeString(file, ROUTES);
  }

  @Test
  void the_table_is_printed_row_by_row() {
    Command table = command();

    assertThat(table.exitCode()).as(table.err()).isZero();
    assertThat(table.out().lines().map(line -> line.replaceAll(" +", " ")))
        .contains(
            "METHODS PATH SCOPES UPSTREAM",
            "GET /openapi/v2/directory/users/me read:directory:users Latchkey itself",
            "GET,POST /openapi/v2/projects/** read:project:info platform",
            "GET /openapi/v2/projects/{project_id}/members"
                + " read:project:info,read:project:members platform");
  }

  @Test
  void a_call_is_explained_with_its_row_and_the_others() {
    Command explained = command("--explain", "HEAD /openapi/v2/projects/P1/members?page=2");

    assertThat(explained.exitCode()).as(explained.err()).isZero();
    assertThat(explained.out().lines().map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "HEAD /openapi/v2/projects/P1/members",
            "matches GET /openapi/v2/projects/{project_id}/members",
            "needs read:project:info,read:project:members",
            "goes to platform",
            "Other rows for this path:",
            "GET,POST /openapi/v2/projects/** is less specific");
  }

  @Test
  void a_rewritten_path_is_in_the_table_and_in_the_explanation() throws IOException {
    Files.writeString(
        file,
        ROUTES.replaceFirst(
            "( +)upstream: platform",
            "$1upstream: platform\n$1strip_prefix: /openapi/v2/projects\n$1add_prefix: /api"));

    assertThat(printed()).contains("STRIP_PREFIX", "ADD_PREFIX", "/openapi/v2/projects  /api");
    assertThat(printed("--explain", "GET /openapi/v2/projects/P1/x%20y?page=2"))
        .containsPattern("sent as +/api/P1/x%20y\n");
    assertThat(printed("--explain", "GET /openapi/v2/projects/P1/members"))
        .doesNotContain("sent as");
  }

  /** The output, once the command has ended. */
  private String printed(String... arguments) {
    Command ended = command(arguments);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended.out();
  }

  @Test
  void a_call_that_matches_no_row_is_explained_with_its_refusal() {
    assertRefused("DELETE /openapi/v2/projects/P1", "405", "GET, POST", "is not for DELETE");
    assertRefused("GET /projects/P1", "404", "/openapi/v2");
    assertRefused("GET /openapi/v2/projects/%2e%2e/directory", "400");
  }

  @Test
  void a_broken_file_is_named_with_its_line_number() throws IOException {
    Files.writeString(file, ROUTES.replace("upstream: platform", "upstream: elsewhere"));
    Command broken = command();

    assertThat(broken.exitCode()).isEqualTo(1);
    assertThat(broken.err())
        .startsWith(
            "latchkey: " + file + ":8: routes[0].upstream: there is no upstream named elsewhere");
  }

  @Test
  void the_table_and_an_explanation_are_printed_as_json() {
    JsonNode rows = command("--json").json().path("routes");
    assertThat(rows.valueStream().map(row -> row.path("path").asString("")))
        .contains("/openapi/v2/projects/{project_id}/members", "/openapi/v2/projects/**");

    JsonNode explained =
        command("--json", "--explain", "GET /openapi/v2/projects/P1/members").json();
    JsonNode route = explained.path("route");
    assertThat(route.path("upstream").asString("")).isEqualTo("platform");
    assertThat(route.path("scopes").valueStream().map(scope -> scope.asString("")))
        .containsExactly("read:project:info", "read:project:members");
    assertThat(command("--json", "--explain", "GET /projects").exitCode()).isEqualTo(1);
    assertThat(command("--openapi", "--explain", "GET /projects").exitCode()).isEqualTo(2);
  }

  @Test
  void the_table_is_printed_as_an_openapi_document() {
    JsonNode document = command("--openapi").json();

    assertThat(document.path("openapi").asString("")).isEqualTo("3.1.0");
    JsonNode members = document.path("paths").path("/openapi/v2/projects/{project_id}/members");
    assertThat(members.path("parameters").path(0).path("name").asString(""))
        .isEqualTo("project_id");
    JsonNode read = members.path("get");
    assertThat(read.path("security").path(0).path("oauth2").valueStream().map(JsonNode::asString))
        .containsExactly("read:project:info", "read:project:members");
    assertThat(read.path("responses").propertyNames()).contains("401", "403");
    JsonNode rest = document.path("paths").path("/openapi/v2/projects/{rest}");
    assertThat(rest.has("get")).isTrue();
    assertThat(rest.has("post")).isTrue();
    JsonNode scopes =
        document
            .path("components")
            .path("securitySchemes")
            .path("oauth2")
            .path("flows")
            .path("authorizationCode")
            .path("scopes");
    assertThat(scopes.propertyNames()).contains("read:project:info", "read:project:members");
  }

  @Test
  void the_management_api_is_printed_as_the_server_describes_it() {
    Command run = Command.run("routes", "--management-api");

    assertThat(run.exitCode()).isZero();
    assertThat(run.json()).isEqualTo(ApiDescription.document());
    assertThat(Command.run("routes", "--management-api", "--openapi").exitCode()).isEqualTo(2);
  }

  @Test
  void rows_that_differ_in_names_only_are_one_path_of_the_openapi_document() throws IOException {
    Files.writeString(
        file,
        ROUTES
            + """
              - methods: [DELETE]
                path: /projects/{id}/members
                scopes: [write:project:members]
                upstream: platform
              - methods: [GET]
                path: /projects/{project_id}
                scopes: [read:project:info]
                upstream: platform
            """);

    JsonNode paths = command("--openapi").json().path("paths");

    assertThat(paths.propertyNames().stream().filter(path -> path.contains("/projects")))
        .containsExactlyInAnyOrder(
            "/openapi/v2/projects/{project_id}", "/openapi/v2/projects/{project_id}/members");
    assertThat(paths.path("/openapi/v2/projects/{project_id}/members").propertyNames())
        .contains("get", "delete");
    assertThat(paths.path("/openapi/v2/projects/{project_id}").propertyNames())
        .contains("get", "post");
  }

  /** The validator checks the document against the schema that the OpenAPI Initiative publishes. */
  @Test
  void a_published_validator_accepts_the_openapi_document() throws IOException {
    Path libraries = Registry.NPM.install("@seriousme/openapi-schema-validator@2.11.0");
    Path document = directory.resolve("openapi.json");
    Files.writeString(document, command("--openapi").out());
    Path script = libraries.resolve("validate.mjs");
    Files.writeString(
        script,
        """
        import { readFileSync } from 'node:fs';
        import { Validator } from '@seriousme/openapi-schema-validator';
        const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
        console.log(JSON.stringify(await new Validator().validate(document)));
        """);

    assertThat(Installed.output("node", "nodejs", script.toString(), document.toString()).strip())
        .isEqualTo("{\"valid\":true}");
  }

  private Command command(String... more) {
    var all = new ArrayList<>(List.of("routes", "--config", file.toString()));
    all.addAll(List.of(more));
    return Command.run(all.toArray(String[]::new));
  }

  private void assertRefused(String call, String... parts) {
    Command refused = command("--explain", call);
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.out()).contains(parts);
    assertThat(refused.err()).isEmpty();
  }
}
