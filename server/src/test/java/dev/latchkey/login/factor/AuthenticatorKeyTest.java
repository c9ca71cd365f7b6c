package dev.latchkey.login.factor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.person.EnteredCode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 6238, with the last six digits of its own examples. */
class AuthenticatorKeyTest {
  private final AuthenticatorKey key =
      AuthenticatorKey.of("12345678901234567890".getBytes(StandardCharsets.US_ASCII));

  @ParameterizedTest
  @CsvSource({
    "59, 287082",
    "1111111109, 081804",
    "1111111111, 050471",
    "1234567890, 005924",
    "2000000000, 279037",
    "20000000000, 353130"
  })
  void the_examples_of_the_standard_are_right(long second, String digits) {
    assertThat(isRight(digits, second)).isTrue();
  }

  @Test
  void a_code_is_valid_in_its_period_and_in_the_two_next_to_it() {
    assertThat(isRight("081804", 1111111080 - 30)).isTrue();
    assertThat(isRight("081804", 1111111109 + 30)).isTrue();

    assertThat(isRight("081804", 1111111080 - 31)).isFalse();
    assertThat(isRight("081804", 1111111109 + 31)).isFalse();
  }

  @Test
  void its_string_form_shows_nothing() {
    assertThat(key.toString()).doesNotContain(key.reveal().substring(0, 4));
  }

  private boolean isRight(String digits, long second) {
    return key.proof(new EnteredCode.OfApp(digits), Instant.ofEpochSecond(second)).isPresent();
  }
}
