package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The language that is chosen for a browser's list of languages. */
class LanguageTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "zh",
        "zh-CN,zh;q=0.9,en;q=0.8",
        "zh-Hans-SG",
        "ZH-hans-cn",
        "zh-TW",
        "zh-Hant-HK,en;q=0.9",
        "fr,zh;q=0.1",
        "en;q=0.1, zh;q=0.2",
        "cmn-Hans-CN"
      })
  void every_kind_of_chinese_that_comes_first_is_answered_in_simplified_chinese(String ranges) {
    assertThat(Language.preferred(ranges)).isEqualTo(Language.CHINESE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "en",
        "en-GB,zh;q=0.9",
        "fr,de;q=0.9",
        "zh;q=0",
        "zh;q=0,*",
        "de,zh;q=0.1,en;q=0.2",
        "zh;q=2",
        "zh;q=x",
        ";;;",
        "-",
        "中文",
        "zh-"
      })
  void anything_else_is_answered_in_english(String ranges) {
    assertThat(Language.preferred(ranges)).isEqualTo(Language.ENGLISH);
  }

  /** The library would need minutes for this list. */
  @Test
  void a_list_longer_than_any_browser_sends_is_not_read() {
    assertThat(Language.preferred("zh" + "-zh".repeat(5_000))).isEqualTo(Language.ENGLISH);
  }

  @Test
  void a_list_of_200_characters_is_the_longest_that_is_read() {
    String longest = "zh," + "x,".repeat(98) + "x";

    assertThat(longest).hasSize(200);
    assertThat(Language.preferred(longest)).isEqualTo(Language.CHINESE);
    assertThat(Language.preferred("zh, " + longest.substring(3))).isEqualTo(Language.ENGLISH);
  }

  @Test
  void a_page_and_a_cookie_name_it_in_their_own_ways() {
    assertThat(Language.CHINESE.tag()).isEqualTo("zh-Hans");
    assertThat(Language.CHINESE.locale()).isEqualTo(Locale.forLanguageTag("zh-Hans"));
    assertThat(Language.of("zh")).contains(Language.CHINESE);
    assertThat(Language.of("de")).isEmpty();
  }
}
