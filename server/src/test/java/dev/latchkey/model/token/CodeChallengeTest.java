package dev.latchkey.model.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** RFC 7636 and rule 1.4. */
class CodeChallengeTest {
  /** RFC 7636, appendix B. */
  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  @Test
  void the_example_of_the_standard_holds() {
    assertThat(CodeChallenge.ofVerifier(VERIFIER)).isEqualTo(CodeChallenge.parse(CHALLENGE));
    assertThat(CodeChallenge.parse(CHALLENGE)).contains(new CodeChallenge(CHALLENGE));
  }

  @Test
  void a_challenge_is_43_characters_of_base64url() {
    for (String text :
        List.of(
            "",
            CHALLENGE.substring(1),
            CHALLENGE + "A",
            CHALLENGE.replace('-', '+'),
            CHALLENGE.replace('-', '='))) {
      assertThat(CodeChallenge.parse(text)).as(text).isEmpty();
    }
  }

  @Test
  void a_verifier_is_43_to_128_unreserved_characters() {
    assertThat(CodeChallenge.ofVerifier("~".repeat(43))).isPresent();
    assertThat(CodeChallenge.ofVerifier("~".repeat(128))).isPresent();
    for (String text :
        List.of("", "~".repeat(42), "~".repeat(129), "+".repeat(43), "é".repeat(43))) {
      assertThat(CodeChallenge.ofVerifier(text)).as(text).isEmpty();
    }
  }
}
