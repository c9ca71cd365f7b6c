package dev.latchkey.edge.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.model.credential.DirectoryCall;
import dev.latchkey.model.credential.Scopes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which row of the table matches a call. */
class RouteTableTest {
  private final RouteTable table =
      table(
          "GET /projects",
          "POST /projects",
          "GET /projects/{id}",
          "GET /projects/archived",
          "GET /projects/{id}/issues/**",
          "GET /projects/{id}/issues/{issue}",
          "DELETE /projects/**",
          "GET /**");

  @ParameterizedTest
  @CsvSource({
    "GET, /projects, /projects",
    "GET, /projects/, /projects",
    "HEAD, /projects, /projects",
    "GET, /projects/P1, /projects/{id}",
    "GET, /projects/P%201, /projects/{id}",
    "GET, /projects/archived, /projects/archived",
    "GET, /projects/archived/, /projects/archived",
    "GET, /projects/archived/issues/1, /projects/{id}/issues/{issue}",
    "GET, /projects/P1/issues, /projects/{id}/issues/**",
    "GET, /projects/P1/issues/1, /projects/{id}/issues/{issue}",
    "GET, /projects/P1/issues/1/2, /projects/{id}/issues/**",
    "GET, /projects/P1/wiki, /**",
    "GET, /, /**",
    "GET, /PROJECTS, /**",
    "DELETE, /projects, /projects/**",
    "DELETE, /projects/archived, /projects/**"
  })
  void the_most_specific_row_that_lists_the_method_matches(
      String method, String path, String pattern) {
    assertThat(find(method, path))
        .isInstanceOfSatisfying(
            RouteTable.Row.class,
            row -> assertThat(row.route().pattern().toString()).isEqualTo(pattern));
  }

  @Test
  void a_row_that_lists_get_lists_head_and_nothing_else() {
    OpenRoute row = row("GET /projects");

    assertThat(List.of("GET", "HEAD")).allMatch(row::lists);
    assertThat(List.of("POST", "OPTIONS", "get", "")).noneMatch(row::lists);
  }

  @Test
  void latchkey_itself_answers_each_call_of_the_directory() {
    assertThat(RouteTable.builtIn())
        .extracting(OpenRoute::target)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(DirectoryCall.values()).map(Target.BuiltIn::new).toList());
  }

  @Test
  void another_method_is_refused_with_the_allowed_ones() {
    for (String method : List.of("PUT", "TRACE", "CONNECT", "get", "GETS", "*", "")) {
      assertThat(find(method, "/projects"))
          .isInstanceOfSatisfying(
              RouteTable.OtherMethods.class,
              others -> assertThat(others.allowed()).containsExactly("DELETE", "GET", "POST"));
    }
  }

  @Test
  void the_other_methods_are_those_of_every_row_for_the_path() {
    var rows = table("GET /a/b", "PUT /a/{x}", "PATCH /{x}/b", "POST /a/**", "DELETE /{x}/c");

    assertThat(rows.find("TRACE", CanonicalPath.parse("/a/b").orElseThrow()))
        .isInstanceOfSatisfying(
            RouteTable.OtherMethods.class,
            others -> assertThat(others.allowed()).containsExactly("GET", "PATCH", "POST", "PUT"));
  }

  @Test
  void a_path_without_a_row_is_not_found() {
    var narrow = table("GET /projects/{id}", "POST /projects/{id}/issues");
    for (String path : List.of("/", "/projects", "/projects/1/issues/2", "/project/1")) {
      assertThat(narrow.find("GET", CanonicalPath.parse(path).orElseThrow()))
          .isInstanceOf(RouteTable.NoSuchCall.class);
    }
  }

  @Test
  void a_literal_matches_in_every_spelling() {
    var literal = table("GET /a:b", "GET /{x}");
    for (String spelling : List.of("/a:b", "/a%3Ab", "/a%3ab")) {
      assertThat(literal.find("GET", CanonicalPath.parse(spelling).orElseThrow()))
          .isEqualTo(new RouteTable.Row(literal.routes().getFirst()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET /a, GET /a",
    "GET /a/{x}, GET /a/{y}",
    "GET /a/**, GET /a/**",
    "GET /a/{x}/c, GET /a/b/{y}",
    "GET /{x}/b, GET /a/**",
    "GET /a/{x}/**, GET /{y}/b",
  })
  void two_rows_of_which_neither_is_the_more_specific_are_refused(String one, String other) {
    assertThatThrownBy(() -> table(one, other)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> table(other, one)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "GET /a, POST /a",
    "GET /a, GET /b",
    "GET /a/{x}, GET /a",
    "GET /a/{x}/c, GET /a/b",
    "GET /{x}/b, GET /a/c",
    "GET /a/b/**, GET /a/**",
    "GET /a/**, GET /a/{x}",
    "GET /a/**, GET /a"
  })
  void two_rows_of_which_one_is_the_more_specific_are_accepted(String one, String other) {
    assertThat(table(one, other).routes()).hasSize(2);
    assertThat(table(other, one).routes()).hasSize(2);
  }

  /**
   * Compares the tree with the definition of "most specific": narrower than every other row that
   * matches the path.
   */
  @Test
  void a_look_up_finds_what_comparing_all_rows_would_find() {
    var random = new Random(4);
    for (int round = 0; round < 300; round++) {
      var rows = new ArrayList<OpenRoute>();
      for (int i = 0; i < 12; i++) {
        OpenRoute row = row("GET " + path(random, "a", "b", "{x}", "**"));
        if (rows.stream().noneMatch(row::clashesWith)) {
          rows.add(row);
        }
      }
      var table = new RouteTable(rows);
      for (int i = 0; i < 20; i++) {
        String path = path(random, "a", "b", "c");
        List<OpenRoute> here = rows.stream().filter(row -> row.pattern().matches(path)).toList();
        Optional<OpenRoute> narrowest =
            here.stream().filter(row -> isNarrowest(row, here)).findFirst();

        assertThat(table.find("GET", CanonicalPath.parse(path).orElseThrow()))
            .as("%s in %s", path, rows)
            .isEqualTo(
                narrowest
                    .<RouteTable.Found>map(RouteTable.Row::new)
                    .orElseGet(RouteTable.NoSuchCall::new));
      }
    }
  }

  private static boolean isNarrowest(OpenRoute row, List<OpenRoute> here) {
    return here.stream()
        .allMatch(other ->
            other.equals(row)
                || PatternOverlap.of(row.pattern(), other.pattern()) == PatternOverlap.NARROWER);
  }

  private static String path(Random random, String... segments) {
    var path = new StringBuilder();
    for (int length = 1 + random.nextInt(4); length > 0; length--) {
      String segment = segments[random.nextInt(segments.length)];
      path.append('/').append(segment);
      if (segment.equals("**")) {
        break;
      }
    }
    return path.toString();
  }

  private RouteTable.Found find(String method, String path) {
    return table.find(method, CanonicalPath.parse(path).orElseThrow());
  }

  private static RouteTable table(String... rows) {
    return new RouteTable(Stream.of(rows).map(RouteTableTest::row).toList());
  }

  private static OpenRoute row(String row) {
    String[] words = row.split(" ");
    return new OpenRoute(
        Set.of(words[0]),
        PathPattern.of(words[1]),
        Scopes.NONE,
        new Target.BuiltIn(DirectoryCall.ME));
  }
}
