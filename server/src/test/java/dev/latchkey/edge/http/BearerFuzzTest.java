package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.model.Secret;
import dev.latchkey.model.TokenKey;
import java.util.Optional;

/**
 * A bearer token that is read from bytes is the same token that is read from the text, and nothing
 * stands around it.
 */
class BearerFuzzTest extends ParserFuzz {
  @Override
  protected void holds(byte[] input) {
    String sent = latin1(input);
    boolean isBearer = sent.regionMatches(true, 0, "Bearer ", 0, 7) && sent.length() > 7;

    switch (BearerHeader.of(sent)) {
      case BearerHeader.Missing _ ->
          assertThat(isBearer && sent.chars().skip(7).noneMatch(Character::isWhitespace)).isFalse();
      case BearerHeader.Presented presented -> {
        assertThat(isBearer).isTrue();
        assertThat(presented.token()).isEqualTo(spelled(sent.substring(7)));
      }
    }
  }

  private static Optional<TokenKey> spelled(String token) {
    return Secret.bearer(token).map(TokenKey::of);
  }
}
