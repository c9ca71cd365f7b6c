package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Gateway;
import dev.latchkey.harness.wire.Certificate;
import dev.latchkey.harness.wire.RawHttp2;
import dev.latchkey.harness.wire.RawHttp2.Frame;
import java.util.stream.Stream;

/** Calls a gateway on one connection, frame by frame. */
record Http2Caller(Gateway gateway, RawHttp2 connection) {
  Http2Caller(Gateway gateway, Certificate certificate) {
    this(gateway, new RawHttp2(gateway.latchkey().port(), certificate));
  }

  void assertServed(int stream) {
    connection.headers(stream, RawHttp2.END_STREAM, request("GET", "/oauth2/jwks")).flush();
    Frame head = connection.next(RawHttp2.HEADERS, RawHttp2.GO_AWAY).orElseThrow();
    assertThat(head.status()).contains("200");
    assertThat(head.stream()).isEqualTo(stream);
    assertThat(connection.next(RawHttp2.DATA).orElseThrow().text()).contains("\"keys\"");
  }

  /** Only the head is expected: the body waits until the client's window has room. */
  void assertHeadCame(int stream) {
    connection.headers(stream, RawHttp2.END_STREAM, request("GET", "/oauth2/jwks")).flush();
    Frame head = connection.next(RawHttp2.HEADERS, RawHttp2.GO_AWAY).orElseThrow();
    assertThat(head.status()).contains("200");
  }

  String[] call(String method, String path) {
    return with(request(method, path), "authorization", "Bearer " + gateway.token());
  }

  String[] request(String method, String path) {
    return new String[] {
      ":method",
      method,
      ":scheme",
      "https",
      ":authority",
      "localhost:" + gateway.latchkey().port(),
      ":path",
      path
    };
  }

  static String[] with(String[] fields, String... more) {
    return Stream.of(fields, more).flatMap(Stream::of).toArray(String[]::new);
  }
}
