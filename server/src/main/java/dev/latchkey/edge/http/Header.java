package dev.latchkey.edge.http;

import java.time.Duration;

public record Header(String name, String value) {
  public Header {
    for (int i = 0; i < value.length(); i++) {
      char character = value.charAt(i);
      if ((character < ' ' && character != '\t') || character == 0x7f) {
        throw new IllegalArgumentException("control character in header " + name);
      }
    }
  }

  public static Header retryAfter(Duration wait) {
    return new Header("Retry-After", String.valueOf(Refusal.seconds(wait)));
  }
}
