package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Certificate;
import dev.latchkey.harness.wire.Http;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** HTTP/2 over TLS, with the JDK's client: it gets the same answers as over HTTP/1.1. */
class Http2Test {
  private static final Certificate CERTIFICATE = Certificate.make();

  private final CountDownLatch mayAnswer = new CountDownLatch(1);
  private final Upstream upstream = Upstream.that(this::serve);
  private final Latchkey latchkey =
      Latchkey.start(
          Store.SQLITE,
          settings -> Issues.behind(settings, upstream.address()).with(CERTIFICATE.files()));
  private final Http http = Http.trusting(CERTIFICATE, HttpClient.Version.HTTP_2);
  private final Person person = latchkey.person();

  @AfterEach
  void stop() {
    mayAnswer.countDown();
    latchkey.close();
    upstream.close();
  }

  private void serve(Upstream.Call call) throws IOException {
    var body = new ByteArrayOutputStream();
    call.readBody(body);
    if (call.head().contains("/held ")) {
      try {
        mayAnswer.await();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
    if (call.head().contains("/chunked")) {
      call.answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      call.answer("5\r\nhello\r\n0\r\n\r\n");
      return;
    }
    call.answer("HTTP/1.1 200 OK\r\nContent-Length: " + body.size() + "\r\n\r\n");
    body.writeTo(call.out());
    call.out().flush();
  }

  @Test
  void a_person_signs_in_consents_and_the_app_has_tokens() {
    App app = latchkey.app(person).by(http);

    Tokens tokens = app.tokens(new Browser(latchkey.url(), http).signIn(person));

    Answer active = introspect(tokens.access());
    assertThat(active.json().path("active").booleanValue()).isTrue();
    assertThat(app.inspect(tokens.access()).json().path("active").booleanValue()).isTrue();
    assertThat(app.revoke(tokens.access()).status()).isEqualTo(200);
    assertThat(introspect(tokens.access()).body()).isEqualTo("{\"active\":false}");
  }

  @Test
  void the_protocol_is_http_2_and_says_nothing_of_the_connection() throws Exception {
    HttpResponse<String> page = get("/sign-in");

    assertThat(page.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().map())
        .containsKeys("date", "content-length", "strict-transport-security")
        .doesNotContainKeys("connection", "transfer-encoding", "keep-alive");
    assertThat(page.headers().allValues("set-cookie"))
        .isNotEmpty()
        .allSatisfy(cookie -> assertThat(cookie).startsWith("__Host-latchkey_"));
  }

  @Test
  void head_has_the_headers_of_get_and_no_body() throws Exception {
    HttpResponse<String> head =
        http.client()
            .send(
                Http.request(latchkey.url() + "/oauth2/jwks").HEAD().build(),
                BodyHandlers.ofString());

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValueAsLong("content-length").orElse(0))
        .isEqualTo(get("/oauth2/jwks").body().length());
  }

  @Test
  void a_mebibyte_passes_each_way() throws Exception {
    var body = new byte[1 << 20];
    new Random(1).nextBytes(body);
    for (boolean isSized : new boolean[] {true, false}) {
      HttpResponse<byte[]> echo =
          http.client()
              .send(
                  call("/openapi/v2/issues/echo")
                      .POST(
                          isSized
                              ? BodyPublishers.ofByteArray(body)
                              : BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(body)))
                      .build(),
                  BodyHandlers.ofByteArray());

      assertThat(echo.statusCode()).isEqualTo(200);
      assertThat(echo.body()).isEqualTo(body);
    }
    assertThat(upstream.heads().getFirst()).contains("\r\nContent-Length: 1048576\r\n");
    assertThat(upstream.heads().getLast()).contains("\r\nTransfer-Encoding: chunked\r\n");
  }

  @Test
  void the_service_is_asked_in_http_1_1_by_its_own_name() throws Exception {
    HttpResponse<String> answer =
        http.client()
            .send(call("/openapi/v2/issues/chunked?a=b").GET().build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("hello");
    assertThat(upstream.heads().getFirst())
        .startsWith("GET /openapi/v2/issues/chunked?a=b HTTP/1.1\r\n")
        .contains("\r\nHost: " + upstream.address().substring(7) + "\r\n")
        .contains("\r\nX-Forwarded-Proto: https\r\n")
        .doesNotContain(":authority", ":path", "Authorization");
  }

  @Test
  void a_hundred_streams_are_open_at_once_on_one_connection() {
    introspect("x");
    List<CompletableFuture<HttpResponse<String>>> calls =
        IntStream.range(0, 100)
            .mapToObj(i ->
                http.client()
                    .sendAsync(
                        call("/openapi/v2/issues/held")
                            .POST(BodyPublishers.ofString("body " + i))
                            .build(),
                        BodyHandlers.ofString()))
            .toList();
    Poll.until(() -> upstream.heads().size() == 100, "a hundred at the service");
    assertThat(latchkey.traffic().open()).isEqualTo(1);
    mayAnswer.countDown();

    for (int i = 0; i < 100; i++) {
      assertThat(calls.get(i).join().body()).isEqualTo("body " + i);
    }
  }

  @Test
  void an_answer_that_is_larger_than_the_window_comes_whole() throws Exception {
    HttpResponse<String> page = get("/assets/latchkey.css");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body().getBytes(StandardCharsets.UTF_8).length)
        .isEqualTo((int) page.headers().firstValueAsLong("content-length").orElse(-1));
  }

  private String token() {
    return latchkey.machine(person, Optional.empty()).token();
  }

  private HttpRequest.Builder call(String path) {
    return Http.request(latchkey.url() + path, "Authorization", "Bearer " + token());
  }

  private Answer introspect(String token) {
    return http.get(latchkey.url() + "/oauth2/introspect", "Authorization", "Bearer " + token);
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.client()
        .send(Http.request(latchkey.url() + path).GET().build(), BodyHandlers.ofString());
  }
}
