package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** It stands in addresses of ours, so it has to be nothing but signs that no address escapes. */
class SealedRequestTest {
    @Test
    void it_has_100_to_14000_signs() {
        assertThat(SealedRequest.parse("x".repeat(99))).isEmpty();
        assertThat(SealedRequest.parse("x".repeat(100)))
                .contains(new SealedRequest("x".repeat(100)));
        assertThat(SealedRequest.parse("x".repeat(14_000))).isPresent();
        assertThat(SealedRequest.parse("x".repeat(14_001))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"&", "/", "?", "#", "=", "+", " ", "\n", "%41", "é"})
    void a_sign_that_could_lead_elsewhere_makes_it_none(String sign) {
        assertThat(SealedRequest.parse("x".repeat(100) + sign)).isEmpty();
        assertThat(SealedRequest.parse(sign + "x".repeat(100))).isEmpty();
    }
}
