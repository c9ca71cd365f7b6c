package dev.latchkey.bench.host;

import java.nio.charset.StandardCharsets;
import java.util.function.IntUnaryOperator;

/**
 * The body of a fixed answer that is compared with an answer of the product. Both have the same
 * number of bytes including their heads, so a server with a longer head gets a shorter body.
 */
public record FixedAnswer(byte[] body) {
  /** The size of the product's answer to an introspection, with its head. */
  public static final int INTROSPECTION_BYTES = 615;

  private static final String BEGIN = "{\"fixed\":\"";
  private static final String END = "\"}";
  private static final String NETTY_HEAD =
      "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: \r\n\r\n";

  private static final String NGINX_HEAD =
      String.join(
          "\r\n",
          "HTTP/1.1 200 OK",
          "Server: nginx",
          "Date: Sun, 22 Nov 2026 12:00:00 GMT",
          "Content-Type: application/json",
          "Content-Length: ",
          "Connection: keep-alive",
          "",
          "");

  /** The answer of this size of {@link FixedServer}. */
  public static FixedAnswer ofNetty(int bytes) {
    return ofSize(bytes, length -> NETTY_HEAD.length() + digits(length));
  }

  /** The answer of this size of nginx, configured not to send its version. */
  public static FixedAnswer ofNginx(int bytes) {
    return ofSize(bytes, length -> NGINX_HEAD.length() + digits(length));
  }

  /** {@code head} returns the size of the head for a body of a given size. */
  static FixedAnswer ofSize(int bytes, IntUnaryOperator head) {
    int least = BEGIN.length() + END.length();
    for (int length = bytes; length >= least; length--) {
      if (length + head.applyAsInt(length) == bytes) {
        return new FixedAnswer(
            (BEGIN + "x".repeat(length - least) + END).getBytes(StandardCharsets.US_ASCII));
      }
    }
    throw new IllegalArgumentException("no answer has " + bytes + " bytes");
  }

  private static int digits(int number) {
    return Integer.toString(number).length();
  }
}
