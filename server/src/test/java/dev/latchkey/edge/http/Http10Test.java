package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Gateway;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.wire.Raw;
import dev.latchkey.harness.wire.RawConnection;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * HTTP/1.0 as nginx, HAProxy and health checks use it (RFC 9112): a connection serves one request
 * unless the client asks for more, and an answer is never chunked.
 */
@SuppressWarnings("NullAway.Init") // Started once for all.
class Http10Test {
  private static final String METADATA = "/.well-known/oauth-authorization-server";

  private static Gateway gateway;

  private final RawConnection connection = RawConnection.to(gateway.latchkey().port());

  @BeforeAll
  static void start() {
    gateway = Gateway.before(Http10Test::serve);
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @AfterEach
  void close() {
    connection.close();
  }

  private static void serve(Upstream.Call call) throws IOException {
    if (call.head().contains("/chunked ")) {
      call.answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      call.answer("5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n");
    } else if (call.head().contains("/broken ")) {
      call.answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
      call.socket().close();
    } else {
      call.answerOk(call.body());
    }
  }

  @Test
  void the_connection_is_closed_after_the_answer() {
    connection.send("GET " + METADATA + " HTTP/1.0\r\nHost: localhost:" + port() + "\r\n\r\n");

    assertThat(connection.rest())
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("\r\nConnection: close\r\n", "\r\nContent-Length: ", "\"issuer\"")
        .doesNotContain("Transfer-Encoding");
  }

  @Test
  void the_connection_is_kept_for_a_client_that_asks_for_it() {
    String request = "GET " + METADATA + " HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";

    for (int i = 0; i < 3; i++) {
      RawConnection.Reply reply = connection.send(request).answer();
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.header("Connection")).contains("keep-alive");
    }
    connection.send("GET " + METADATA + " HTTP/1.0\r\n\r\n");
    assertThat(connection.rest()).contains("\r\nConnection: close\r\n");
  }

  @Test
  void a_client_that_sends_keep_alive_and_close_gets_one_answer() {
    connection.send(
        "GET "
            + METADATA
            + " HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n"
            + "GET "
            + METADATA
            + " HTTP/1.0\r\n\r\n");

    assertThat(connection.rest()).containsOnlyOnce("HTTP/1.1 200 OK");
  }

  @Test
  void a_request_without_a_host_means_the_published_one() {
    connection.send("GET " + METADATA + " HTTP/1.0\r\n\r\n");

    assertThat(connection.rest())
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("\"issuer\":\"" + gateway.latchkey().url() + "\"");
  }

  @Test
  void another_host_is_refused_as_in_http_1_1() {
    for (String host : new String[] {"evil.example", "", "localhost:1"}) {
      Raw.Reply reply =
          Raw.send(port(), "GET " + METADATA + " HTTP/1.0\r\nHost: " + host + "\r\n\r\n");
      assertThat(reply.status()).as(host + reply.text()).isEqualTo(421);
    }
    String twice = "GET " + METADATA + " HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n";
    assertThat(Raw.send(port(), twice).status()).isEqualTo(400);
  }

  @Test
  void a_body_in_chunks_is_refused() {
    String request =
        "POST /oauth2/token HTTP/1.0\r\nContent-Type: application/x-www-form-urlencoded"
            + "\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
    for (String keep : new String[] {"", "Connection: keep-alive\r\n"}) {
      Raw.Reply reply = Raw.send(port(), request.replace("Transfer", keep + "Transfer") + request);
      assertThat(reply.status()).as(reply.text()).isEqualTo(400);
      assertThat(reply.answers()).isEqualTo(1);
    }
  }

  @Test
  void a_form_with_a_length_is_read() {
    Raw.Reply reply =
        Raw.send(
            port(),
            "POST /oauth2/token HTTP/1.0\r\nContent-Type:"
                + " application/x-www-form-urlencoded\r\nContent-Length: 5\r\n\r\na=b&c");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().path("error").asString()).isEqualTo("invalid_request");
  }

  @Test
  void no_100_is_sent_in_http_1_0() {
    connection.send(
        "POST /oauth2/token HTTP/1.0\r\nExpect: 100-continue\r\nContent-Type:"
            + " application/x-www-form-urlencoded\r\nContent-Length: 5\r\n\r\n");
    connection.send("a=b&c");

    assertThat(connection.rest()).startsWith("HTTP/1.1 400").doesNotContain("100 Continue");
  }

  @Test
  void an_answer_in_chunks_is_ended_by_closing() {
    for (String keep : new String[] {"", "Connection: keep-alive\r\n"}) {
      try (RawConnection connection = RawConnection.to(port())) {
        connection.send(call("GET /openapi/v2/issues/chunked HTTP/1.0", keep));

        assertThat(connection.rest())
            .startsWith("HTTP/1.1 200 OK\r\n")
            .contains("\r\nConnection: close\r\n")
            .endsWith("\r\n\r\nhello world")
            .doesNotContainIgnoringCase("transfer-encoding");
      }
    }
  }

  /** Without chunks only the end of the connection shows where the answer ends. */
  @Test
  void an_aborted_answer_does_not_look_complete() throws IOException {
    connection.send(call("GET /openapi/v2/issues/broken HTTP/1.0", ""));

    connection.head();
    assertThat(connection.isBrokenOff()).isTrue();
  }

  @Test
  void an_answer_of_a_known_length_keeps_the_connection() {
    connection.send(
        call(
                "POST /openapi/v2/issues/echo HTTP/1.0",
                "Connection: keep-alive\r\nContent-Length: 2\r\n")
            + "hi");
    RawConnection.Reply reply = connection.answer();

    assertThat(reply.body()).isEqualTo("hi");
    assertThat(reply.header("Connection")).contains("keep-alive");
    connection.send("GET " + METADATA + " HTTP/1.0\r\n\r\n");
    assertThat(connection.rest()).startsWith("HTTP/1.1 200 OK\r\n");
  }

  @Test
  void a_gateway_asks_about_a_call() {
    String check =
        "GET /oauth2/check HTTP/1.0\r\nX-Original-Method: GET\r\nX-Original-URI: /openapi/v2/issues/1\r\n";

    assertThat(Raw.send(port(), check + "\r\n").status()).isEqualTo(401);
    Raw.Reply passed =
        Raw.send(port(), check + "Authorization: Bearer " + gateway.token() + "\r\n\r\n");
    assertThat(passed.status()).as(passed.text()).isEqualTo(200);
    assertThat(passed.header("Latchkey-Subject")).isPresent();
  }

  private static int port() {
    return gateway.latchkey().port();
  }

  private static String call(String line, String headers) {
    return line + "\r\nAuthorization: Bearer " + gateway.token() + "\r\n" + headers + "\r\n";
  }
}
