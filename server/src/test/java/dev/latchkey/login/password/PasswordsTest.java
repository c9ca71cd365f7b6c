package dev.latchkey.login.password;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.MeasuresTime;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.process.TooBusy;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** How a password is stored (security row 129). */
@MeasuresTime
class PasswordsTest {
  private static final RequestMoment HERE = new RequestMoment(Instant.EPOCH, "192.0.2.1");
  private static final String ACCOUNT = "mei@example.com";
  private static final String PASSWORD = "seven wet umbrellas";

  private final Passwords passwords = new Passwords(new SecureRandom());

  @Test
  void a_password_is_stored_as_argon2id_of_nineteen_mebibytes_and_two_passes() {
    PasswordHash stored = passwords.hash("a horse, a staple, a battery", ACCOUNT, HERE);

    assertThat(stored.text()).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
    assertThat(matches("a horse, a staple, a battery", stored)).isTrue();
    assertThat(matches("a horse, a staple, a batterY", stored)).isFalse();
  }

  @Test
  void equal_passwords_are_stored_differently() {
    assertThat(passwords.hash(PASSWORD, ACCOUNT, HERE).text())
        .isNotEqualTo(passwords.hash(PASSWORD, ACCOUNT, HERE).text());
  }

  @Test
  void a_caller_that_would_wait_too_long_is_refused_and_the_others_are_served() {
    PasswordHash stored = passwords.hash(PASSWORD, ACCOUNT, HERE);
    var firstRefusal = new CountDownLatch(1);

    List<String> results =
        Crowd.of(
            3 * Passwords.TURNS,
            number -> {
              try {
                return passwords.inTurn(
                    ACCOUNT,
                    HERE,
                    argon2 -> {
                      await(firstRefusal);
                      return String.valueOf(argon2.matches(PASSWORD, stored));
                    });
              } catch (TooBusy busy) {
                firstRefusal.countDown();
                return "come back";
              }
            });

    assertThat(results).contains("true", "come back").doesNotContain("false");
    assertThat(matches(PASSWORD, stored)).as("afterwards").isTrue();
  }

  private boolean matches(String password, PasswordHash stored) {
    return passwords.inTurn(ACCOUNT, HERE, argon2 -> argon2.matches(password, stored));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }
}
