package dev.latchkey.edge.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.edge.http.Upstream;
import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.model.credential.Scopes;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A path of the open interface: an accepted path has only one reading, and the tree of routes finds
 * the same row as the patterns.
 */
class PathFuzzTest extends ParserFuzz {
  private static final RouteTable TABLE = table();

  @Override
  protected void holds(byte[] input) {
    String sent = latin1(input);
    Optional<CanonicalPath> path = CanonicalPath.parse(sent);
    if (path.isEmpty()) {
      return;
    }
    URI other = URI.create("http://localhost" + sent);
    assertThat(other.normalize().getRawPath()).isEqualTo(sent);
    assertThat(other.getRawQuery()).isNull();
    for (String segment : path.get().segments()) {
      assertThat(segment).isNotIn("", ".", "..").doesNotContain("/", "\\", "%", ";", "\0");
      assertThat(Form.decode(segment.replace("+", "%2B"))).contains(segment);
    }
    assertFindsTheRow(path.get());
    assertStaysCanonical(path.get());
  }

  /** A rewritten path has the same segments as before, after the prefix. */
  private static void assertStaysCanonical(CanonicalPath path) {
    List<String> segments = path.segments();
    if (segments.size() < 2) {
      return;
    }
    List<String> rest = segments.subList(2, segments.size());
    var expected = new ArrayList<>(List.of("internal", "api"));
    expected.addAll(rest);

    assertThat(rewritten(path, "/internal/api")).isEqualTo(expected);
    assertThat(rewritten(path, "")).isEqualTo(rest);
  }

  private static List<String> rewritten(CanonicalPath path, String add) {
    String sent = new PathRewrite("/two/segments", add).toService(path.text());
    return CanonicalPath.parse(sent).orElseThrow().segments();
  }

  private static void assertFindsTheRow(CanonicalPath path) {
    String decoded = "/" + String.join("/", path.segments());
    List<OpenRoute> fitting =
        TABLE.routes().stream()
            .filter(route -> route.lists("GET") && route.pattern().matches(decoded))
            .toList();
    switch (TABLE.find("GET", path)) {
      case RouteTable.Row row -> {
        assertThat(fitting).contains(row.route());
        for (OpenRoute wider : fitting) {
          assertThat(PatternOverlap.of(row.route().pattern(), wider.pattern()))
              .isIn(PatternOverlap.SAME, PatternOverlap.NARROWER);
        }
      }
      case RouteTable.NoSuchCall _ -> assertThat(fitting).isEmpty();
      case RouteTable.OtherMethods _ -> assertThat(fitting).isEmpty();
    }
  }

  private static RouteTable table() {
    var upstream =
        new Upstream(
            "issues",
            List.of(URI.create("http://127.0.0.1:1")),
            1,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1));
    var target =
        new Target.Forwarded(
            upstream, Optional.empty(), Optional.empty(), Optional.empty(), PathRewrite.NONE);
    var rows = new ArrayList<OpenRoute>(RouteTable.builtIn());
    for (String pattern :
        List.of("/a/b", "/a/{x}", "/a/{x}/c", "/a/**", "/a/b/{y}/d", "/e/{x}/**")) {
      rows.add(
          new OpenRoute(
              Set.of("GET"),
              PathPattern.of("/openapi/v2" + pattern),
              Scopes.parse("read:issue:info"),
              target));
    }
    return new RouteTable(rows);
  }
}
