package dev.latchkey.contract.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.RawConnection;
import dev.latchkey.host.FreePort;
import dev.latchkey.host.Nginx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A real nginx asks {@code /oauth2/check}. Its configuration is taken from
 * docs/how-to/gateway-of-your-own.md, so that the documented configuration is tested.
 */
class NginxTest {
  private static final Pattern SNIPPET =
      Pattern.compile("(?s)```nginx\\R(# Latchkey checks.*?)```");
  private static final String ISSUE = "/openapi/v2/issues/17";

  private static final BlockingQueue<Arrived> ARRIVED = new LinkedBlockingQueue<>();

  private static HttpServer upstream;
  private static Latchkey latchkey;
  private static Nginx nginx;

  private final Person person = latchkey.person();
  private final Tokens tokens =
      latchkey
          .app(person, List.of("https://a.example/cb"), "read:issue:info")
          .tokens(latchkey.browser().signIn(person));

  /** The call as the service received it: its address and its headers. */
  private record Arrived(String uri, Headers headers) {}

  @BeforeAll
  static void start() throws IOException {
    upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    upstream.createContext("/", NginxTest::serve);
    upstream.start();
    String issues = "127.0.0.1:" + upstream.getAddress().getPort();
    int port = FreePort.pick();
    String published = "base_url: http://localhost:" + port + "\ngateways: [127.0.0.1]\n";
    latchkey =
        Latchkey.start(Store.SQLITE, plain -> Issues.behind(plain, "http://" + issues, published));
    nginx =
        Nginx.start(
            port,
            "upstream latchkey { server 127.0.0.1:%d; } upstream issues { server %s; }"
                .formatted(latchkey.port(), issues),
            documented());
  }

  @AfterAll
  static void stop() {
    nginx.close();
    latchkey.close();
    upstream.stop(0);
  }

  @Test
  void without_a_token_nothing_passes() {
    Answer answer = call(ISSUE);
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.error()).isEqualTo("unauthorized");
    assertThat(answer.headers().allValues("WWW-Authenticate"))
        .hasSize(1)
        .allMatch(challenge -> challenge.startsWith("Bearer resource_metadata="));
    assertThat(ARRIVED).isEmpty();
  }

  @Test
  void an_inactive_token_does_not_pass() {
    latchkey.disable(person);
    Answer answer = call(ISSUE, "Authorization", "Bearer " + tokens.access());
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.error()).isEqualTo("invalid_token");
    assertThat(answer.header("WWW-Authenticate")).contains("error=\"invalid_token\"");
    assertThat(ARRIVED).isEmpty();
  }

  @Test
  void a_missing_scope_is_named() {
    Answer answer =
        Http.here()
            .post(
                url(ISSUE),
                "application/json",
                "{}".getBytes(StandardCharsets.UTF_8),
                "Authorization",
                "Bearer " + tokens.access());
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.error()).isEqualTo("insufficient_scope");
    assertThat(answer.header("WWW-Authenticate")).contains("scope=\"write:issue:info\"");
    assertThat(ARRIVED).isEmpty();
  }

  @Test
  void the_right_scope_passes_with_the_identity_and_without_the_token() throws Exception {
    Answer answer = call(ISSUE + "?expand=a%20b", "Authorization", "Bearer " + tokens.access());

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("issue");
    Arrived arrived = ARRIVED.take();
    assertThat(arrived.uri()).isEqualTo(ISSUE + "?expand=a%20b");
    assertThat(arrived.headers().get("Latchkey-Subject")).containsExactly(person.id());
    assertThat(arrived.headers().get("Latchkey-Email")).containsExactly(person.email());
    assertThat(arrived.headers().get("Latchkey-Assertion")).hasSize(1);
    assertThat(arrived.headers()).doesNotContainKey("Authorization");
  }

  @Test
  void only_nginx_itself_can_ask() {
    for (String path :
        List.of(
            "/oauth2/check",
            "/oauth2/check" + ISSUE,
            "/oauth2/%63heck" + ISSUE,
            "/oauth2/x/../check" + ISSUE,
            "//oauth2/check" + ISSUE,
            "/latchkey-check")) {
      Answer answer =
          call(
              path,
              "Authorization",
              "Bearer " + tokens.access(),
              "X-Original-Method",
              "GET",
              "X-Original-URI",
              ISSUE);
      assertThat(answer.status()).as(path).isIn(400, 404);
      assertThat(answer.has("Latchkey-Assertion")).as(path).isFalse();
    }
    assertThat(call("/oauth2/introspect").status()).isEqualTo(401);
    assertThat(
            call(
                    ISSUE,
                    "Authorization",
                    "Bearer " + tokens.access(),
                    "Latchkey-Gateway",
                    "Basic Zm9yZ2VkOmZvcmdlZA==")
                .status())
        .isEqualTo(200);
    assertThat(ARRIVED.remove().headers().get("Latchkey-Assertion")).hasSize(1);
  }

  @Test
  void forged_identity_is_replaced_or_removed() throws Exception {
    String machine = latchkey.machine(person, Optional.empty()).token();

    Answer answer =
        call(
            ISSUE,
            "Authorization",
            "Bearer " + machine,
            "Latchkey-Subject",
            "usr_forged",
            "latchkey_subject",
            "usr_forged",
            "LATCHKEY.SUBJECT",
            "usr_forged",
            "Latchkey-Email",
            "forged@example.com",
            "Latchkey-Team",
            "team_forged",
            "Latchkey-Assertion",
            "forged",
            "X-Original-URI",
            "/openapi/v2/issues/1",
            "X-Forwarded-Uri",
            "/forged");

    assertThat(answer.status()).isEqualTo(200);
    Headers headers = ARRIVED.take().headers();
    assertThat(headers.getFirst("Latchkey-Subject")).startsWith("adm_");
    assertThat(headers).doesNotContainKeys("Latchkey-Email", "Latchkey-Team");
    assertThat(headers.toString())
        .doesNotContain("usr_forged", "forged@example.com", "team_forged", "[forged]");
  }

  @Test
  void a_caller_neither_leaves_http_1_nor_has_the_identity_dropped() throws Exception {
    String request =
        """
        GET %s HTTP/1.1
        Host: localhost:%d
        Authorization: Bearer %s
        Connection: Upgrade, close, Latchkey-Subject, Latchkey-Team
        Upgrade: h2c
        HTTP2-Settings: AAMAAABkAAQAAP__

        """
            .formatted(ISSUE, nginx.port(), tokens.access())
            .replace("\n", "\r\n");

    try (RawConnection connection = RawConnection.to(nginx.port())) {
      assertThat(connection.send(request).rest()).startsWith("HTTP/1.1 200 ");
    }

    assertThat(ARRIVED.take().headers())
        .containsKeys("Latchkey-Subject", "Latchkey-Team")
        .doesNotContainKey("Upgrade");
  }

  @Test
  void a_path_of_two_meanings_is_judged_as_it_was_sent() {
    for (String path : List.of("/openapi/v2/issues//17", "/openapi/v2/issues/%2e%2e/issues/17")) {
      assertThat(call(path, "Authorization", "Bearer " + tokens.access()).status())
          .as(path)
          .isEqualTo(403);
    }
    assertThat(ARRIVED).isEmpty();
  }

  private static void serve(HttpExchange exchange) throws IOException {
    ARRIVED.add(new Arrived(exchange.getRequestURI().toString(), exchange.getRequestHeaders()));
    byte[] body = "issue".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static String documented() throws IOException {
    Matcher snippet =
        SNIPPET.matcher(Files.readString(Checkout.file("docs/how-to/gateway-of-your-own.md")));
    assertThat(snippet.find()).isTrue();
    return snippet.group(1);
  }

  private static String url(String path) {
    return "http://localhost:" + nginx.port() + path;
  }

  private static Answer call(String path, String... headers) {
    return Http.here().get(url(path), headers);
  }
}
