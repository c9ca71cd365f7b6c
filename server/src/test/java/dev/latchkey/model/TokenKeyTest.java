package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.model.token.TokenRoot;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** A token that is parsed from bytes is the same as one that is parsed from text. */
class TokenKeyTest {
  private static final String BEFORE = "Bearer ";

  private final RandomGenerator random = new SplittableRandom(7);

  @Test
  void the_bytes_of_a_token_have_the_key_of_the_token() {
    for (int i = 0; i < 1_000; i++) {
      Secret.Access access = Secret.ACCESS.mint(random);
      Secret.Organization organization = Secret.ORGANIZATION.mint(random);
      Secret.Child child = Secret.CHILD.mint(random);

      assertThat(key(access.reveal()))
          .contains(new TokenKey(TokenKey.Kind.PERSONAL, access.hash()));
      assertThat(key(organization.reveal()))
          .contains(new TokenKey(TokenKey.Kind.ORGANIZATIONAL, organization.hash()));
      assertThat(key(child.reveal())).contains(new TokenKey(TokenKey.Kind.CHILD, child.hash()));
    }
  }

  @Test
  void secrets_of_other_kinds_have_no_key() {
    List<Secret.Kind<?>> others =
        List.of(Secret.REFRESH, Secret.CODE, Secret.CLIENT, Secret.SESSION, Secret.SETUP);

    assertThat(others).allMatch(kind -> key(kind.mint(random).reveal()).isEmpty());
  }

  @Test
  void a_token_with_any_one_byte_changed_has_no_key() {
    String token = Secret.ACCESS.mint(random).reveal();
    for (int at = 0; at < token.length(); at++) {
      for (int other = 0; other < 256; other++) {
        byte[] bytes = latin1(token);
        if (bytes[at] != (byte) other) {
          bytes[at] = (byte) other;
          assertThat(TokenKey.of(bytes, 0, bytes.length)).isEmpty();
        }
      }
    }
  }

  @Test
  void a_token_cut_short_or_with_more_behind_it_has_no_key() {
    String token = Secret.ORGANIZATION.mint(random).reveal();
    for (int length = 0; length < token.length(); length++) {
      assertThat(key(token.substring(0, length))).isEmpty();
    }
    assertThat(key(token + "0")).isEmpty();
    assertThat(key(token + token)).isEmpty();
  }

  @Test
  void bytes_and_text_always_have_the_same_key() {
    for (int i = 0; i < 20_000; i++) {
      String token = anyToken();
      byte[] bytes = latin1(token);
      if (random.nextInt(4) > 0) {
        for (int changes = random.nextInt(3); changes > 0; changes--) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
      } else {
        random.nextBytes(bytes);
      }
      String text = new String(bytes, StandardCharsets.ISO_8859_1);

      assertThat(key(text)).isEqualTo(Secret.bearer(text).map(TokenKey::of));
    }
  }

  private String anyToken() {
    return random.nextBoolean()
        ? Secret.ACCESS.mint(random).reveal()
        : Secret.ORGANIZATION.mint(random).reveal();
  }

  /** Parses the text in the middle of other bytes, as in a request. */
  private static Optional<TokenKey> key(String text) {
    byte[] request = latin1(BEFORE + text + "\r\n");
    return TokenKey.of(request, BEFORE.length(), text.length());
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The checksum alone would accept a character that is never drawn. */
  @Test
  void a_token_with_a_foreign_character_and_its_checksum_has_no_key() {
    for (char sign : "-_+/=. \0é".toCharArray()) {
      assertThat(key(madeUp(sign + "A".repeat(42)))).isEmpty();
      assertThat(key(madeUp("A".repeat(42) + sign))).isEmpty();
    }
    assertThat(key(madeUp("A".repeat(43)))).isPresent();
  }

  @Test
  void a_live_token_returns_what_it_shares_with_others() {
    var shared =
        new SharedClaims(
            new Id.Client("cli_1"),
            Optional.empty(),
            new Id.Organization("org_1"),
            Optional.of(new Id.Team("team_1")),
            Scopes.parse("read:a:x"),
            Scopes.Separator.SPACE);
    var live =
        new LiveToken(
            new Id.User("usr_1"),
            Optional.empty(),
            new TokenRoot.Grant(new Id.Grant("grant_1")),
            shared,
            TokenLife.ending(Optional.empty()));

    assertThat(live.client()).isEqualTo(shared.client());
    assertThat(live.organization()).isEqualTo(shared.organization());
    assertThat(live.team()).isEqualTo(shared.team());
    assertThat(live.scope()).isEqualTo(shared.scope());
    assertThat(live.separator()).isEqualTo(shared.separator());
    assertThat(live.life()).isEqualTo(new TokenLife.UntilRevoked());
    assertThat(TokenLife.ending(Optional.of(Instant.EPOCH)))
        .isEqualTo(new TokenLife.Until(Instant.EPOCH));
  }

  private static String madeUp(String random) {
    String body = "lk_at_" + random;
    var crc = new CRC32();
    crc.update(latin1(body));
    return body + Base62.padded(crc.getValue(), 6);
  }
}
