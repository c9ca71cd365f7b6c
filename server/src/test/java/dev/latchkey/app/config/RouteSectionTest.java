package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.PathRewrite;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.http.Upstream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The section of the configuration about routes. An error names the line. */
class RouteSectionTest {
  private static final String UPSTREAM =
      """
      upstreams:
        platform:
          addresses: [http://127.0.0.1:9000, "https://[::1]"]
          connect_timeout_millis: 500
      """;
  private static final String ROUTES =
      UPSTREAM
          + """
          routes:
            - methods: [GET]
              path: /projects/{project_id}
              scopes: [read:project:info]
              upstream: platform
            - methods: [POST, PUT]
              path: /projects/**
              scopes: [read:project:info, write:project:info]
              upstream: platform
              timeout_seconds: 5
              body_limit_bytes: 1048576
              calls_per_minute: 60
          """;

  private final Path file;

  RouteSectionTest(@TempDir Path directory) {
    this.file = directory.resolve("latchkey.yaml");
  }

  @Test
  void a_row_is_what_the_file_says() {
    List<OpenRoute> rows = read(ROUTES).routes();
    int own = RouteTable.builtIn().size();
    OpenRoute one = rows.get(own);
    OpenRoute other = rows.get(own + 1);
    var platform =
        new Upstream(
            "platform",
            List.of(URI.create("http://127.0.0.1:9000"), URI.create("https://[::1]")),
            256,
            Duration.ofMillis(500),
            Duration.ofSeconds(60));

    assertThat(rows).hasSize(own + 2);
    assertThat(one.methods()).containsExactly("GET");
    assertThat(one.pattern()).hasToString("/openapi/v2/projects/{project_id}");
    assertThat(one.needs().names()).containsExactly("read:project:info");
    assertThat(one.target())
        .isEqualTo(
            new Target.Forwarded(
                platform, Optional.empty(), Optional.empty(), Optional.empty(), PathRewrite.NONE));
    assertThat(other.methods()).isEqualTo(Set.of("POST", "PUT"));
    assertThat(other.target())
        .isEqualTo(
            new Target.Forwarded(
                platform,
                Optional.of(Duration.ofSeconds(5)),
                Optional.of(1_048_576L),
                Optional.of(60),
                PathRewrite.NONE));
  }

  @Test
  void the_prefixes_of_a_row_replace_those_of_its_upstream() {
    String prefixes =
        """
            strip_prefix: /openapi/v2
            add_prefix: /internal/api
        """;
    String row = "    add_prefix: /files\n";

    List<OpenRoute> rows =
        read(UPSTREAM
                + prefixes
                + "routes:\n"
                + row("[GET]", "/a", "[read:project:info]", "platform")
                + row("[GET]", "/b", "[read:project:info]", "platform")
                + row)
            .routes()
            .reversed();

    assertThat(rewrite(rows.get(1))).isEqualTo(new PathRewrite("/openapi/v2", "/internal/api"));
    assertThat(rewrite(rows.get(0))).isEqualTo(new PathRewrite("", "/files"));
  }

  private static PathRewrite rewrite(OpenRoute row) {
    return ((Target.Forwarded) row.target()).rewrite();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "strip_prefix: /b                | must begin with /openapi/v2",
        "strip_prefix: /openapi/v20      | must begin with /openapi/v2",
        "strip_prefix: /openapi/v2/a/c   | does not begin with /openapi/v2/a/c",
        "strip_prefix: /openapi/v2/b     | does not begin with /openapi/v2/b",
        "strip_prefix: /openapi/v2/a/    | must be one or more segments",
        "add_prefix: /                   | must be one or more segments",
        "add_prefix: api                 | must be one or more segments",
        "add_prefix: /api/               | must be one or more segments",
        "add_prefix: //api               | must be one or more segments",
        "add_prefix: /api/../x           | must be one or more segments",
        "add_prefix: /api/%2e%2e         | must be one or more segments",
        "add_prefix: /a%20b              | must be one or more segments",
        "add_prefix: /api;v=1            | must be one or more segments",
        "add_prefix: '/api?x=1'          | must be one or more segments",
        "add_prefix: [/api]              | must be a single value"
      })
  void a_prefix_that_could_be_read_in_two_ways_is_refused(String prefix, String what) {
    String table =
        UPSTREAM
            + "routes:\n"
            + row("[GET]", "/a", "[read:project:info]", "platform")
            + "    "
            + prefix
            + "\n";

    assertThatThrownBy(() -> read(table))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining(what)
        .hasMessageMatching("(?s).*latchkey.yaml:[0-9]+: .*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[GET]           | /a      | [read:wiki:nothing]   | platform | 8 | read:wiki:nothing is not in the catalogue",
        "[GET]           | /a      | []                    | platform | 8 | scopes: is required",
        "[GET]           | /a      | [read:project:info]   | nowhere  | 9 | no upstream named nowhere",
        "[GET, PSOT]     | /a      | [read:project:info]   | platform | 6 | not PSOT",
        "[TRACE]         | /a      | [read:project:info]   | platform | 6 | not TRACE",
        "[HEAD]          | /a      | [read:project:info]   | platform | 6 | not HEAD",
        "[get]           | /a      | [read:project:info]   | platform | 6 | not get",
        "[]              | /a      | [read:project:info]   | platform | 6 | methods: is required",
        "GET             | /a      | [read:project:info]   | platform | 6 | must be a list"
      })
  void an_error_in_a_row_is_named_with_its_line(
      String methods, String path, String scopes, String upstream, int line, String what) {
    assertFault(UPSTREAM + "routes:\n" + row(methods, path, scopes, upstream), line, what);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "projects",
        "/",
        "/a/",
        "//a",
        "/a/./b",
        "/a/../b",
        "/a//b",
        "/a;b",
        "/%61",
        "/a%2fb",
        "/a b",
        "/{a",
        "/a}",
        "/{A}",
        "/{a}.json",
        "/{}",
        "/*",
        "/a*",
        "/**/a",
        "/***",
        "/{a}/b/{a}",
        "/openapi/v2",
        "/openapi/v2/a",
        "/a?b"
      })
  void a_malformed_path_is_named_with_its_line(String path) {
    assertFault(
        UPSTREAM + "routes:\n" + row("[GET]", '"' + path + '"', "[read:project:info]", "platform"),
        7,
        path.startsWith("/openapi") ? "without /openapi/v2" : path);
  }

  @ParameterizedTest
  @CsvSource({"/a, /a", "/a/{x}, /a/{y}", "/a/{x}/c, /a/b/{y}", "/{x}/b, /a/**"})
  void two_rows_for_the_same_calls_are_named_with_both_lines(String one, String other) {
    assertFault(
        UPSTREAM
            + "routes:\n"
            + row("[GET, PUT]", one, "[read:project:info]", "platform")
            + row("[POST, PUT]", other, "[read:project:info]", "platform"),
        11,
        "/openapi/v2" + one + " (line 6)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/directory/users", "/directory/users/me", "/directory/users/someone",
        "/directory/users/{id}", "/{area}/users/me", "/directory/teams/{x}/members"
      })
  void a_row_that_replaces_a_built_in_call_is_refused(String path) {
    assertFault(
        UPSTREAM + "routes:\n" + row("[GET]", path, "[read:project:info]", "platform"),
        7,
        "Latchkey itself answers /openapi/v2/directory/");
  }

  @ParameterizedTest
  @CsvSource({"GET, /**", "GET, /{area}/users", "GET, /directory/groups", "POST, /directory/users"})
  void a_row_around_the_built_in_calls_does_not_affect_them(String method, String path) {
    String row = row("[" + method + "]", path, "[read:project:info]", "platform");
    assertThat(read(UPSTREAM + "routes:\n" + row).routes())
        .hasSize(RouteTable.builtIn().size() + 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://a",
        "http://",
        "a:80",
        "//a",
        "http://a/",
        "http://a/x",
        "http://a?x",
        "http://a#x",
        "http://u:p@a",
        "http://a:0",
        "http://a:65536",
        "http://a:x",
        "http://a b",
        "HTTP//a",
        ""
      })
  void an_address_that_is_more_or_less_than_one_is_named_with_its_line(String address) {
    assertFault(
        "upstreams:\n  platform:\n    addresses: [\"" + address + "\"]\n", 3, "http://HOST:PORT");
  }

  @Test
  void an_unknown_key_or_a_number_out_of_range_is_named_with_its_line() {
    assertFault(UPSTREAM + "    retries: 3\n", 5, "retries");
    assertFault(UPSTREAM + "    idle_timeout_seconds: 0\n", 5, "from 1 to 3600, not 0");
    assertFault(
        "upstreams:\n  platform:\n    idle_timeout_seconds: 9\n", 3, "addresses: is required");
    assertFault("upstreams: [platform]\n", 1, "a mapping");
    assertFault(ROUTES + "    timeout: 5\n", 17, "timeout");
    assertFault(
        ROUTES.replace("minute: 60", "minute: x"), 16, "whole number from 1 to 1000000, not x");
    assertFault(ROUTES.replace("1048576", "9999999999999"), 15, "body_limit_bytes");
    assertFault("routes: {}\n", 1, "must be a list");
  }

  private static String row(String methods, String path, String scopes, String upstream) {
    return """
      - methods: %s
        path: %s
        scopes: %s
        upstream: %s
    """
        .formatted(methods, path, scopes, upstream);
  }

  private RouteTable read(String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException cause) {
      throw new AssertionError(cause);
    }
    return ConfigFile.read(file).platform().routes();
  }

  private void assertFault(String text, int line, String what) {
    assertThatThrownBy(() -> read(text))
        .as(text)
        .isInstanceOf(ConfigFault.class)
        .hasMessageStartingWith(file + ":" + line + ": ")
        .hasMessageContaining(what);
  }
}
