package dev.latchkey.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Crowd;
import dev.latchkey.model.PasswordHash;
import dev.latchkey.model.TooBusy;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a password is kept (security row 129). */
class PasswordsTest {
    private final Passwords passwords = new Passwords(new SecureRandom());

    @Test
    void a_password_is_kept_as_argon2id_of_nineteen_mebibytes_and_two_passes() {
        PasswordHash kept = passwords.hash("a horse, a staple, a battery");

        assertThat(kept.text()).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
        assertThat(passwords.matches("a horse, a staple, a battery", kept)).isTrue();
        assertThat(passwords.matches("a horse, a staple, a batterY", kept)).isFalse();
    }

    @Test
    void equal_passwords_are_kept_differently() {
        assertThat(passwords.hash("seven wet umbrellas").text())
                .isNotEqualTo(passwords.hash("seven wet umbrellas").text());
    }

    @Test
    void whoever_would_wait_too_long_is_refused_and_the_others_are_served() {
        PasswordHash kept = passwords.hash("seven wet umbrellas");

        List<String> told =
                Crowd.of(
                        2 * Passwords.WAITING,
                        number -> {
                            try {
                                return String.valueOf(
                                        passwords.matches("seven wet umbrellas", kept));
                            } catch (TooBusy busy) {
                                return "come back";
                            }
                        });

        assertThat(told).contains("true", "come back").doesNotContain("false");
        assertThat(passwords.matches("seven wet umbrellas", kept)).as("afterwards").isTrue();
    }
}
