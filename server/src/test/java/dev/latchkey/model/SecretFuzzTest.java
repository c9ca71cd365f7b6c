package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import java.util.List;
import java.util.Optional;

/** A secret has one form and one kind, and its text is not shown by accident. */
class SecretFuzzTest extends ParserFuzz {
  private static final List<Secret.Kind<?>> KINDS =
      List.of(
          Secret.ACCESS,
          Secret.REFRESH,
          Secret.CODE,
          Secret.CLIENT,
          Secret.ORGANIZATION,
          Secret.SESSION,
          Secret.SETUP,
          Secret.PASSWORD_LINK,
          Secret.BROWSER,
          Secret.EXTERNAL_SIGN_IN);

  @Override
  protected void holds(byte[] input) {
    String sent = latin1(input);
    int taken = 0;
    for (Secret.Kind<?> kind : KINDS) {
      Optional<? extends Secret> secret = kind.parse(sent);
      if (secret.isPresent()) {
        taken++;
        assertThat(secret.get().reveal()).isEqualTo(sent).startsWith(kind.prefix());
        assertThat(secret.get().toString()).doesNotContain(sent);
      }
    }
    assertThat(taken).isLessThanOrEqualTo(1);
    assertThat(TokenKey.of(input, 0, input.length))
        .isEqualTo(Secret.bearer(sent).map(TokenKey::of));
    if (taken == 1) {
      assertNoOtherIsTaken(sent);
    }
  }

  /** Changing any one character makes the text invalid. */
  private static void assertNoOtherIsTaken(String sound) {
    for (int at = 0; at < sound.length(); at++) {
      char other = sound.charAt(at) == 'x' ? 'y' : 'x';
      String changed = sound.substring(0, at) + other + sound.substring(at + 1);
      for (Secret.Kind<?> kind : KINDS) {
        assertThat(kind.parse(changed)).isEmpty();
      }
    }
  }
}
