package dev.latchkey.model.token;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A sealed request is part of Latchkey's own addresses, so it may contain only characters that need
 * no escaping there.
 */
class SealedRequestTest {
  @Test
  void it_has_100_to_14000_characters() {
    assertThat(SealedRequest.parse("x".repeat(99))).isEmpty();
    assertThat(SealedRequest.parse("x".repeat(100))).contains(new SealedRequest("x".repeat(100)));
    assertThat(SealedRequest.parse("x".repeat(14_000))).isPresent();
    assertThat(SealedRequest.parse("x".repeat(14_001))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"&", "/", "?", "#", "=", "+", " ", "\n", "%41", "é"})
  void a_character_that_needs_escaping_is_refused(String sign) {
    assertThat(SealedRequest.parse("x".repeat(100) + sign)).isEmpty();
    assertThat(SealedRequest.parse(sign + "x".repeat(100))).isEmpty();
  }
}
