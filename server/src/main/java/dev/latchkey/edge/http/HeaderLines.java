package dev.latchkey.edge.http;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Headers that are sent with many messages, also encoded as the bytes that HTTP/1.1 sends. */
public record HeaderLines(List<Header> headers, byte[] bytes) {
  public static HeaderLines of(List<Header> headers) {
    var text = new StringBuilder();
    for (Header header : headers) {
      text.append(header.name()).append(": ").append(header.value()).append("\r\n");
    }
    return new HeaderLines(headers, text.toString().getBytes(StandardCharsets.ISO_8859_1));
  }
}
