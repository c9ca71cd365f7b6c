package dev.latchkey.edge.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Gateway;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.wire.Raw;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Invalid answers of a service: an answer that two readers could understand in different ways
 * becomes a 502 and never reaches a caller.
 */
class OddAnswersTest {
  private static final String SMUGGLED = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nsmuggled";

  private static volatile String answer = "";

  private static Gateway gateway;

  @BeforeAll
  static void start() {
    gateway = Gateway.before(OddAnswersTest::serve);
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  /**
   * The bytes that the service sends after its answer must not become the answer to another call.
   */
  private static void serve(Upstream.Call call) throws IOException {
    call.body();
    call.answer(answer);
    call.socket().shutdownOutput();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X: a\u0000b",
        "X: a\u0001b",
        "X: a\u0007",
        "X: \u001b[31mred",
        "X: a\u007fb",
        "X: a\u000bb",
        "X: a\u000cb",
        "X: a\rb",
        "X: a\rSet-Cookie: b=c",
        "Set-Cookie: a=\u0001",
        "X\u0001: a",
        "X\u0000: a",
        ": a"
      })
  void a_header_that_is_not_text_is_502(String header) {
    answer = "HTTP/1.1 200 OK\r\n" + header + "\r\nContent-Length: 2\r\n\r\nok";
    assertBadGateway("GET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 2x",
        "Content-Length: +2",
        "Content-Length: -2",
        "Content-Length: 0x2",
        "Content-Length: 2, 2",
        "Content-Length: 2\r\nContent-Length: 2",
        "Content-Length: 2\r\nContent-Length: 3",
        "Content-Length:",
        "Content-Length: 99999999999999999999",
        "Content-Length: 2\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 2",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: identity",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding:"
      })
  void a_body_whose_end_is_unclear_is_502_whatever_the_status(String header) {
    for (String status : new String[] {"200 OK", "204 No Content", "304 Not Modified", "404 No"}) {
      answer = "HTTP/1.1 " + status + "\r\n" + header + "\r\n\r\n" + SMUGGLED;
      assertBadGateway("GET");
      assertBadGateway("HEAD");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 OK\r\n\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/2.0 200 OK\r\n\r\n",
        "HTTP/1.1 099 Low\r\n\r\n",
        "HTTP/1.1 600 High\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 1000 Long\r\nContent-Length: 0\r\n\r\n",
        "200 OK HTTP/1.1\r\n\r\n",
        "<html>no answer</html>\r\n\r\n",
        "SSH-2.0-OpenSSH_9.2\r\n"
      })
  void an_invalid_answer_is_502(String nonsense) {
    answer = nonsense;
    assertBadGateway("GET");
  }

  @Test
  void an_unrequested_upgrade_is_502() {
    answer =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
            + SMUGGLED;
    assertBadGateway("GET");
    assertBadGateway("POST");
  }

  @Test
  void a_folded_line_becomes_one() {
    answer = "HTTP/1.1 200 OK\r\nX-Folded: a\r\n b\r\n\tc\r\nContent-Length: 2\r\n\r\nok";

    Raw.Reply reply = call("GET");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("X-Folded")).contains("a b c");
    assertThat(reply.text()).endsWith("\r\n\r\nok");
  }

  @Test
  void chunk_extensions_are_not_passed_on() {
    answer =
        String.join(
            "\r\n",
            "HTTP/1.1 200 OK",
            "Transfer-Encoding: chunked",
            "",
            "2;name=value",
            "ok",
            "0;last",
            "X-Trailer: x",
            "",
            "");

    Raw.Reply reply = call("GET");

    assertThat(reply.text())
        .startsWith("HTTP/1.1 200 OK\r\n")
        .endsWith("\r\n\r\n2\r\nok\r\n0\r\n\r\n")
        .doesNotContain("name=value", "last", "X-Trailer");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5\r\nhello\r\nzz\r\n",
        "5\r\nhello!\r\n0\r\n\r\n",
        "-5\r\nhello\r\n0\r\n\r\n",
        "5\r\nhel"
      })
  void a_broken_chunk_ends_the_answer(String chunks) {
    answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks;

    Raw.Reply reply = call("GET");

    assertThat(reply.text()).doesNotContain("0\r\n\r\n");
  }

  @Test
  void bytes_after_an_answer_belong_to_no_call() {
    answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + SMUGGLED;
    for (int i = 0; i < 5; i++) {
      assertThat(call("GET").text()).endsWith("\r\n\r\nok");
    }
    answer = "HTTP/1.1 204 No Content\r\n\r\n" + SMUGGLED;
    for (int i = 0; i < 5; i++) {
      assertThat(call("GET").status()).isEqualTo(204);
    }
  }

  @Test
  void the_reason_phrase_of_a_service_is_not_passed_on() {
    answer = "HTTP/1.1 200 \u001b[31m\u0007Fine\r\nContent-Length: 2\r\n\r\nok";

    assertThat(call("GET").text()).doesNotContain("\u001b", "\u0007", "Fine");
  }

  @Test
  void interim_answers_are_not_passed_on() {
    answer =
        "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    Raw.Reply reply = call("GET");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text()).doesNotContain("103", "Link").endsWith("\r\n\r\nok");
  }

  @Test
  void interim_answers_without_end_are_502() {
    answer = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(21) + SMUGGLED;

    assertBadGateway("GET");
  }

  private static void assertBadGateway(String method) {
    Raw.Reply reply = call(method);
    assertThat(reply.status()).as(answer + "\n" + reply.text()).isEqualTo(502);
    assertThat(reply.answers()).isEqualTo(1);
    assertThat(reply.text()).doesNotContain("smuggled", "Exception", "Set-Cookie");
    if (!method.equals("HEAD")) {
      assertThat(reply.json().path("error").asString()).isEqualTo("bad_gateway");
    }
  }

  private static Raw.Reply call(String method) {
    String route = method.equals("POST") ? "Content-Length: 0\r\n" : "";
    return Raw.ask(
        gateway.latchkey().port(),
        method
            + " /openapi/v2/issues/1 HTTP/1.1\r\nHost: localhost:"
            + gateway.latchkey().port()
            + "\r\nAuthorization: Bearer "
            + gateway.token()
            + "\r\nConnection: close\r\n"
            + route
            + "\r\n");
  }
}
