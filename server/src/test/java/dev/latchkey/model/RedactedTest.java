package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.mail.MailMessage;
import dev.latchkey.model.person.EnteredCode;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.PasswordRule;
import dev.latchkey.model.token.TokenPair;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rule 5.3: in a log line or an exception, a secret shows its kind and nothing more. */
class RedactedTest {
  private static final Random DICE = new Random(53);

  @Test
  void a_secret_shows_its_kind_alone() {
    for (Secret secret :
        List.of(
            Secret.ACCESS.mint(DICE),
            Secret.REFRESH.mint(DICE),
            Secret.CODE.mint(DICE),
            Secret.CLIENT.mint(DICE),
            Secret.ORGANIZATION.mint(DICE),
            Secret.SESSION.mint(DICE),
            Secret.PASSWORD_LINK.mint(DICE))) {
      assertThat(secret).hasToString(secret.getClass().getSimpleName() + "[redacted]");
    }
    assertThat(TokenPair.mint(DICE))
        .hasToString("TokenPair[access=Access[redacted], refresh=Refresh[redacted]]");
  }

  @Test
  void what_is_made_from_a_secret_does_not_show_it_either() {
    SecretHash hash = SecretHash.of("abc");
    var user = new Id.User("usr_1");

    assertThat(hash).hasToString("SecretHash[redacted]");
    assertThat(new PasswordHash("$argon2id$x")).hasToString("PasswordHash[redacted]");
    assertThat(new EnteredCode.OfApp("123456")).hasToString("OfApp[redacted]");
    assertThat(new SignedIn(hash, user, 1)).hasToString("SignedIn[User[value=usr_1]]");
    assertThat(new PasswordRule(Set.of("password"))).hasToString("PasswordRule[1 common]");
    assertThat(new MailMessage(user, "mei@example.com", "Reset", "lk_pl_x", Instant.EPOCH))
        .hasToString("MailMessage[to usr_1]");
  }
}
