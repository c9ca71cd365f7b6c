package dev.latchkey.bench;

import dev.latchkey.load.Answer;
import java.util.Optional;

/**
 * An access token and its refresh token, read from an answer of the token endpoint (contract 2.2).
 */
record IssuedPair(String access, String refresh) {
  private static final String ACCESS = "\"access_token\":\"";
  private static final String REFRESH = "\"refresh_token\":\"";
  private static final int TOKEN_CHARS = 55;

  /** Empty if the answer is not as contract 2.2 describes it. */
  static Optional<IssuedPair> of(Answer answer) {
    String text = answer.text();
    Optional<String> access = token(text, ACCESS, "lk_at_");
    Optional<String> refresh = token(text, REFRESH, "lk_rt_");
    return answer.status() == 200
            && access.isPresent()
            && refresh.isPresent()
            && text.contains("\"token_type\":\"Bearer\"")
            && text.contains("\"expires_in\":86400")
            && text.endsWith("}")
        ? Optional.of(new IssuedPair(access.get(), refresh.get()))
        : Optional.empty();
  }

  private static Optional<String> token(String text, String name, String prefix) {
    int from = text.indexOf(name) + name.length();
    int end = from + TOKEN_CHARS;
    return from >= name.length()
            && text.startsWith(prefix, from)
            && end < text.length()
            && text.charAt(end) == '"'
        ? Optional.of(text.substring(from, end))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return "IssuedPair[redacted]";
  }
}
