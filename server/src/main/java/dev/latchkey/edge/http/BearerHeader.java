package dev.latchkey.edge.http;

import dev.latchkey.model.TokenKey;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The Authorization header of a caller that holds a token (contract 5.1). */
public sealed interface BearerHeader {
  String SCHEME = "Bearer ";

  /**
   * No token was presented: there is no header, it has another scheme, or it is empty or malformed.
   */
  record Missing() implements BearerHeader {}

  /**
   * A token was presented. {@code token} is empty if the text does not even have the form of a
   * token.
   */
  record Presented(Optional<TokenKey> token) implements BearerHeader {}

  static BearerHeader of(Request request) {
    return request.headers().bearer();
  }

  static BearerHeader of(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
    return of(bytes, 0, bytes.length);
  }

  /**
   * Reads the value from the bytes of the request. Every check of a token begins here, so no text
   * is created from the bytes.
   */
  static BearerHeader of(byte[] bytes, int from, int to) {
    int token = from + SCHEME.length();
    if (token >= to || !isScheme(bytes, from)) {
      return new Missing();
    }
    Optional<TokenKey> wellFormed = TokenKey.of(bytes, token, to - token);
    return wellFormed.isEmpty() && hasSpace(bytes, token, to)
        ? new Missing()
        : new Presented(wellFormed);
  }

  private static boolean isScheme(byte[] bytes, int from) {
    for (int i = 0; i < SCHEME.length(); i++) {
      if (Character.toLowerCase(bytes[from + i]) != Character.toLowerCase(SCHEME.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasSpace(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (Character.isWhitespace(bytes[i] & 0xff)) {
        return true;
      }
    }
    return false;
  }
}
