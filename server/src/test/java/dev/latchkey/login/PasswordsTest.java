package dev.latchkey.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Crowd;
import dev.latchkey.model.PasswordHash;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.TooBusy;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a password is kept (security row 129). */
class PasswordsTest {
    private static final RequestMoment HERE = new RequestMoment(Instant.EPOCH, "192.0.2.1");
    private static final String WHO = "mei@example.com";

    private final Passwords passwords = new Passwords(new SecureRandom());

    @Test
    void a_password_is_kept_as_argon2id_of_nineteen_mebibytes_and_two_passes() {
        PasswordHash kept = passwords.hash("a horse, a staple, a battery", WHO, HERE);

        assertThat(kept.text()).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
        assertThat(matches("a horse, a staple, a battery", kept)).isTrue();
        assertThat(matches("a horse, a staple, a batterY", kept)).isFalse();
    }

    @Test
    void equal_passwords_are_kept_differently() {
        assertThat(passwords.hash("seven wet umbrellas", WHO, HERE).text())
                .isNotEqualTo(passwords.hash("seven wet umbrellas", WHO, HERE).text());
    }

    @Test
    void whoever_would_wait_too_long_is_refused_and_the_others_are_served() {
        PasswordHash kept = passwords.hash("seven wet umbrellas", WHO, HERE);

        List<String> told =
                Crowd.of(
                        300,
                        number -> {
                            try {
                                return String.valueOf(matches("seven wet umbrellas", kept));
                            } catch (TooBusy busy) {
                                return "come back";
                            }
                        });

        assertThat(told).contains("true", "come back").doesNotContain("false");
        assertThat(matches("seven wet umbrellas", kept)).as("afterwards").isTrue();
    }

    private boolean matches(String password, PasswordHash kept) {
        return passwords.inTurn(WHO, HERE, hashing -> hashing.matches(password, kept));
    }
}
