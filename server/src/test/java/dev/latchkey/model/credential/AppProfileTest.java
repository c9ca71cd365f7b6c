package dev.latchkey.model.credential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AppProfileTest {
  @Test
  void a_description_is_short_and_has_no_signs_that_hide_or_turn_text() {
    assertThat(AppProfile.flawOfDescription("")).isEmpty();
    assertThat(AppProfile.flawOfDescription("计划 your week — ".repeat(17))).isEmpty();
    assertThat(AppProfile.flawOfDescription("x".repeat(301))).contains(AppProfile.Flaw.TOO_LONG);
    for (String sign : new String[] {"\n", "\0", "\u202e", "\u200b", "\u2066", "\u2028"}) {
      assertThat(AppProfile.flawOfDescription("a" + sign + "b")).contains(AppProfile.Flaw.SIGNS);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "https://app.example",
        "https://app.example/about?state=all&code=1",
        "https://xn--80ak6aa92e.com/",
        "http://localhost:3000/"
      })
  void a_link_is_https_or_on_loopback(String link) {
    assertThat(AppProfile.flawOfLink(link)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "http://app.example/, INSECURE",
    "javascript:alert(1), SHAPE",
    "data:text/html;base64, SHAPE",
    "https://apple.com@app.example/, SHAPE",
    "https://аррle.com/, SHAPE",
    "https://app.example/#top, SHAPE",
    "//app.example/, SHAPE",
    "/about, SHAPE",
    "https://app.example/a/../b, DOTS"
  })
  void other_links_are_refused(String link, RedirectUri.Flaw flaw) {
    assertThat(AppProfile.flawOfLink(link)).isEqualTo(Optional.of(flaw));
  }

  @Test
  void a_link_is_shown_with_its_host() {
    assertThat(AppProfile.host("https://app.example/https://bank.example/"))
        .isEqualTo("app.example");
    assertThat(AppProfile.host("http://localhost:3000/")).isEqualTo("localhost:3000");
  }
}
