package dev.latchkey.model.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;

/**
 * PKCE: a verifier of 43 to 128 unreserved characters gives a challenge that a client could have
 * sent.
 */
class CodeChallengeFuzzTest extends ParserFuzz {
  @Override
  protected void holds(byte[] input) {
    String sent = utf8(input);

    assertThat(CodeChallenge.parse(sent).isPresent()).isEqualTo(sent.matches("[A-Za-z0-9_-]{43}"));
    var challenge = CodeChallenge.ofVerifier(sent);
    assertThat(challenge.isPresent()).isEqualTo(sent.matches("[A-Za-z0-9._~-]{43,128}"));
    challenge.ifPresent(made -> {
      assertThat(CodeChallenge.parse(made.text())).contains(made);
      assertThat(made).isNotEqualTo(CodeChallenge.UNMATCHABLE);
      assertThat(made.text()).isNotEqualTo(sent);
    });
  }
}
