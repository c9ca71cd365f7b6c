package dev.latchkey.model.person;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecoveryCodeTest {
  private final RecoveryCode code = RecoveryCode.draw(new SecureRandom());

  @Test
  void it_is_written_in_four_groups_and_read_however_it_is_typed() {
    String written = code.reveal();

    assertThat(written).matches("[a-z2-7]{6}(-[a-z2-7]{6}){3}");
    assertThat(RecoveryCode.parse(written)).map(RecoveryCode::hash).contains(code.hash());
    assertThat(RecoveryCode.parse(" " + written.toUpperCase(Locale.ROOT).replace('-', ' ')))
        .map(RecoveryCode::hash)
        .contains(code.hash());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "123456", "abcdef-abcdef-abcdef-abcde", "abcdef-abcdef-abcdef-abcde1"})
  void a_text_that_is_too_short_or_has_other_characters_is_refused(String text) {
    assertThat(RecoveryCode.parse(text)).isEmpty();
  }

  @Test
  void its_string_form_shows_nothing() {
    assertThat(code.toString()).isEqualTo("RecoveryCode[redacted]");
  }

  @Test
  void each_of_its_characters_is_accepted() {
    for (String written :
        List.of(
            "abcdef-ghijkl-mnopqr-stuvwx",
            "yz2345-67aaaa-aaaaaa-aaaaaa",
            "777777-777777-777777-777777")) {
      assertThat(RecoveryCode.parse(written)).map(RecoveryCode::reveal).contains(written);
    }
  }

  @Test
  void six_digits_are_an_apps_and_the_rest_may_be_a_recovery_code() {
    assertThat(EnteredCode.parse("123 456")).contains(new EnteredCode.OfApp("123456"));
    assertThat(EnteredCode.ofApp("12345")).isEmpty();
    assertThat(EnteredCode.ofApp("1234567")).isEmpty();
    assertThat(EnteredCode.parse(code.reveal()))
        .hasValueSatisfying(
            entered -> assertThat(entered).isInstanceOf(EnteredCode.Recovery.class));
    assertThat(EnteredCode.parse("12345")).isEmpty();
  }
}
