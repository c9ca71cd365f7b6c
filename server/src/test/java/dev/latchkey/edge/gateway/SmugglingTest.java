package dev.latchkey.edge.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Gateway;
import dev.latchkey.harness.wire.Raw;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Security row 116: a request that two readers could split into requests in different ways is
 * refused, and the connection is closed. A real service stands behind the gateway. Each request
 * contains a second, hidden request without a token, and the service must never receive it.
 */
class SmugglingTest {
  private static final List<String> SERVED = new CopyOnWriteArrayList<>();

  private static Gateway gateway;

  @BeforeAll
  static void start() {
    gateway =
        Gateway.before(call -> {
          String body = call.body();
          SERVED.add(call.head() + body);
          call.answerOk("ok");
        });
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @BeforeEach
  void forget() {
    SERVED.clear();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 5",
        "Content-Length: 0\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: identity, chunked",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
        "Transfer-Encoding: \"chunked\"",
        "Transfer-Encoding: chunked;q=1",
        "Transfer-Encoding:",
        "Transfer-Encoding : chunked",
        "Transfer-Encoding:\u000bchunked",
        " Transfer-Encoding: chunked",
        "X: y\r\n Transfer-Encoding: chunked",
        "X: y\r\n\tTransfer-Encoding: chunked",
        "X: y\rTransfer-Encoding: chunked",
        "X: y\nTransfer-Encoding: chunked",
        "X: y\u0000\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding\u0000: chunked",
        "Transfer\u00adEncoding: chunked"
      })
  void an_unusual_transfer_encoding_is_refused(String header) {
    assertRefused(head("POST /openapi/v2/issues", header) + "5\r\nhello\r\n0\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\nContent-Length: 6",
        "Content-Length: 5\r\nContent-Length: 5",
        "Content-Length: 5, 5",
        "Content-Length: +5",
        "Content-Length: -5",
        "Content-Length: 0x5",
        "Content-Length: 5 5",
        "Content-Length: 5.0",
        "Content-Length: 5e0",
        "Content-Length: \u0665",
        "Content-Length: 18446744073709551621",
        "Content-Length: 9223372036854775808",
        "Content-Length:",
        "Content-Length : 5",
        " Content-Length: 5",
        "X: y\r\n Content-Length: 5",
        "X: y\nContent-Length: 5",
        "Content-Length: 5\u0000",
        "Content_Length: 5\r\nContent-Length: 5\r\nContent-Length: 5"
      })
  void an_unusual_content_length_is_refused(String header) {
    assertRefused(head("POST /openapi/v2/issues", header) + "hello");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5;ext=1\r\nhello\r\n0\r\n\r\n",
        "5 \r\nhello\r\n0\r\n\r\n",
        "+5\r\nhello\r\n0\r\n\r\n",
        "0x5\r\nhello\r\n0\r\n\r\n",
        "5\nhello\r\n0\r\n\r\n",
        "5\r\nhello\n0\r\n\r\n",
        "5\r\nhelloXX0\r\n\r\n",
        "4\r\nhello\r\n0\r\n\r\n",
        "6\r\nhello\r\n0\r\n\r\n",
        "fffffffffffffffff5\r\nhello\r\n0\r\n\r\n",
        "5\r\nhello\r\n0\r\nX: y\r\n\r\n",
        "5\r\nhello\r\n0\n\n",
        "5\r\nhello\r\n-0\r\n\r\n",
        "\r\nhello\r\n0\r\n\r\n"
      })
  void a_broken_chunk_ends_the_call_and_the_connection(String chunks) {
    assertRefused(head("POST /openapi/v2/issues", "Transfer-Encoding: chunked") + chunks);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /openapi/v2/issues HTTP/1.0",
        "POST /openapi/v2/issues HTTP/1.10",
        "POST /openapi/v2/issues HTTP/2.0",
        "POST /openapi/v2/issues http/1.1",
        "POST /openapi/v2/issues",
        "POST  /openapi/v2/issues HTTP/1.1",
        "POST /openapi/v2/issues\tHTTP/1.1",
        "POST /openapi/v2/issues HTTP/1.1 ",
        " POST /openapi/v2/issues HTTP/1.1",
        "P\u0000OST /openapi/v2/issues HTTP/1.1",
        "POST /openapi/v2/issues#x HTTP/1.1"
      })
  void another_protocol_or_a_broken_line_is_refused(String line) {
    assertRefused(withLine(line, "Transfer-Encoding: chunked") + "5\r\nhello\r\n0\r\n\r\n");
  }

  @Test
  void lines_that_end_in_a_bare_line_feed_are_refused() {
    String chunked =
        head("POST /openapi/v2/issues", "Transfer-Encoding: chunked") + "5\r\nhello\r\n0\r\n\r\n";
    assertRefused(chunked.replace("\r\n", "\n"));
    assertRefused(chunked.replaceFirst("\r\n", "\n"));
    assertRefused(chunked.replaceFirst("\r\n\r\n", "\n\n"));
    assertRefused(chunked.replaceFirst("\r\n", "\r"));
  }

  @Test
  void a_target_that_is_not_a_path_is_not_forwarded() {
    for (String target :
        List.of(
            "http://evil.example/openapi/v2/issues",
            "http://localhost:" + gateway.latchkey().port() + "/openapi/v2/issues",
            "openapi/v2/issues",
            "localhost:" + gateway.latchkey().port(),
            "*")) {
      assertRefused(head("POST " + target, "Content-Length: 5") + "hello", 404);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Upgrade: websocket\r\nConnection: Upgrade",
        "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQ"
      })
  void no_upgrade_to_another_protocol_is_passed_on(String upgrade) {
    Raw.Reply reply = Raw.send(gateway.latchkey().port(), head("GET /openapi/v2/issues", upgrade));

    assertThat(reply.status()).as(reply.text()).isIn(200, 400);
    assertThat(SERVED)
        .allSatisfy(served -> assertThat(served).doesNotContainIgnoringCase("upgrade"));
  }

  /** Two valid calls, one right behind the other, are two calls. */
  @Test
  void valid_calls_in_one_packet_are_answered_one_after_the_other() {
    String chunked =
        head("POST /openapi/v2/issues", "Transfer-Encoding: chunked") + "5\r\nhello\r\n0\r\n\r\n";
    String sized = head("POST /openapi/v2/issues", "Content-Length: 5") + "world";

    Raw.Reply reply =
        Raw.send(
            gateway.latchkey().port(),
            chunked + sized + head("GET /openapi/v2/issues", "Connection: close"));

    assertThat(reply.answers()).as(reply.text()).isEqualTo(3);
    assertThat(SERVED).hasSize(3);
    assertThat(SERVED.get(0)).endsWith("\r\n\r\nhello");
    assertThat(SERVED.get(1)).endsWith("\r\n\r\nworld");
  }

  private static void assertRefused(String request) {
    assertRefused(request, 400);
  }

  private static void assertRefused(String request, int status) {
    Raw.Reply reply =
        Raw.send(
            gateway.latchkey().port(),
            request + head("GET /openapi/v2/issues/smuggled", "Connection: close"));

    assertThat(reply.status()).as(request + reply.text()).isEqualTo(status);
    assertThat(reply.answers()).as(request + reply.text()).isEqualTo(1);
    assertThat(SERVED).as(request).isEmpty();
  }

  private static String head(String line, String header) {
    return withLine(line + " HTTP/1.1", header);
  }

  private static String withLine(String line, String header) {
    return line
        + "\r\nHost: localhost:"
        + gateway.latchkey().port()
        + "\r\nAuthorization: Bearer "
        + gateway.token()
        + "\r\n"
        + header
        + "\r\n\r\n";
  }
}
