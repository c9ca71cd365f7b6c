package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Header;
import io.netty.handler.codec.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** The head of a service's answer, as the library has parsed it. */
record ServiceAnswer(HttpResponse head) {
  private static final int MAX_HEADERS = 500;

  int status() {
    return head.status().code();
  }

  /** Whether the answer may be passed on. The library accepts more than a client should receive. */
  boolean isValid() {
    if (head.protocolVersion().majorVersion() != 1
        || head.headers().size() > MAX_HEADERS
        || status() < 100
        || status() > 599) {
      return false;
    }
    for (Map.Entry<String, String> header : head.headers()) {
      if (header.getKey().isEmpty() || !Ascii.isText(header.getValue())) {
        return false;
      }
    }
    return true;
  }

  List<Header> headers() {
    var headers = new ArrayList<Header>(head.headers().size());
    for (Map.Entry<String, String> header : head.headers()) {
      headers.add(new Header(header.getKey(), header.getValue()));
    }
    return headers;
  }

  boolean isEventStream() {
    return head.headers().get("Content-Type", "").startsWith("text/event-stream");
  }

  boolean mayHaveBody() {
    return status() != 204 && status() != 304;
  }

  /** The length of the body; empty if it is not declared. */
  OptionalLong length() {
    String declared = head.headers().get("Content-Length");
    return declared == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(declared));
  }

  /** Whether another request may follow on the connection. */
  boolean isKeptAlive() {
    boolean saysClose =
        head.headers().getAll("Connection").stream()
            .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains("close"));
    boolean ends =
        head.headers().contains("Content-Length")
            || head.headers().contains("Transfer-Encoding")
            || !mayHaveBody();
    return head.protocolVersion().minorVersion() == 1 && !saysClose && ends;
  }
}
