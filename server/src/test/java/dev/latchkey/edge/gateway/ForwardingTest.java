package dev.latchkey.edge.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jwt.SignedJWT;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.Raw;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls that pass through the gateway to a real service and back (contract 4.4). */
@SuppressWarnings("NullAway.Init") // Each test starts its own.
class ForwardingTest {
  private static final String SCOPES = "read:issue:info,write:issue:info";

  private Latchkey latchkey;
  private Upstream upstream;
  private Person person;
  private String token;

  @AfterEach
  void stop() {
    latchkey.close();
    upstream.close();
  }

  @Test
  void a_call_and_its_answer_are_passed_on_unchanged() {
    start(call -> {
      String body = call.body();
      call.answer(
          "HTTP/1.1 418 Whatever\r\nX-Answer: a\r\nX-Answer: b\r\nSet-Cookie: theirs=1\r\n"
              + "Content-Length: "
              + body.length()
              + "\r\n\r\n"
              + body);
    });

    Answer answer =
        Http.here()
            .send(
                Http.request(
                        url("/openapi/v2/issues/17?a=%2F&b=%C3%A9&a="),
                        "Authorization",
                        "Bearer " + token,
                        "X-Trace",
                        "one two",
                        "Content-Type",
                        "application/json; charset=utf-8")
                    .method("POST", BodyPublishers.ofString("{\"k\": 1}")));

    assertThat(upstream.heads().getFirst())
        .startsWith("POST /openapi/v2/issues/17?a=%2F&b=%C3%A9&a= HTTP/1.1\r\n")
        .containsIgnoringCase("\r\nHost: " + upstream.address().substring(7) + "\r\n")
        .containsIgnoringCase("\r\nX-Trace: one two\r\n")
        .containsIgnoringCase("\r\nContent-Type: application/json; charset=utf-8\r\n");
    assertThat(answer.status()).isEqualTo(418);
    assertThat(answer.body()).isEqualTo("{\"k\": 1}");
    assertThat(answer.headers().allValues("X-Answer")).containsExactly("a", "b");
    assertThat(answer.header("Set-Cookie")).isEqualTo("theirs=1");
    assertThat(answer.has("Cache-Control")).isFalse();
  }

  @Test
  void a_redirect_is_passed_on_to_the_caller() {
    start(call ->
        call.answer(
            "HTTP/1.1 302 Found\r\nLocation: "
                + upstream.address()
                + "/elsewhere\r\nContent-Length: 0\r\n\r\n"));

    Answer answer = get("/openapi/v2/issues");

    assertThat(answer.status()).isEqualTo(302);
    assertThat(answer.location()).endsWith("/elsewhere");
    assertThat(upstream.heads()).hasSize(1);
  }

  @Test
  void the_service_learns_the_caller_but_never_the_token() {
    start(call -> call.answerOk("[]"));

    Raw.Reply reply =
        Raw.send(
            latchkey.port(),
            head("GET /openapi/v2/issues HTTP/1.1")
                + "Cookie: theirs=1; latchkey_session=stolen; =latchkey_session=stolen; __Host-latchkey_browser=x\r\n"
                + "Latchkey-Subject: usr_forged\r\n"
                + "LATCHKEY_SUBJECT: usr_forged\r\n"
                + "latchkey-Assertion: forged\r\n"
                + "X-Forwarded-For: 10.9.9.9\r\n"
                + "X_Forwarded_For: 10.9.9.9\r\n"
                + "Forwarded: for=10.9.9.9\r\n"
                + "X-HTTP-Method-Override: DELETE\r\n"
                + "X-Original-URL: /openapi/v2/directory/users\r\n"
                + "X-Hop: private\r\n"
                + "Connection: close, X-Hop, Latchkey-Client\r\n\r\n");

    assertThat(reply.status()).isEqualTo(200);
    String heard = upstream.heads().getFirst();
    assertThat(heard)
        .contains("Latchkey-Subject: " + person.id() + "\r\n")
        .contains("Latchkey-Subject-Kind: user\r\n")
        .contains("Latchkey-Client: ")
        .contains("Latchkey-Assertion: ey")
        .contains("X-Forwarded-For: 127.0.0.1\r\n")
        .contains("Forwarded: for=127.0.0.1;proto=http;host=\"localhost:")
        .containsIgnoringCase("\r\nCookie: theirs=1\r\n")
        .doesNotContain(token, "forged", "10.9.9.9", "stolen", "DELETE", "directory")
        .doesNotContainIgnoringCase("x-hop");
  }

  @Test
  void the_assertion_is_for_the_call_that_carries_it() throws Exception {
    start(call -> call.answerOk("[]"));

    for (String method : List.of("GET", "HEAD", "DELETE")) {
      Http.here()
          .method(
              method,
              latchkey.url() + "/openapi/v2/issues/a%20b?expand=all",
              "Authorization",
              "Bearer " + token);

      String assertion =
          upstream
              .heads()
              .getLast()
              .lines()
              .filter(line -> line.startsWith("Latchkey-Assertion: "))
              .findFirst()
              .orElseThrow();
      var claims = SignedJWT.parse(assertion.split(" ")[1]).getJWTClaimsSet();
      assertThat(claims.getStringClaim("htm")).isEqualTo(method);
      assertThat(claims.getStringClaim("htu"))
          .isEqualTo(latchkey.url() + "/openapi/v2/issues/a%20b");
    }
  }

  @Test
  void a_service_cannot_set_headers_of_latchkey_or_of_the_connection() {
    start(call ->
        call.answer(
            String.join(
                "\r\n",
                "HTTP/1.1 200 OK",
                "Latchkey-Subject: usr_forged",
                "Set-Cookie: latchkey_session=fixed",
                "Set-Cookie: =latchkey_session=fixed",
                "Set-Cookie: =\t==__Host-latchkey_session=fixed",
                "set_cookie: =LATCHKEY_session=fixed; Path=/",
                "Clear-Site-Data: \"*\"",
                "Strict-Transport-Security: max-age=0",
                "Alt-Svc: h2=\"evil.example:443\"",
                "Keep-Alive: timeout=5",
                "Connection: X-Hop",
                "X-Hop: 1",
                "Content-Length: 2",
                "",
                "ok")));

    Answer answer = get("/openapi/v2/issues");

    assertThat(answer.body()).isEqualTo("ok");
    assertThat(answer.headers().map().keySet().stream().map(String::toLowerCase))
        .doesNotContain(
            "latchkey-subject",
            "set-cookie",
            "clear-site-data",
            "strict-transport-security",
            "alt-svc",
            "keep-alive",
            "x-hop");
  }

  /** This transfers too much data to be repeated for each mutant. */
  @Tag("bulk")
  @Test
  void a_gibibyte_passes_each_way_through_a_small_heap() throws Exception {
    long size = 1L << 30;
    var block = new byte[1 << 20];
    new Random(7).nextBytes(block);
    var arrived = new CRC32();
    start(call -> {
      long got =
          call.readBody(
              new OutputStream() {
                @Override
                public void write(int b) {
                  arrived.update(b);
                }

                @Override
                public void write(byte[] bytes, int from, int length) {
                  arrived.update(bytes, from, length);
                }
              });
      call.answer("HTTP/1.1 200 OK\r\nContent-Length: " + got + "\r\n\r\n");
      for (long sent = 0; sent < got; sent += block.length) {
        call.out().write(block);
      }
      call.out().flush();
    });
    var expected = new CRC32();
    for (long i = 0; i < size; i += block.length) {
      expected.update(block);
    }

    try (Socket socket = socket()) {
      OutputStream out = socket.getOutputStream();
      out.write(
          (head("POST /openapi/v2/issues HTTP/1.1")
                  + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
              .getBytes(ISO_8859_1));
      for (long sent = 0; sent < size; sent += block.length) {
        out.write("100000\r\n".getBytes(ISO_8859_1));
        out.write(block);
        out.write("\r\n".getBytes(ISO_8859_1));
      }
      out.write("0\r\n\r\n".getBytes(ISO_8859_1));
      out.flush();

      InputStream in = socket.getInputStream();
      assertThat(readHead(in)).startsWith("HTTP/1.1 200").contains("Content-Length: " + size);
      var back = new CRC32();
      for (long left = size; left > 0; ) {
        byte[] got = in.readNBytes((int) Math.min(left, block.length));
        assertThat(got).isNotEmpty();
        back.update(got);
        left -= got.length;
      }
      assertThat(back.getValue()).isEqualTo(expected.getValue());
    }
    assertThat(arrived.getValue()).isEqualTo(expected.getValue());
  }

  @Test
  void events_arrive_one_by_one_after_the_head() throws Exception {
    var next = new LinkedBlockingQueue<String>();
    start(call -> {
      call.answer(
          String.join(
              "\r\n",
              "HTTP/1.1 200 OK",
              "Content-Type: text/event-stream",
              "Transfer-Encoding: chunked",
              "",
              ""));
      try {
        for (String event = next.take(); !event.isEmpty(); event = next.take()) {
          call.answer(Integer.toHexString(event.length()) + "\r\n" + event + "\r\n");
        }
      } catch (InterruptedException stopped) {
        throw new IOException(stopped);
      }
      call.answer("0\r\n\r\n");
    });

    try (Socket socket = socket()) {
      send(socket, head("GET /openapi/v2/issues/events HTTP/1.1") + "\r\n");
      InputStream in = socket.getInputStream();
      assertThat(readHead(in)).contains("text/event-stream");
      for (String event : List.of("data: 1\n\n", "data: 2\n\n")) {
        next.add(event);
        String chunk = "9\r\n" + event + "\r\n";
        assertThat(new String(in.readNBytes(chunk.length()), ISO_8859_1)).isEqualTo(chunk);
      }
      next.add("");
      assertThat(new String(in.readNBytes(5), ISO_8859_1)).isEqualTo("0\r\n\r\n");
    }
  }

  @Test
  void a_body_that_waits_for_consent_is_sent_only_when_the_service_agrees() throws Exception {
    start(call -> {
      if (call.head().startsWith("POST /openapi/v2/issues/big")) {
        call.answer("HTTP/1.1 413 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        call.socket().close();
      } else {
        call.answer("HTTP/1.1 100 Continue\r\n\r\n");
        call.answerOk(call.body());
      }
    });
    String more = "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n";

    try (Socket socket = socket()) {
      send(socket, head("POST /openapi/v2/issues/big HTTP/1.1") + more);
      assertThat(readHead(socket.getInputStream())).startsWith("HTTP/1.1 413");
    }
    try (Socket socket = socket()) {
      send(socket, head("POST /openapi/v2/issues/small HTTP/1.1") + more);
      assertThat(readHead(socket.getInputStream())).startsWith("HTTP/1.1 100");
      send(socket, "hello");
      assertThat(readHead(socket.getInputStream())).startsWith("HTTP/1.1 200");
      assertThat(socket.getInputStream().readNBytes(5)).isEqualTo("hello".getBytes(ISO_8859_1));
    }
  }

  @Test
  void a_caller_that_disconnects_ends_the_call_at_the_service_too() throws Exception {
    var reached = new CountDownLatch(1);
    var ended = new CompletableFuture<Integer>();
    start(call -> {
      reached.countDown();
      try {
        ended.complete(call.in().read());
      } catch (IOException reset) {
        ended.complete(-1);
      }
    });

    try (Socket socket = socket()) {
      send(socket, head("GET /openapi/v2/issues HTTP/1.1") + "\r\n");
      reached.await();
    }

    assertThat(ended.get()).isEqualTo(-1);
  }

  @Test
  void an_aborted_upload_is_never_complete_at_the_service() throws Exception {
    var outcome = new CompletableFuture<String>();
    start(call -> {
      try {
        outcome.complete("whole: " + call.body());
      } catch (IOException broken) {
        outcome.complete("broken");
        throw broken;
      }
    });

    try (Socket socket = socket()) {
      send(
          socket,
          head("POST /openapi/v2/issues HTTP/1.1")
              + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
    }

    assertThat(outcome.get()).isEqualTo("broken");
  }

  @Test
  void a_body_with_broken_chunks_is_400_and_incomplete_at_the_service() throws Exception {
    var outcome = new CompletableFuture<String>();
    start(call -> {
      try {
        outcome.complete("whole: " + call.body());
      } catch (IOException broken) {
        outcome.complete("broken");
        throw broken;
      }
    });

    Raw.Reply reply =
        Raw.send(
            latchkey.port(),
            head("POST /openapi/v2/issues HTTP/1.1")
                + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nno size\r\n");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.text()).contains("The body is not well-formed HTTP.");
    assertThat(outcome.get()).isEqualTo("broken");
  }

  @Test
  void a_missing_truncated_or_invalid_answer_of_a_service_is_502() {
    start(call -> {
      if (call.head().contains("/nonsense")) {
        call.answer("SSH-2.0-OpenSSH\r\n\r\n");
      }
      call.socket().close();
    });

    assertThat(get("/openapi/v2/issues/reset").status()).isEqualTo(502);
    assertThat(get("/openapi/v2/issues/nonsense").status()).isEqualTo(502);
    upstream.close();
    Answer away = get("/openapi/v2/issues");
    assertThat(away.status()).isEqualTo(502);
    assertThat(away.error()).isEqualTo("bad_gateway");
    assertThat(away.body()).doesNotContain("127.0.0.1");
  }

  @Test
  void a_service_whose_head_does_not_end_is_502() {
    start(call -> {
      if (call.head().contains("/line")) {
        call.answer("HTTP/1.1 200 OK\r\nX: " + "y".repeat(100_000) + "\r\n\r\n");
      }
      call.answer("HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(1_000) + "\r\n");
    });

    assertThat(get("/openapi/v2/issues/line").status()).isEqualTo(502);
    assertThat(get("/openapi/v2/issues/many").status()).isEqualTo(502);
  }

  @Test
  void headers_of_almost_16_kib_reach_the_service() {
    start(call -> call.answerOk("ok"));
    String filler = "y".repeat(15_000);

    Raw.Reply reply =
        Raw.send(
            latchkey.port(),
            head("GET /openapi/v2/issues HTTP/1.1")
                + "X-Filler: "
                + filler
                + "\r\nConnection: close\r\n\r\n");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(upstream.heads().getFirst()).contains(filler);
  }

  @Test
  void a_header_that_is_not_ascii_is_refused() {
    start(call -> call.answerOk("ok"));
    String head = head("GET /openapi/v2/issues HTTP/1.1") + "Connection: close\r\nX-Name: ";

    Raw.Reply refused = Raw.send(latchkey.port(), head + "Zo\u00eb\r\n\r\n");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("error").asString()).isEqualTo("invalid_request");
    assertThat(upstream.heads()).isEmpty();

    assertThat(Raw.send(latchkey.port(), head + "!Zoe~\r\n\r\n").status()).isEqualTo(200);
    assertThat(upstream.heads().getFirst()).contains("\r\nX-Name: !Zoe~\r\n");
  }

  @Test
  void a_cookie_header_with_only_latchkeys_cookies_is_not_passed_on() {
    start(call -> call.answerOk("ok"));

    Http.here()
        .get(
            url("/openapi/v2/issues"),
            "Authorization",
            "Bearer " + token,
            "Cookie",
            "latchkey_session=x; latchkey_browser=y");

    assertThat(upstream.heads().getFirst()).doesNotContainIgnoringCase("cookie");
  }

  @Test
  void an_incomplete_websocket_handshake_is_an_ordinary_call() {
    start(call -> call.answerOk("ok"));
    List<String> lines =
        List.of(
            "Upgrade: websocket\r\n",
            "Connection: Upgrade\r\n",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
            "Sec-WebSocket-Version: 13\r\n");

    for (String left : lines) {
      String sent = String.join("", lines).replace(left, "");
      Raw.Reply reply =
          Raw.send(latchkey.port(), head("GET /openapi/v2/issues HTTP/1.1") + sent + "\r\n");
      assertThat(reply.status()).as(left).isEqualTo(200);
      assertThat(upstream.heads().getLast()).doesNotContainIgnoringCase("upgrade");
    }
    Raw.Reply unasked =
        Raw.send(
            latchkey.port(),
            head("GET /openapi/v2/issues HTTP/1.1")
                + String.join("", lines).replace(": Upgrade", ": keep-alive")
                + "\r\n");
    assertThat(unasked.status()).isEqualTo(200);
    assertThat(upstream.heads().getLast()).doesNotContainIgnoringCase("upgrade");
    Raw.Reply written =
        Raw.send(
            latchkey.port(),
            head("DELETE /openapi/v2/issues HTTP/1.1") + String.join("", lines) + "\r\n");
    assertThat(written.status()).isEqualTo(200);
    assertThat(upstream.heads().getLast()).doesNotContainIgnoringCase("upgrade");
  }

  @Test
  void a_service_that_does_not_answer_in_time_is_504() {
    var never = new CountDownLatch(1);
    start(
        call -> {
          try {
            never.await();
          } catch (InterruptedException stopped) {
            throw new IOException(stopped);
          }
        },
        "timeout_seconds: 1");

    assertThat(get("/openapi/v2/issues").status()).isEqualTo(504);
    never.countDown();
  }

  @Test
  void the_time_for_the_answer_begins_when_the_body_is_sent() throws IOException {
    start(
        call -> {
          call.body();
          pass(Duration.ofMillis(1_500));
          call.answerOk("ok");
        },
        "timeout_seconds: 2");

    try (Socket socket = socket()) {
      send(socket, head("POST /openapi/v2/issues HTTP/1.1") + "Content-Length: 2\r\n\r\na");
      pass(Duration.ofMillis(2_500));
      send(socket, "b");
      assertThat(readHead(socket.getInputStream())).startsWith("HTTP/1.1 200");
    }
  }

  private static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    Poll.until(() -> System.nanoTime() > end, "the end of " + time);
  }

  @Test
  void a_truncated_answer_is_truncated_for_the_caller_too() {
    start(call -> {
      call.answer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
      call.socket().close();
    });

    assertThatThrownBy(() -> get("/openapi/v2/issues")).hasRootCauseInstanceOf(IOException.class);
  }

  @Test
  void connections_are_kept_and_a_closed_one_is_replaced() {
    var close = new AtomicBoolean();
    start(call -> {
      call.answerOk("ok");
      if (close.getAndSet(false)) {
        call.socket().close();
      }
    });

    for (int i = 0; i < 5; i++) {
      assertThat(get("/openapi/v2/issues").body()).isEqualTo("ok");
    }
    assertThat(upstream.connections()).isEqualTo(1);

    close.set(true);
    assertThat(get("/openapi/v2/issues").body()).isEqualTo("ok");
    assertThat(get("/openapi/v2/issues").body()).isEqualTo("ok");
    assertThat(upstream.connections()).isEqualTo(2);
  }

  @Test
  void a_call_that_may_do_something_is_sent_once() {
    var served = new AtomicLong();
    start(call -> {
      call.body();
      if (served.incrementAndGet() == 1) {
        call.answerOk("ok");
      } else {
        call.socket().close();
      }
    });

    assertThat(post("/openapi/v2/issues").status()).isEqualTo(200);
    assertThat(post("/openapi/v2/issues").status()).isEqualTo(502);
    assertThat(served).hasValue(2);
  }

  @Test
  void unrequested_bytes_are_not_an_answer() {
    start(call ->
        call.answer(
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                + "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"));

    for (int i = 0; i < 5; i++) {
      assertThat(get("/openapi/v2/issues").body()).isEqualTo("ok");
    }
  }

  @Test
  void answers_without_a_body_keep_their_headers_and_the_connection() throws Exception {
    start(call -> {
      String status = call.head().contains("/none") ? "204 No Content" : "200 OK";
      if (call.head().contains("/same")) {
        status = "304 Not Modified";
      }
      String length = status.startsWith("204") ? "" : "Content-Length: 321\r\n";
      call.answer("HTTP/1.1 " + status + "\r\nETag: \"1\"\r\n" + length + "\r\n");
    });

    try (Socket socket = socket()) {
      InputStream in = socket.getInputStream();
      send(socket, head("HEAD /openapi/v2/issues/1 HTTP/1.1") + "\r\n");
      assertThat(readHead(in)).startsWith("HTTP/1.1 200").contains("Content-Length: 321");
      send(socket, head("GET /openapi/v2/issues/same HTTP/1.1") + "\r\n");
      assertThat(readHead(in)).startsWith("HTTP/1.1 304").contains("Content-Length: 321");
      send(socket, head("GET /openapi/v2/issues/none HTTP/1.1") + "\r\n");
      assertThat(readHead(in))
          .startsWith("HTTP/1.1 204")
          .doesNotContainIgnoringCase("content-length")
          .doesNotContainIgnoringCase("transfer-encoding");
    }
    assertThat(upstream.connections()).isEqualTo(1);
  }

  @Test
  void a_body_longer_than_the_row_takes_is_413_however_it_is_sent() {
    var whole = new AtomicLong();
    start(
        call -> {
          call.body();
          whole.incrementAndGet();
          call.answerOk("ok");
        },
        "body_limit_bytes: 10");
    String head = head("POST /openapi/v2/issues HTTP/1.1") + "Connection: close\r\n";

    Raw.Reply sized =
        Raw.send(latchkey.port(), head + "Content-Length: 11\r\n\r\n" + "x".repeat(11));
    Raw.Reply chunked =
        Raw.send(
            latchkey.port(),
            head + "Transfer-Encoding: chunked\r\n\r\nb\r\nxxxxxxxxxxx\r\n0\r\n\r\n");

    assertThat(sized.status()).isEqualTo(413);
    assertThat(chunked.status()).isEqualTo(413);
    assertThat(whole).hasValue(0);
    assertThat(
            Raw.send(latchkey.port(), head + "Content-Length: 10\r\n\r\n" + "x".repeat(10))
                .status())
        .isEqualTo(200);
  }

  @Test
  void a_service_of_two_addresses_gets_calls_at_both_and_loses_none_with_one() {
    try (Upstream second = Upstream.that(call -> call.answerOk("second"))) {
      start(call -> call.answerOk("first"), "timeout_seconds: 5", second.address());
      for (int i = 0; i < 10; i++) {
        assertThat(get("/openapi/v2/issues").status()).isEqualTo(200);
      }
      assertThat(upstream.heads()).hasSize(5);
      assertThat(second.heads()).hasSize(5);
    }
    for (int i = 0; i < 10; i++) {
      assertThat(get("/openapi/v2/issues").body()).isEqualTo("first");
    }
  }

  @Test
  void idle_connections_to_one_address_keep_no_call_from_another() {
    try (Upstream second = Upstream.that(call -> call.answerOk("second"))) {
      upstream = Upstream.that(call -> call.answerOk("first"));
      String addresses = upstream.address() + ", " + second.address();
      latchkey =
          Latchkey.start(Store.SQLITE, settings -> Issues.bounded(settings, addresses, 1, 60_000));
      token = latchkey.machine(latchkey.person(), Optional.empty()).token();

      for (int i = 0; i < 10; i++) {
        assertThat(get("/openapi/v2/issues").status()).isEqualTo(200);
      }
      assertThat(second.heads()).isNotEmpty();
      assertThat(upstream.heads()).isNotEmpty();
    }
  }

  @Test
  void an_address_that_breaks_off_gets_hardly_any_calls_while_another_answers() {
    try (Upstream broken = Upstream.that(call -> call.socket().close())) {
      start(call -> call.answerOk("ok"), "timeout_seconds: 5", broken.address());
      for (int i = 0; i < 60; i++) {
        assertThat(get("/openapi/v2/issues").status()).isIn(200, 502);
      }
      assertThat(upstream.heads()).hasSizeGreaterThan(45);
      assertThat(broken.heads()).hasSizeBetween(1, 14);
    }
  }

  private void start(Upstream.Script script) {
    start(script, "timeout_seconds: 20");
  }

  /** {@code row} is an additional line for each row of the route table. */
  private void start(Upstream.Script script, String row, String... others) {
    upstream = Upstream.that(script);
    String addresses =
        Stream.concat(Stream.of(upstream.address()), Stream.of(others))
            .collect(Collectors.joining(", "));
    latchkey =
        Latchkey.start(Store.SQLITE, settings -> Issues.behind(settings, addresses, "", row));
    person = latchkey.person();
    token =
        latchkey
            .app(person, List.of("https://a.example/cb"), SCOPES)
            .tokens(latchkey.browser().signIn(person))
            .access();
  }

  private String url(String path) {
    return latchkey.url() + path;
  }

  private Answer get(String path) {
    return Http.here().get(url(path), "Authorization", "Bearer " + token);
  }

  private Answer post(String path) {
    return Http.here().json(url(path), "{}", "Authorization", "Bearer " + token);
  }

  /** The request line, the host and the token. The test itself sends the end of the head. */
  private String head(String line) {
    return line
        + "\r\nHost: localhost:"
        + latchkey.port()
        + "\r\nAuthorization: Bearer "
        + token
        + "\r\n";
  }

  private Socket socket() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), latchkey.port());
    socket.setSoTimeout(60_000);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    socket.getOutputStream().flush();
  }

  private static String readHead(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      int sign = in.read();
      if (sign < 0) {
        throw new IOException("no whole head: " + head);
      }
      head.append((char) sign);
    }
    return head.toString();
  }
}
