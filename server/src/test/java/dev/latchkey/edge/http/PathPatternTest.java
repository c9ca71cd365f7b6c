package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PathPatternTest {
  @Test
  void a_literal_matches_itself_alone() {
    var pattern = PathPattern.of("/oauth2/token");

    assertThat(pattern.match("/oauth2/token")).contains(Map.of());
    assertThat(pattern.matches("/oauth2/token/")).isFalse();
    assertThat(pattern.matches("/oauth2")).isFalse();
    assertThat(pattern.matches("/OAUTH2/token")).isFalse();
  }

  @Test
  void a_named_segment_stands_for_one_that_is_not_empty() {
    var pattern = PathPattern.of("/teams/{team}/users");

    assertThat(pattern.match("/teams/t1/users")).contains(Map.of("team", "t1"));
    assertThat(pattern.matches("/teams//users")).isFalse();
    assertThat(pattern.matches("/teams/t1/t2/users")).isFalse();
    assertThat(pattern.matches("/teams/t1")).isFalse();
  }

  @Test
  void two_stars_stand_for_the_rest() {
    var pattern = PathPattern.of("/openapi/v2/**");

    assertThat(pattern.matches("/openapi/v2/")).isTrue();
    assertThat(pattern.matches("/openapi/v2/a/b")).isTrue();
    assertThat(pattern.matches("/openapi/v1/a")).isFalse();
  }
}
