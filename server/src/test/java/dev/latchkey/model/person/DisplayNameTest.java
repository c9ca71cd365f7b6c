package dev.latchkey.model.person;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Security row 111, and the normal form of an e-mail address, on which rows 98 to 100 depend. */
class DisplayNameTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Mei\u202enimda",
        "Mei\u2066",
        "Me\u200bi",
        "Mei\u0000",
        "Mei\u001b[31m",
        "Mei\u0085",
        "Mei\u2028Member",
        "\ufeffMei",
        "Mei\u3164",
        "Mei\u2800Member",
        "Mei\r\nBcc: all@example.com",
        "Mei\ud800"
      })
  void characters_that_hide_or_reverse_text_are_refused(String name) {
    assertThat(DisplayName.flawOf(name)).contains(DisplayName.Flaw.SIGNS);
    assertThat(EmailAddress.parse(name + "@example.com")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\u3000", "\u3164", "\u2800 ", "\ufe0f\u034f", "\u0301"})
  void a_blank_name_is_refused(String name) {
    assertThat(DisplayName.flawOf(name)).contains(DisplayName.Flaw.MISSING);
  }

  @ParameterizedTest
  @ValueSource(ints = {101, 10_000})
  void a_long_name_is_refused(int chars) {
    assertThat(DisplayName.flawOf("x".repeat(chars))).contains(DisplayName.Flaw.TOO_LONG);
    assertThat(EmailAddress.parse("x".repeat(chars) + "@example.com")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Mei", "\u7f8e Member", "O'Neill-\u00c5str\u00f6m", "<script>", "\ud83d\udd11"})
  void names_of_every_script_are_names(String name) {
    assertThat(DisplayName.flawOf(name)).isEmpty();
    assertThat(DisplayName.flawOf("x".repeat(100))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mei@example.com", " Mei@Example.COM\t", "MEI@EXAMPLE.COM\u3000"})
  void an_address_has_one_normal_form(String entered) {
    assertThat(EmailAddress.parse(entered).map(EmailAddress::text)).contains("mei@example.com");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "mei",
        "@example.com",
        "mei@",
        "a@b@c",
        "mei <m@x.org>",
        "a,b@x.org",
        "\u212aate@x.org"
      })
  void an_unusable_address_is_refused(String entered) {
    assertThat(EmailAddress.parse(entered)).isEmpty();
  }

  @Test
  void an_invalid_name_cannot_be_constructed() {
    assertThat(new DisplayName("Mei").text()).isEqualTo("Mei");
    assertThatThrownBy(() -> new DisplayName(" ")).isInstanceOf(IllegalArgumentException.class);
  }
}
