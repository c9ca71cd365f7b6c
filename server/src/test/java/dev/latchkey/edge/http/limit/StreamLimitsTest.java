package dev.latchkey.edge.http.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.edge.http.Traffic.Cut;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Certificate;
import dev.latchkey.harness.wire.RawConnection;
import dev.latchkey.harness.wire.RawHttp2;
import dev.latchkey.harness.wire.RawHttp2.Frame;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What streams of HTTP/2 and unfinished handshakes may use. */
@SuppressWarnings("NullAway.Init") // Each test starts its own.
class StreamLimitsTest {
  private static final Certificate CERTIFICATE = Certificate.make();
  private static final int LOOPS = Runtime.getRuntime().availableProcessors();
  private static final int REFUSED_STREAM = 7;
  private static final long MEGABYTE = 1_048_576;
  private static final ConnectionLimits PLENTY = new ConnectionLimits(10_000, 10_000, 64, 16);

  private final List<AutoCloseable> connections = new ArrayList<>();
  private Latchkey latchkey;

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable one : connections) {
      one.close();
    }
    latchkey.close();
  }

  private void start(ConnectionLimits limits) {
    latchkey =
        Latchkey.start(Store.SQLITE, settings -> settings.with(CERTIFICATE.files()).with(limits));
  }

  @Test
  void streams_of_one_address_are_limited_like_its_connections() {
    start(new ConnectionLimits(10_000, 20, 64, 16));
    RawHttp2 many = open();
    for (int i = 0; i < 21; i++) {
      many.headers(2 * i + 1, 0, waiting()).flush();
    }

    Frame refused = many.next(RawHttp2.RESET).orElseThrow();

    assertThat(refused.stream()).isEqualTo(41);
    assertThat(refused.reason()).isEqualTo(REFUSED_STREAM);
    assertThat(latchkey.traffic().cut(Cut.STREAMS)).isEqualTo(1);
    many.reset(1).headers(43, RawHttp2.END_STREAM, get()).flush();
    assertThat(many.next(RawHttp2.HEADERS).orElseThrow().stream()).isEqualTo(43);
  }

  @Test
  void streams_of_all_addresses_are_limited_like_all_connections() {
    start(new ConnectionLimits(16, 10_000, 64, 16));
    RawHttp2 many = open();
    for (int i = 0; i < 17; i++) {
      many.headers(2 * i + 1, 0, waiting()).flush();
    }

    assertThat(many.next(RawHttp2.RESET).orElseThrow().reason()).isEqualTo(REFUSED_STREAM);
  }

  /** 1,700 connections with a hundred streams each once filled the heap, by 2.6 MB. */
  @Test
  void streams_are_counted_with_the_objects_that_they_need() {
    start(PLENTY);
    RawHttp2 one = open();
    for (int i = 0; i < 100; i++) {
      one.headers(2 * i + 1, 0, waiting());
    }
    one.flush();

    Poll.until(() -> latchkey.traffic().heldBytes() > 100 * 2_500, "bytes held");
  }

  @Test
  void heads_of_streams_are_counted() {
    start(PLENTY);
    RawHttp2 one = open();
    for (int i = 0; i < 40; i++) {
      one.headers(2 * i + 1, 0, with(waiting(), "x-long", "v".repeat(15_000))).flush();
    }

    Poll.until(() -> latchkey.traffic().heldBytes() > 40 * 15_000, "bytes held");
  }

  @Test
  void connections_of_http_2_that_hold_too_much_are_cut() {
    start(new ConnectionLimits(10_000, 10_000, 1, 16));
    for (int connection = 0; connection < 4 * LOOPS; connection++) {
      RawHttp2 one = open();
      for (int i = 0; i < 10; i++) {
        one.headers(2 * i + 1, 0, with(waiting(), "x-long", "v".repeat(15_000)));
      }
      trySend(one);
    }

    Poll.until(() -> latchkey.traffic().cut(Cut.ADDRESS_MEMORY) > 0, "given up");
    Poll.until(() -> latchkey.traffic().heldBytes() <= MEGABYTE / 2, "within its half");
  }

  @Test
  void unfinished_handshakes_are_counted_with_what_has_arrived() {
    start(PLENTY);
    beginHandshakes(10);

    Poll.until(() -> latchkey.traffic().heldBytes() > 10 * (24_000 + 12_000), "bytes held");
  }

  @Test
  void unfinished_handshakes_that_hold_too_much_are_cut() {
    start(new ConnectionLimits(10_000, 10_000, 1, 16));
    beginHandshakes(60);

    Poll.until(() -> latchkey.traffic().cut(Cut.ADDRESS_MEMORY) > 20, "given up");
    Poll.until(() -> latchkey.traffic().heldBytes() <= MEGABYTE / 2, "within its half");
  }

  private void beginHandshakes(int count) {
    for (int i = 0; i < count; i++) {
      RawConnection one = RawConnection.to(latchkey.port());
      connections.add(one);
      one.trySend("\u0016\u0003\u0001@\u0000\u0001" + "h".repeat(12_000));
    }
  }

  private RawHttp2 open() {
    var one = new RawHttp2(latchkey.port(), CERTIFICATE);
    connections.add(one);
    return one;
  }

  private static void trySend(RawHttp2 one) {
    try {
      one.flush();
    } catch (UncheckedIOException closed) {
      // The server has closed the connection, as expected.
    }
  }

  private String[] waiting() {
    return with(
        request("POST", "/oauth2/token"), "content-type", "application/x-www-form-urlencoded");
  }

  private String[] get() {
    return request("GET", "/oauth2/jwks");
  }

  private String[] request(String method, String path) {
    String here = "localhost:" + latchkey.port();
    return new String[] {":method", method, ":scheme", "https", ":authority", here, ":path", path};
  }

  private static String[] with(String[] fields, String... more) {
    return Stream.of(fields, more).flatMap(Stream::of).toArray(String[]::new);
  }
}
