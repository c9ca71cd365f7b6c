package dev.latchkey.edge.http.limit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.ClientTimeouts;
import dev.latchkey.edge.http.Traffic.Cut;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.MeasuresTime;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Http;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Security row 120: a slow client can hold neither a connection nor a call to a service for long.
 * Each test ends when the server has closed the slow connection.
 */
@MeasuresTime
class SlowClientsTest {
  /** The calls of slow clients that reached the service. Each ends before it is complete. */
  private static final BlockingQueue<String> ENDED = new LinkedBlockingQueue<>();

  private static Upstream upstream;
  private static Latchkey latchkey;
  private static String token;

  @BeforeAll
  static void start() {
    upstream = Upstream.that(SlowClientsTest::serve);
    var strict = new ClientTimeouts(1, 1, 1_000_000, 1, 10);
    latchkey =
        Latchkey.start(
            Store.SQLITE, settings -> Issues.behind(settings, upstream.address()).with(strict));
    token = latchkey.machine(latchkey.person(), Optional.empty()).token();
  }

  @AfterAll
  static void stop() {
    latchkey.close();
    upstream.close();
  }

  private static void serve(Upstream.Call call) throws IOException {
    if (call.head().contains("/small")) {
      call.answerOk("ok");
      return;
    }
    try {
      call.body();
      call.answer("HTTP/1.1 200 OK\r\nContent-Length: " + (1L << 40) + "\r\n\r\n");
      while (true) {
        call.out().write(new byte[65_536]);
      }
    } catch (IOException cut) {
      ENDED.add(call.head());
      throw cut;
    }
  }

  @Test
  void a_silent_client_is_disconnected() throws IOException {
    assertCut("");
  }

  @Test
  void a_head_that_arrives_too_slowly_is_disconnected() throws IOException {
    try (Socket socket = socket()) {
      write(socket, "GET /oauth2/introspect HTTP/1.1\r\n");
      assertThat(isCutWhileDripping(socket, "X-Slow: 1\r\n")).isTrue();
    }
  }

  @Test
  void a_stalled_body_is_disconnected() throws IOException {
    assertCut(
        "POST /oauth2/token HTTP/1.1\r\nHost: localhost:"
            + latchkey.port()
            + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 50\r\n\r\ngrant_type=");
  }

  @Test
  void a_body_that_arrives_too_slowly_is_disconnected() throws Exception {
    try (Socket socket = socket()) {
      write(socket, call("POST /openapi/v2/issues/drip", "Content-Length: 1000000"));
      assertThat(isCutWhileDripping(socket, "x")).isTrue();
    }
    assertThat(ENDED.take()).contains("/drip");
  }

  @Test
  void a_stalled_upload_is_disconnected_and_its_call_to_the_service_ends() throws Exception {
    try (Socket socket = socket()) {
      write(
          socket,
          call("POST /openapi/v2/issues/upload", "Transfer-Encoding: chunked") + "5\r\nhello\r\n");
      assertThat(isCut(socket)).isTrue();
    }
    assertThat(ENDED.take()).contains("/upload");
  }

  @Test
  void an_unread_answer_is_disconnected_and_its_call_to_the_service_ends() throws Exception {
    try (Socket socket = socket()) {
      write(socket, call("GET /openapi/v2/issues/download", "Content-Length: 0"));
      assertThat(ENDED.take()).contains("/download");
    }
  }

  @Test
  void an_idle_client_is_disconnected_after_a_while() throws IOException {
    try (Socket socket = socket()) {
      write(
          socket,
          "GET /oauth2/introspect HTTP/1.1\r\nHost: localhost:" + latchkey.port() + "\r\n\r\n");
      String all = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      assertThat(all).startsWith("HTTP/1.1 401").containsOnlyOnce("HTTP/1.1");
    }
  }

  @Test
  void disconnected_slow_clients_are_counted() throws Exception {
    assertCounted(Cut.SLOW_REQUEST, socketWith("GET /oauth2/introspect HTTP/1.1\r\nX-Slow: "));
    assertCounted(Cut.SLOW_REQUEST, socketWith(""));
    assertCounted(
        Cut.SLOW_REQUEST,
        socketWith(
            "POST /oauth2/token HTTP/1.1\r\nHost: localhost:"
                + latchkey.port()
                + "\r\nContent-Type: application/x-www-form-urlencoded"
                + "\r\nContent-Length: 50\r\n\r\ngrant_type="));
    assertCounted(
        Cut.SLOW_REQUEST,
        socketWith(call("POST /openapi/v2/issues/counted", "Content-Length: 9") + "x"));
    assertThat(ENDED.take()).contains("/counted");
    assertCounted(
        Cut.IDLE,
        socketWith(
            "GET /oauth2/introspect HTTP/1.1\r\nHost: localhost:" + latchkey.port() + "\r\n\r\n"));
    assertCounted(
        Cut.SLOW_READER, socketWith(call("GET /openapi/v2/issues/untaken", "Content-Length: 0")));
    assertThat(ENDED.take()).contains("/untaken");
  }

  /**
   * Waits until the connection has been closed, and checks that it was closed for this reason only.
   */
  private static void assertCounted(Cut why, Socket socket) throws IOException {
    Map<Cut, Long> before = counts();
    try (socket) {
      Poll.until(() -> !counts().equals(before), "closed");
    }
    Map<Cut, Long> expected = new EnumMap<>(before);
    expected.merge(why, 1L, Long::sum);
    assertThat(counts()).isEqualTo(expected);
  }

  private static Map<Cut, Long> counts() {
    var counts = new EnumMap<Cut, Long>(Cut.class);
    for (Cut why : Cut.values()) {
      counts.put(why, latchkey.traffic().cut(why));
    }
    return counts;
  }

  /**
   * A small version of fault F13: heads and bodies that do not arrive, and answers that the client
   * does not read.
   */
  @Test
  void others_are_served_while_many_are_slow() throws Exception {
    var slow = new ArrayList<Socket>();
    try {
      for (int i = 0; i < 60; i++) {
        slow.add(socketWith("GET /oauth2/introspect HTTP/1.1\r\nX-Slow: "));
        slow.add(socketWith(call("POST /openapi/v2/issues/many", "Content-Length: 9") + "x"));
        slow.add(socketWith(call("GET /openapi/v2/issues/many", "Content-Length: 0")));
        assertServed();
      }
      for (int i = 0; i < 120; i++) {
        assertThat(ENDED.take()).contains("/many");
        assertServed();
      }
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  private static Socket socketWith(String text) throws IOException {
    Socket socket = socket();
    write(socket, text);
    return socket;
  }

  private static void assertServed() {
    String url = latchkey.url() + "/openapi/v2/issues/small";
    assertThat(Http.here().get(url, "Authorization", "Bearer " + token).status()).isEqualTo(200);
  }

  private static String call(String line, String header) {
    return line
        + " HTTP/1.1\r\nHost: localhost:"
        + latchkey.port()
        + "\r\nAuthorization: Bearer "
        + token
        + "\r\n"
        + header
        + "\r\n\r\n";
  }

  private static void assertCut(String sent) throws IOException {
    try (Socket socket = socket()) {
      write(socket, sent);
      assertThat(isCut(socket)).isTrue();
    }
  }

  /** Reads to the end. The only thing that may come before the end is a refusal. */
  private static boolean isCut(Socket socket) throws IOException {
    try {
      InputStream in = socket.getInputStream();
      String last = new String(in.readAllBytes(), ISO_8859_1);
      return last.isEmpty() || last.startsWith("HTTP/1.1 4");
    } catch (SocketException reset) {
      return true;
    }
  }

  /** Each drop comes before a timeout for the next byte alone could expire. */
  private static boolean isCutWhileDripping(Socket socket, String drop) throws IOException {
    socket.setSoTimeout(200);
    while (true) {
      try {
        write(socket, drop);
        return socket.getInputStream().read() < 0;
      } catch (SocketTimeoutException stillOpen) {
        // Still open: send the next drop.
      } catch (SocketException reset) {
        return true;
      }
    }
  }

  private static Socket socket() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), latchkey.port());
    socket.setSoTimeout(Math.toIntExact(Http.PATIENCE.toMillis()));
    return socket;
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    socket.getOutputStream().flush();
  }
}
