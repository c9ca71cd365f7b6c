package dev.latchkey.edge.http;

import static dev.latchkey.edge.http.Http2Caller.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.Traffic.Cut;
import dev.latchkey.harness.Gateway;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.wire.Certificate;
import dev.latchkey.harness.wire.RawHttp2;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Security row 120 for HTTP/2. Each server has one short bound, and time for everything else. */
@SuppressWarnings("NullAway.Init") // Each test starts its own.
class Http2SlowClientsTest {
  private static final Certificate CERTIFICATE = Certificate.make();
  private static final ClientTimeouts STALLS_FOR_A_SECOND =
      new ClientTimeouts(60, 1, 1_000_000, 60, 10);

  /** The first request must come sooner on a busy machine too. */
  private static final ClientTimeouts IDLE_FOR_A_WHILE =
      new ClientTimeouts(60, 60, 1_000_000, 3, 10);

  private Gateway gateway;
  private Http2Caller caller;

  private void start(ClientTimeouts timeouts) {
    gateway =
        Gateway.before(
            Http2SlowClientsTest::serve,
            settings -> settings.with(CERTIFICATE.files()).with(timeouts));
    caller = new Http2Caller(gateway, CERTIFICATE);
  }

  /** Checks that all connections and bytes of a test have been released. */
  @AfterEach
  void stop() {
    caller.connection().close();
    Poll.until(() -> traffic().open() == 0, "none open");
    Poll.until(() -> traffic().heldBytes() == 0, "nothing held");
    gateway.close();
  }

  private static void serve(Upstream.Call call) throws IOException {
    call.answer("HTTP/1.1 200 OK\r\nContent-Length: " + (1L << 40) + "\r\n\r\n");
    while (true) {
      call.out().write(new byte[65_536]);
    }
  }

  private Traffic traffic() {
    return gateway.latchkey().traffic();
  }

  @Test
  void a_stalled_body_is_reset_and_the_connection_stays() {
    start(STALLS_FOR_A_SECOND);
    long before = traffic().cut(Cut.SLOW_REQUEST);
    String[] form =
        with(
            caller.request("POST", "/oauth2/token"),
            "content-type",
            "application/x-www-form-urlencoded");
    caller.connection().headers(1, 0, with(form, "content-length", "50"));
    caller.connection().data(1, 0, "grant_type=").flush();

    assertThat(caller.connection().next(RawHttp2.RESET).orElseThrow().stream()).isEqualTo(1);

    assertThat(traffic().cut(Cut.SLOW_REQUEST)).isEqualTo(before + 1);
    caller.assertServed(3);
  }

  @Test
  void an_unread_answer_is_reset_and_the_connection_stays() {
    start(STALLS_FOR_A_SECOND);
    long before = traffic().cut(Cut.SLOW_READER);
    caller
        .connection()
        .headers(1, RawHttp2.END_STREAM, caller.call("GET", "/openapi/v2/issues/endless"));
    caller.connection().flush();

    assertThat(caller.connection().next(RawHttp2.RESET).orElseThrow().stream()).isEqualTo(1);

    assertThat(traffic().cut(Cut.SLOW_READER)).isEqualTo(before + 1);
    caller.assertHeadCame(3);
  }

  @Test
  void an_idle_connection_is_closed() {
    start(IDLE_FOR_A_WHILE);
    long before = traffic().cut(Cut.IDLE);
    caller.assertServed(1);

    assertThat(caller.connection().next(RawHttp2.HEADERS)).isEmpty();

    assertThat(traffic().cut(Cut.IDLE)).isEqualTo(before + 1);
  }

  /** A ping is not a request, so it does not make a connection less idle. */
  @Test
  void pings_do_not_keep_a_connection_open() {
    start(IDLE_FOR_A_WHILE);
    caller.assertServed(1);
    long before = traffic().cut(Cut.IDLE);
    Poll.until(
        () -> {
          try {
            caller.connection().frame(RawHttp2.PING, 0, 0, new byte[8]).flush();
            return traffic().cut(Cut.IDLE) > before;
          } catch (UncheckedIOException closed) {
            return true;
          }
        },
        "closed");
    assertThat(traffic().cut(Cut.IDLE)).isEqualTo(before + 1);
  }
}
