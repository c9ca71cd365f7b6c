package dev.latchkey.edge.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 4.2: one path, one meaning. */
class CanonicalPathTest {
  @Test
  void a_plain_path_is_split_into_its_segments() {
    assertThat(segments("/openapi/v2/projects/P-1"))
        .containsExactly("openapi", "v2", "projects", "P-1");
    assertThat(segments("/a!$&'()*+,=:@-._~/b")).containsExactly("a!$&'()*+,=:@-._~", "b");
  }

  @Test
  void encoded_characters_are_decoded() {
    assertThat(segments("/a%20b/%E6%97%A5/%c3%a9/50%3f/x%2By"))
        .containsExactly("a b", "日", "é", "50?", "x+y");
  }

  @Test
  void a_trailing_slash_is_kept_but_is_no_segment() {
    assertThat(segments("/projects/")).containsExactly("projects");
    assertThat(CanonicalPath.parse("/projects/").orElseThrow().text()).isEqualTo("/projects/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "*",
        "//",
        "/a//b",
        "/a//",
        "/.",
        "/./a",
        "/a/.",
        "/..",
        "/a/../b",
        "/a..b",
        "/a;b",
        "/a;/b",
        "/..;/a",
        "/a\\b",
        "/a\u0000b",
        "/a\tb",
        "/a b",
        "/a?b",
        "/a#b",
        "/é",
        "/\uFFFD",
        "/a|b",
        "/a\"b",
        "/<a>",
        "/{a}",
        "/[a]",
        "/`a",
        "/a^b"
      })
  void an_unusual_segment_is_refused(String path) {
    assertThat(CanonicalPath.parse(path)).as(path).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/%2e%2e/a", "/.%2E/a", "/%2e", "/a%2fb", "/a%2Fb", "/a%5cb", "/a%5Cb", "/a%3bb", "/a%3B",
        "/a%00", "/a%0d%0ab", "/a%1f", "/a%7f", "/a%c2%85", "/%25", "/%252e", "/%2525", "/%u002e",
        "/%", "/%2", "/%zz", "/a%2", "/% 20", "/%-1", "/%+2"
      })
  void an_ambiguous_path_is_refused(String path) {
    assertThat(CanonicalPath.parse(path)).as(path).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/%c0%ae",
        "/%c0%af",
        "/%e0%80%af",
        "/%f0%80%80%af",
        "/%c1%9c",
        "/%ff",
        "/%80",
        "/%c3",
        "/%ed%a0%80",
        "/%f4%90%80%80",
        "/%c3/%a9"
      })
  void overlong_utf_8_is_refused(String path) {
    assertThat(CanonicalPath.parse(path)).as(path).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/%70rojects", "/a%2Db", "/%7Euser", "/a%5fb", "/%30"})
  void a_second_spelling_of_a_plain_character_is_refused(String path) {
    assertThat(CanonicalPath.parse(path)).as(path).isEmpty();
  }

  @Test
  void each_ascii_character_has_at_most_one_spelling() {
    String unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    String eitherWay = "!$&'()*+,=:@";
    String encodedOnly = " \"#<>?[]^`{|}";
    for (char sign = 0; sign < 0x80; sign++) {
      String text = String.valueOf(sign);
      if (sign != '/') {
        assertThat(CanonicalPath.parse("/a" + text).isPresent())
            .as("plain %d", (int) sign)
            .isEqualTo((unreserved + eitherWay).contains(text));
      }
      assertThat(CanonicalPath.parse("/a%%%02x".formatted((int) sign)).isPresent())
          .as("encoded %d", (int) sign)
          .isEqualTo((eitherWay + encodedOnly).contains(text));
    }
  }

  private static List<String> segments(String path) {
    return CanonicalPath.parse(path).orElseThrow().segments();
  }
}
