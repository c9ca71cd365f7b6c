package dev.latchkey.model.person;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 6.5: a password is long enough, is not a common one and is not the person's own name. */
class PasswordRuleTest {
  private final PasswordRule rule = new PasswordRule(Set.of("password1", "letmein!"));

  @ParameterizedTest
  @ValueSource(
      strings = {"eightchr", "12345670", "!!!!!!!!", "mei-linger", "Ωμέγα Ωμέγα", "       x"})
  void all_characters_are_allowed(String password) {
    assertThat(flaw(password)).isEmpty();
  }

  @Test
  void the_length_is_counted_in_characters_as_people_count_them() {
    assertThat(flaw("seven77")).contains(PasswordRule.Flaw.TOO_SHORT);
    assertThat(flaw("🔑".repeat(7))).contains(PasswordRule.Flaw.TOO_SHORT);
    assertThat(flaw("🔑".repeat(8))).isEmpty();
    assertThat(flaw("🔑".repeat(128))).isEmpty();
    assertThat(flaw("x".repeat(129))).contains(PasswordRule.Flaw.TOO_LONG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"password1", "PassWord1", "LETMEIN!"})
  void a_common_password_is_refused(String password) {
    assertThat(flaw(password)).contains(PasswordRule.Flaw.COMMON);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Latchkey",
        "latchkey2026!",
        "mei.lin@example.com",
        "MeiLin2026",
        "Mei Zhang-1",
        "zhang1990!",
        "1!Zhang!1"
      })
  void a_name_with_a_year_and_a_mark_is_refused(String password) {
    assertThat(flaw(password)).contains(PasswordRule.Flaw.PERSONAL);
  }

  private Optional<PasswordRule.Flaw> flaw(String password) {
    return rule.flaw(password, "mei.lin@example.com", "Mei Zhang");
  }
}
