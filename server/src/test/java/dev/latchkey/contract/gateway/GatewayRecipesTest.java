package dev.latchkey.contract.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.program.Proxy;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.RawConnection;
import dev.latchkey.host.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The proxies of docs/how-to/gateway-of-your-own.md with the documented configuration, in front of
 * Latchkey and as gateways that ask about each call. {@link NginxTest} is the same for nginx, and
 * HaproxyChecksTest is about the health checks.
 */
class GatewayRecipesTest {
  private static final String ISSUE = "/openapi/v2/issues/17";

  private final int port = FreePort.pick();
  private final Upstream upstream = Upstream.that(GatewayRecipesTest::serve);
  private final Latchkey latchkey =
      Latchkey.start(
          Store.SQLITE,
          settings ->
              Issues.behind(
                  settings,
                  upstream.address(),
                  """
                  base_url: http://localhost:%d
                  trusted_proxies: [127.0.0.1]
                  gateways: [127.0.0.1]
                  """
                      .formatted(port)));
  private final Person person = latchkey.person();

  @AfterEach
  void stop() {
    latchkey.close();
    upstream.close();
  }

  @Test
  void caddy_in_front_passes_everything_on() {
    try (Proxy proxy = Proxy.caddy(port, documented("caddyfile", 0))) {
      assertEverythingPasses(proxy);
    }
  }

  @Test
  void haproxy_in_front_passes_everything_on() {
    try (Proxy proxy = Proxy.haproxy(port, documented("haproxy", 0), "")) {
      assertEverythingPasses(proxy);
    }
  }

  @Test
  void apache_in_front_passes_everything_on() {
    try (Proxy proxy = Proxy.apache(port, documented("apache", 0))) {
      assertEverythingPasses(proxy);
    }
  }

  @Test
  void varnish_in_front_passes_everything_on() {
    try (Proxy proxy = Proxy.varnish(port, documented("vcl", 0))) {
      assertEverythingPasses(proxy);
    }
  }

  @Test
  void caddy_asks_about_each_call() {
    try (Proxy proxy = Proxy.caddy(port, documented("caddyfile", 1))) {
      assertEachCallIsChecked(proxy);
    }
  }

  @Test
  void haproxy_asks_about_each_call() {
    String common =
        documented("haproxy", 0).replaceFirst("(?s)frontend published.*?(?=\nbackend )", "");
    try (Proxy proxy =
        Proxy.haproxy(port, common + documented("haproxy", 1), documented("lua", 0))) {
      assertEachCallIsChecked(proxy);
    }
  }

  private void assertEverythingPasses(AutoCloseable proxy) {
    assertThat(proxy).isNotNull();
    App app = latchkey.app(person).at(url());
    Tokens tokens = app.tokens(new Browser(url()).signIn(person), "state", "é".repeat(200));
    assertThat(Latchkey.isActive(url(), tokens.access())).isTrue();
    assertThat(app.inspect(tokens.access()).json().path("active").booleanValue()).isTrue();
    assertThat(get(ISSUE, tokens.access()).body()).isEqualTo("issue");
    Tokens next = Tokens.of(app.elsewhere().refresh(tokens.refresh()));
    assertThat(latchkey.log())
        .as("the address of the caller, not of the proxy")
        .containsPattern("token_refresh.*\"address\":\"127\\.0\\.0\\.2\"");
    assertThat(get(ISSUE, tokens.access()).error()).isEqualTo("invalid_token");
    for (String ambiguous :
        List.of("/openapi/v2/issues//17", "/openapi/v2/issues/%2e%2e/issues/17")) {
      assertThat(get(ambiguous, next.access()).status()).as(ambiguous).isEqualTo(400);
    }
    assertThat(webSocket(next.access())).startsWith("HTTP/1.1 101 ");
    assertThat(app.revoke(next.access()).status()).isEqualTo(200);
    assertThat(get(ISSUE, next.access()).status()).isEqualTo(401);
  }

  private String webSocket(String token) {
    String request =
        """
        GET %s HTTP/1.1
        Host: localhost:%d
        Authorization: Bearer %s
        Connection: Upgrade
        Upgrade: websocket
        Sec-WebSocket-Version: 13
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==

        """
            .formatted(ISSUE, port, token)
            .replace("\n", "\r\n");
    try (RawConnection connection = RawConnection.to(port)) {
      return connection.send(request).head();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private void assertEachCallIsChecked(AutoCloseable proxy) {
    assertThat(proxy).isNotNull();
    App app = latchkey.app(person, List.of("https://a.example/cb"), "read:issue:info").at(url());
    Tokens tokens = app.tokens(new Browser(url()).signIn(person));

    Answer without = Http.here().get(url() + ISSUE);
    assertThat(without.status()).isEqualTo(401);
    assertThat(without.error()).isEqualTo("unauthorized");
    assertThat(without.header("WWW-Authenticate")).startsWith("Bearer resource_metadata=");
    Answer post =
        Http.here()
            .post(
                url() + ISSUE,
                "text/plain",
                new byte[10_000],
                "Authorization",
                "Bearer " + tokens.access());
    assertThat(post.status()).isEqualTo(403);
    assertThat(post.error()).isEqualTo("insufficient_scope");
    assertThat(post.header("WWW-Authenticate")).contains("scope=\"write:issue:info\"");
    for (String ambiguous :
        List.of("/openapi/v2/issues//17", "/openapi/v2/issues/%2e%2e/issues/17")) {
      assertThat(get(ambiguous, tokens.access()).status()).as(ambiguous).isEqualTo(403);
    }
    assertThat(upstream.heads()).isEmpty();

    assertThat(get(ISSUE + "?expand=a%20b", tokens.access()).body()).isEqualTo("issue");
    assertThat(lastHead())
        .startsWith("get " + ISSUE + "?expand=a%20b http/1.1\r\n")
        .contains(
            "\r\nlatchkey-subject: " + person.id().toLowerCase(Locale.ROOT) + "\r\n",
            "\r\nlatchkey-email: " + person.email() + "\r\n",
            "\r\nlatchkey-assertion: ")
        .doesNotContain("authorization");
    assertForgedHeadersAreRemoved();
    assertNobodyLeavesHttp1(tokens.access());
    assertOnlyTheGatewayCanAsk(tokens.access());

    String machine = latchkey.machine(person, Optional.empty()).token();
    byte[] body = "b".repeat(10_000).getBytes(StandardCharsets.US_ASCII);
    assertThat(
            Http.here()
                .post(url() + ISSUE, "text/plain", body, "Authorization", "Bearer " + machine)
                .body())
        .isEqualTo("issue");
    assertThat(app.revoke(tokens.access()).status()).isEqualTo(200);
    assertThat(get(ISSUE, tokens.access()).error()).isEqualTo("invalid_token");
  }

  /** A virtual administrator has no e-mail address, and here no team. */
  private void assertForgedHeadersAreRemoved() {
    String machine = latchkey.machine(person, Optional.empty()).token();
    Answer answer =
        Http.here()
            .get(
                url() + ISSUE,
                "Authorization",
                "Bearer " + machine,
                "Latchkey-Subject",
                "forged",
                "latchkey_subject",
                "forged",
                "LATCHKEY.SUBJECT",
                "forged",
                "Latchkey-Email",
                "forged",
                "Latchkey-Team",
                "forged",
                "Latchkey-Gateway",
                "Basic Zm9yZ2VkOmZvcmdlZA==");
    assertThat(answer.body()).isEqualTo("issue");
    assertThat(lastHead())
        .contains("\r\nlatchkey-subject: adm_", "\r\nlatchkey-assertion: ")
        .doesNotContain("forged", "latchkey-email", "latchkey-team", "latchkey-gateway");
    for (String name : List.of("X-Original-URI", "X-Forwarded-Uri")) {
      Http.here().get(url() + ISSUE, "Authorization", "Bearer " + machine, name, "/forged");
      assertThat(lastHead()).as(name).startsWith("get " + ISSUE + " ");
    }
  }

  /** On a connection of HTTP/2 to the service nobody would check anything. */
  private void assertNobodyLeavesHttp1(String token) {
    for (String protocol : List.of("h2c", "websocket")) {
      String request =
          """
          GET %s HTTP/1.1
          Host: localhost:%d
          Authorization: Bearer %s
          Connection: Upgrade, close, Latchkey-Subject, Latchkey-Subject-Kind, Latchkey-Team
          Upgrade: %s
          HTTP2-Settings: AAMAAABkAAQAAP__
          Sec-WebSocket-Version: 13
          Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==

          """
              .formatted(ISSUE, port, token, protocol)
              .replace("\n", "\r\n");
      try (RawConnection connection = RawConnection.to(port)) {
        assertThat(connection.send(request).rest()).startsWith("HTTP/1.1 200 ");
      }
      assertThat(lastHead())
          .contains("\r\nlatchkey-subject: ", "\r\nlatchkey-subject-kind: ", "\r\nlatchkey-team: ")
          .doesNotContain("upgrade", "http2-settings");
    }
  }

  private void assertOnlyTheGatewayCanAsk(String token) {
    for (String path :
        List.of(
            "/oauth2/check",
            "/oauth2/check" + ISSUE,
            "/oauth2/%63heck" + ISSUE,
            "/oauth2/x/../check" + ISSUE,
            "//oauth2/check" + ISSUE)) {
      Answer answer =
          Http.here()
              .get(
                  url() + path,
                  "Authorization",
                  "Bearer " + token,
                  "X-Original-Method",
                  "GET",
                  "X-Original-URI",
                  ISSUE);
      assertThat(answer.status()).as(path).isIn(400, 404);
      assertThat(answer.has("Latchkey-Assertion")).as(path).isFalse();
    }
  }

  private String lastHead() {
    return upstream.heads().getLast().toLowerCase(Locale.ROOT);
  }

  private Answer get(String path, String token) {
    return Http.here().get(url() + path, "Authorization", "Bearer " + token);
  }

  private String url() {
    return "http://localhost:" + port;
  }

  private static void serve(Upstream.Call call) throws IOException {
    if (call.header("Upgrade").isPresent()) {
      call.answer(
          """
          HTTP/1.1 101 Switching Protocols
          Upgrade: websocket
          Connection: Upgrade
          Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=

          """
              .replace("\n", "\r\n"));
      call.socket().close();
    } else {
      call.body();
      call.answerOk("issue");
    }
  }

  /**
   * The part of docs/how-to/gateway-of-your-own.md in this language, with the addresses of the
   * test, and without TLS.
   */
  private String documented(String language, int index) {
    try {
      List<MatchResult> parts =
          Pattern.compile("(?s)```" + language + "\\R(.*?)```")
              .matcher(Files.readString(Checkout.file("docs/how-to/gateway-of-your-own.md")))
              .results()
              .toList();
      return parts
          .get(index)
          .group(1)
          .replace("id.example.com {", url() + " {")
          .replace(":443 ssl crt /etc/haproxy/id.example.com.pem", "127.0.0.1:" + port)
          .replace("*:443", "127.0.0.1:" + port)
          .replaceAll("(?m)^ *SSL.*\\R", "")
          .replace("X-Forwarded-Proto https\n", "X-Forwarded-Proto http\n")
          .replace("127.0.0.1:8080", "127.0.0.1:" + latchkey.port())
          .replace(".port = \"8080\"", ".port = \"" + latchkey.port() + "\"")
          .replace("127.0.0.1:9001", upstream.address().substring("http://".length()));
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
