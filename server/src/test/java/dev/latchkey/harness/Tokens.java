package dev.latchkey.harness;

import dev.latchkey.harness.wire.Answer;

/** The access token and the refresh token of a token response. */
public record Tokens(String access, String refresh) {
  public static Tokens of(Answer answer) {
    if (answer.status() != 200) {
      throw new AssertionError("no tokens: " + answer);
    }
    return new Tokens(answer.text("access_token"), answer.text("refresh_token"));
  }
}
