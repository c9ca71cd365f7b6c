package dev.latchkey.fuzz.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Upstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests the fuzzer itself: it finds a forbidden answer, and reports it with the shortest request.
 */
class JudgeTest {
  private static final Input REQUEST =
      new Input("GET /broken?a=b HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n");
  private static final Input VALID = new Input("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  private static final String OK =
      "HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 2\r\n\r\nok";

  private final LogWatch log = new LogWatch();

  @Test
  void a_forbidden_answer_is_a_problem() {
    assertThat(problem(OK)).isEmpty();
    assertThat(problem(OK.replace("200 OK", "500 Broken"))).isEqualTo("status 500");
    assertThat(problem(OK.replace("200 OK", "503 Busy"))).isEqualTo("status 503");
    assertThat(problem(OK.replace("nosniff", "sniff"))).isEqualTo("an answer without nosniff");
    assertThat(problem(OK.replace("2\r\n\r\nok", "9\r\n\r\nException")))
        .isEqualTo("an answer that reveals internals of the program");
    assertThat(problem("nonsense\r\n\r\n")).startsWith("no HTTP/1.1 answer");
    assertThat(problem("")).isEqualTo("no answer");
  }

  @Test
  void a_problem_is_reported_with_the_shortest_request_that_shows_it() {
    try (var server = Upstream.that(JudgeTest::failAtAnExclamationMark)) {
      var judge = new Judge(URI.create(server.address()).getPort(), new Statistics());
      var longer =
          new Input(
              "POST /a?b=c HTTP/1.1\r\nHost: localhost\r\nX: y!z\r\n"
                  + "Content-Length: 5\r\n\r\nhello");
      List<Input> least =
          new Shrinking(inputs -> judge.check(here(), inputs).isPresent())
              .least(List.of(VALID, longer, VALID));

      assertThat(least).hasSize(1);
      assertThat(least.getFirst().text()).contains("!").doesNotContain("hello", "b=c");
      assertThat(least.getFirst().isFramed()).isTrue();
    }
  }

  private static void failAtAnExclamationMark(Upstream.Call call) throws IOException {
    call.body();
    call.answer(call.head().contains("!") ? OK.replace("200 OK", "500 Broken") : OK);
  }

  @Test
  void a_secret_or_an_error_in_the_log_is_a_problem() {
    log.watchFor(List.of("a horse, a staple"));
    log("{\"event\":\"sign_in\"}");
    assertThat(log.nextProblem()).isEmpty();
    log("{\"password\":\"a horse, a staple\"}");
    assertThat(log.nextProblem()).isEqualTo("secret in the log: {\"password\":\"<secret>\"}");
    log("lk_at_" + "x".repeat(49));
    assertThat(log.nextProblem()).startsWith("secret in the log");

    log.begin();
    try (log) {
      System.getLogger("dev.latchkey.judged").log(System.Logger.Level.ERROR, "unexpected");
    }
    assertThat(log.nextProblem()).startsWith("error in the log");
  }

  @Test
  void exactly_one_request_is_recognized() {
    assertThat(REQUEST.isFramed()).isTrue();
    assertThat(chunked("5\r\nhello\r\n0\r\n\r\n").isFramed()).isTrue();
    for (Input none :
        List.of(
            chunked("5\r\nhell\r\n0\r\n\r\n"),
            chunked("5;x\r\nhello\r\n0\r\n\r\n"),
            chunked("0\r\n\r\nGET"),
            with("Content-Length: 6\r\n\r\nhello"),
            with("Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello"),
            with("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nhello"),
            with("Host: b\r\n\r\n"),
            with(" folded\r\n\r\n"),
            with("Connection: close\r\n\r\n"),
            with("\r\n\r\n"),
            with("X: y\n\r\n"))) {
      assertThat(none.isFramed()).as(none.toString()).isFalse();
    }
  }

  private static Input chunked(String body) {
    return with("Transfer-Encoding: chunked\r\n\r\n" + body);
  }

  private static Input with(String rest) {
    return new Input("POST / HTTP/1.1\r\nHost: a\r\n" + rest);
  }

  private void log(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    log.write(bytes, 0, bytes.length);
  }

  /**
   * The problem that is found with a server that gives this answer to {@code /broken}, and a
   * correct answer to anything else.
   */
  private static String problem(String answer) {
    Upstream.Script script =
        call -> {
          if (answer.isEmpty()) {
            call.socket().close();
          }
          call.answer(call.head().contains("broken") ? answer : OK);
        };
    try (var server = Upstream.that(script)) {
      var judge = new Judge(URI.create(server.address()).getPort(), new Statistics());
      return judge.check(here(), List.of(VALID, REQUEST)).map(Judge.Problem::what).orElse("");
    }
  }

  private static InetAddress here() {
    return InetAddress.getLoopbackAddress();
  }
}
