package dev.latchkey.edge.http;

import static dev.latchkey.edge.http.Http2Caller.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.Traffic.Cut;
import dev.latchkey.harness.Gateway;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.wire.Certificate;
import dev.latchkey.harness.wire.RawHttp2;
import dev.latchkey.harness.wire.RawHttp2.Frame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Security rows 116 and 120 for HTTP/2, frame by frame. */
@SuppressWarnings("NullAway.Init") // Started once for all.
class Http2StrictnessTest {
  private static final Certificate CERTIFICATE = Certificate.make();
  private static final String FORM = "application/x-www-form-urlencoded";

  private static final List<String> SERVED = new CopyOnWriteArrayList<>();

  private static Gateway gateway;

  private final Http2Caller caller = new Http2Caller(gateway, CERTIFICATE);
  private final RawHttp2 connection = caller.connection();

  @BeforeAll
  static void start() {
    gateway =
        Gateway.before(Http2StrictnessTest::serve, settings -> settings.with(CERTIFICATE.files()));
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  /** Checks that all connections and bytes of a test have been released. */
  @AfterEach
  void close() {
    connection.close();
    Traffic traffic = gateway.latchkey().traffic();
    Poll.until(() -> traffic.open() == 0, "none open");
    Poll.until(() -> traffic.heldBytes() == 0, "nothing held");
  }

  private static void serve(Upstream.Call call) throws IOException {
    SERVED.add(call.body());
    call.answerOk("ok");
  }

  @BeforeEach
  void forgetServed() {
    SERVED.clear();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "content-length: 5, content-length: 6",
        "content-length: 6",
        "content-length: 4",
        "content-length: +5",
        "content-length: 5x",
        "content-length: ",
        "content-length: 99999999999999999999",
        "transfer-encoding: chunked",
        "connection: close",
        "connection: x-user",
        "keep-alive: 1",
        "upgrade: websocket",
        "te: gzip",
        "X-Upper: a",
        "x-odd: a\u0000b",
        "x-odd: a\rb",
        "x-odd: a\nb",
        "x-odd: a\u0001b",
        "x odd: a",
        "x\u0000: a",
        "x\r\nb: a",
        ": a",
        ":path: /oauth2/jwks",
        ":unknown: a",
        ":status: 200",
        "host: evil.example"
      })
  void an_invalid_head_is_reset_and_never_served(String fields) {
    var all = new ArrayList<>(List.of(caller.call("POST", "/openapi/v2/issues/odd")));
    for (String field : fields.split(", ")) {
      int colon = field.indexOf(": ", 1);
      all.addAll(
          colon < 0
              ? List.of("", field.substring(2))
              : List.of(field.substring(0, colon), field.substring(colon + 2)));
    }
    connection.headers(1, 0, all.toArray(String[]::new));
    connection.data(1, RawHttp2.END_STREAM, "hello").flush();

    Optional<Frame> answer = connection.next(RawHttp2.HEADERS, RawHttp2.RESET, RawHttp2.GO_AWAY);

    assertRefused(answer);
  }

  @Test
  void pseudo_headers_must_be_present_and_valid() {
    String here = "localhost:" + gateway.latchkey().port();
    for (String[] fields :
        new String[][] {
          {":scheme", "https", ":authority", here, ":path", "/"},
          {":method", "GET", ":scheme", "https", ":authority", here},
          {":method", "get", ":scheme", "https", ":authority", here, ":path", "/"},
          {":method", "G T", ":scheme", "https", ":authority", here, ":path", "/"},
          {":method", "GET", ":scheme", "https", ":authority", here, ":path", ""},
          {":method", "GET", ":scheme", "https", ":authority", here, ":path", "/a b"},
          {":method", "GET", ":scheme", "https", ":authority", here, ":path", "/a\nb"},
          {":method", "GET", ":scheme", "https", ":path", "/"},
          {":method", "GET", "x", "y", ":scheme", "https", ":path", "/"},
          {":method", "CONNECT", ":authority", here}
        }) {
      try (var own = new RawHttp2(gateway.latchkey().port(), CERTIFICATE)) {
        own.headers(1, RawHttp2.END_STREAM, fields).flush();
        assertRefused(own.next(RawHttp2.HEADERS, RawHttp2.RESET, RawHttp2.GO_AWAY));
      }
    }
  }

  @Test
  void another_host_is_421() {
    connection
        .headers(
            1,
            RawHttp2.END_STREAM,
            ":method",
            "GET",
            ":scheme",
            "https",
            ":authority",
            "evil.example",
            ":path",
            "/oauth2/jwks")
        .flush();
    assertThat(connection.next(RawHttp2.HEADERS).orElseThrow().status()).contains("421");
  }

  /**
   * Relayed to the service, an empty frame would be the last chunk, and the rest of the body would
   * be read as another request.
   */
  @Test
  void an_empty_frame_is_not_the_end_of_a_body() {
    gateway.service().heads().clear();
    connection.headers(1, 0, caller.call("POST", "/openapi/v2/issues/frames"));
    for (String part : List.of("", "hel", "", "", "lo", "")) {
      connection.data(1, 0, part).flush();
    }
    connection.data(1, RawHttp2.END_STREAM, "").flush();

    assertThat(connection.next(RawHttp2.HEADERS).orElseThrow().status()).contains("200");
    connection
        .headers(3, RawHttp2.END_STREAM, caller.call("GET", "/openapi/v2/issues/next"))
        .flush();
    assertThat(connection.next(RawHttp2.HEADERS).orElseThrow().status()).contains("200");
    assertThat(SERVED).containsExactly("hello", "");
    assertThat(gateway.service().heads()).hasSize(2).last().asString().startsWith("GET ");
  }

  @Test
  void trailers_are_not_accepted() {
    connection.headers(1, 0, caller.call("POST", "/openapi/v2/issues/trailers"));
    connection.data(1, 0, "hello");
    connection.headers(1, RawHttp2.END_STREAM, "x-trailer", "a").flush();

    Frame end = connection.next(RawHttp2.HEADERS, RawHttp2.RESET).orElseThrow();
    assertThat(end.type()).isEqualTo(RawHttp2.RESET);
    caller.assertServed(3);
  }

  @Test
  void a_head_of_18_kib_is_431() {
    connection
        .headers(
            1,
            RawHttp2.END_STREAM,
            with(
                caller.request("GET", "/oauth2/jwks"),
                "x-filler",
                "y".repeat(8_000),
                "x-filler",
                "y".repeat(7_000)))
        .flush();
    assertThat(connection.next(RawHttp2.HEADERS).orElseThrow().status()).contains("200");

    byte[] block =
        RawHttp2.block(
            with(
                caller.request("GET", "/oauth2/jwks"),
                "x-filler",
                "y".repeat(9_000),
                "x-filler",
                "y".repeat(9_000)));
    sendInParts(3, block);
    assertThat(connection.next(RawHttp2.HEADERS).orElseThrow().status()).contains("431");
    caller.assertServed(5);
  }

  @Test
  void a_head_that_does_not_end_ends_the_connection() {
    byte[] block = RawHttp2.block(caller.request("GET", "/oauth2/jwks"));
    connection.frame(RawHttp2.HEADERS, RawHttp2.END_STREAM, 1, block);
    try {
      for (int i = 0; i < 10_000; i++) {
        connection
            .frame(RawHttp2.CONTINUATION, 0, 1, RawHttp2.block("x-filler", "y".repeat(1_000)))
            .flush();
      }
    } catch (UncheckedIOException closed) {
      // The server has closed the connection, as expected.
    }
    assertThat(connection.next(RawHttp2.HEADERS)).isEmpty();
  }

  /**
   * CVE-2023-44487: opening and resetting a stream costs the client two frames, and the server a
   * call of a service.
   */
  @Test
  void a_client_that_keeps_resetting_streams_is_disconnected() {
    try {
      for (int i = 0; i < 20_000; i++) {
        int stream = 2 * i + 1;
        connection.headers(stream, RawHttp2.END_STREAM, caller.call("GET", "/openapi/v2/issues/1"));
        connection.reset(stream).flush();
      }
    } catch (UncheckedIOException closed) {
      // The server has closed the connection, as expected.
    }
    // ENHANCE_YOUR_CALM
    assertThat(connection.next(RawHttp2.GO_AWAY).orElseThrow().reason()).isEqualTo(11);
    try (var other = new RawHttp2(gateway.latchkey().port(), CERTIFICATE)) {
      other.headers(1, RawHttp2.END_STREAM, caller.call("GET", "/openapi/v2/issues/2")).flush();
      assertThat(other.next(RawHttp2.HEADERS).orElseThrow().status()).contains("200");
    }
  }

  /**
   * CVE-2025-8671: the client makes the server reset its streams. Each way of doing so counts as if
   * the client had reset them.
   */
  @ParameterizedTest
  @ValueSource(strings = {"window", "field", "trailers"})
  void a_client_that_keeps_having_streams_reset_is_disconnected(String way) {
    String[] form = with(caller.request("POST", "/oauth2/token"), "content-type", FORM);
    try {
      for (int stream = 1; stream < 500; stream += 2) {
        switch (way) {
          case "window" -> connection.headers(stream, 0, form).frame(8, 0, stream, new byte[4]);
          case "field" -> connection.headers(stream, 0, with(form, "x-odd", "\u0001"));
          default -> connection.headers(stream, 0, form).headers(stream, 1, "x-odd", "a");
        }
        connection.flush();
      }
    } catch (UncheckedIOException closed) {
      // The server has closed the connection, as expected.
    }
    // ENHANCE_YOUR_CALM
    assertThat(connection.next(RawHttp2.GO_AWAY).orElseThrow().reason()).isEqualTo(11);
  }

  static IntStream controlCharacters() {
    return IntStream.range(0, 128).filter(code -> code != '\t' && Character.isISOControl(code));
  }

  @ParameterizedTest
  @MethodSource("controlCharacters")
  void a_field_with_a_control_character_is_reset_before_any_route(int code) {
    connection
        .headers(
            1,
            RawHttp2.END_STREAM,
            with(caller.request("GET", "/oauth2/jwks"), "x-odd", "a" + (char) code + "b"))
        .flush();

    Frame end = connection.next(RawHttp2.HEADERS, RawHttp2.RESET).orElseThrow();

    assertThat(end.type()).isEqualTo(RawHttp2.RESET);
  }

  @Test
  void a_head_of_more_than_200_fields_is_reset() {
    String[] many = caller.request("GET", "/oauth2/jwks");
    for (int i = 0; i < 197; i++) {
      many = with(many, "x" + i, "");
    }
    connection.headers(1, RawHttp2.END_STREAM, many).flush();

    Frame end = connection.next(RawHttp2.HEADERS, RawHttp2.RESET).orElseThrow();

    assertThat(end.type()).isEqualTo(RawHttp2.RESET);
  }

  @Test
  void a_connection_whose_client_is_gone_is_closed_with_its_streams() {
    String[] form = with(caller.request("POST", "/oauth2/token"), "content-type", FORM);
    connection.headers(1, 0, form).flush();
    Poll.until(() -> gateway.latchkey().traffic().open() == 1, "it is open");

    connection.endOutput();

    Poll.until(() -> gateway.latchkey().traffic().open() == 0, "it is closed");
    assertThat(gateway.latchkey().traffic().cut(Cut.SLOW_REQUEST)).isZero();
  }

  private void sendInParts(int stream, byte[] block) {
    int part = 10_000;
    for (int at = 0; at < block.length; at += part) {
      boolean isLast = at + part >= block.length;
      byte[] bytes = Arrays.copyOfRange(block, at, Math.min(block.length, at + part));
      connection.frame(
          at == 0 ? RawHttp2.HEADERS : RawHttp2.CONTINUATION,
          (at == 0 ? RawHttp2.END_STREAM : 0) | (isLast ? RawHttp2.END_HEADERS : 0),
          stream,
          bytes);
    }
    connection.flush();
  }

  /**
   * The stream was reset, the connection was closed, or the answer is 400. The service never
   * received the request.
   */
  private static void assertRefused(Optional<Frame> answer) {
    answer
        .filter(frame -> frame.type() == RawHttp2.HEADERS)
        .ifPresent(head -> assertThat(head.status()).contains("400"));
    assertThat(SERVED).isEmpty();
  }
}
