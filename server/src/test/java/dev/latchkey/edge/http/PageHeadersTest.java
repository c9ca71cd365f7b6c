package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.TrustedSources;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.Raw;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The security headers of all answers to browsers (security rows 31, 71, 76, 85, and 87 to 90, 93).
 */
@SuppressWarnings("NullAway.Init")
class PageHeadersTest {
  private static final String ORIGIN = "https://evil.example";

  private static Latchkey latchkey;
  private static Latchkey published;

  @BeforeAll
  static void start() {
    latchkey = Latchkey.start(Store.SQLITE);
    published =
        Latchkey.start(
            Store.SQLITE,
            settings ->
                settings
                    .publishedAs("https://latchkey.example")
                    .with(TrustedSources.trusting("127.0.0.1")));
  }

  @AfterAll
  static void stop() {
    latchkey.close();
    published.close();
  }

  @Test
  void no_page_can_be_framed_or_reveals_the_referrer() {
    for (Answer page : pages()) {
      assertThat(page.header("Content-Security-Policy"))
          .as("%s", page.from())
          .contains(
              "default-src 'none'",
              "frame-ancestors 'none'",
              "object-src 'none'",
              "base-uri 'none'",
              "form-action 'self'")
          .doesNotContain("unsafe", "*");
      assertThat(page.header("X-Frame-Options")).isEqualTo("DENY");
      assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
      assertThat(page.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
      assertThat(page.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
    }
  }

  @Test
  void nothing_is_cached_or_sniffed() {
    var answers = new ArrayList<>(pages());
    answers.addAll(calls());
    for (Answer answer : answers) {
      assertThat(answer.header("Cache-Control")).as("%s", answer.from()).contains("no-store");
      assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }
  }

  @Test
  void a_download_of_the_audit_log_has_all_headers_of_a_page() {
    Browser browser = latchkey.browser().signIn(latchkey.administrator());
    for (String path : List.of("/audit/export.csv", "/audit/export.jsonl")) {
      Answer file = browser.get(path);

      assertThat(file.status()).isEqualTo(200);
      assertThat(file.header("Content-Disposition")).startsWith("attachment");
      assertThat(file.header("Cache-Control")).isEqualTo("no-store");
      assertThat(file.header("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(file.header("Content-Security-Policy")).contains("default-src 'none'");
      assertThat(file.header("X-Frame-Options")).isEqualTo("DENY");
      assertThat(file.header("Referrer-Policy")).isEqualTo("no-referrer");
      assertThat(file.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
      assertThat(file.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
    }
  }

  @Test
  void signing_out_clears_the_data_in_the_browser() {
    Answer out = latchkey.browser().signIn(latchkey.person()).signOut();

    assertThat(out.status()).isEqualTo(303);
    assertThat(out.header("Clear-Site-Data")).isEqualTo("\"cache\"");
  }

  @Test
  void no_other_origin_may_read_an_answer() {
    for (String origin : List.of(ORIGIN, "null", latchkey.url() + ".evil.example")) {
      for (String path : List.of("/oauth2/introspect", "/sign-in", "/oauth2/jwks")) {
        Answer answer = Http.here().get(latchkey.url() + path, "Origin", origin);
        assertNothingShared(answer);
      }
      assertNothingShared(
          Http.here()
              .method(
                  "OPTIONS",
                  latchkey.url() + "/oauth2/token",
                  "Origin",
                  origin,
                  "Access-Control-Request-Method",
                  "POST"));
    }
  }

  @Test
  void over_https_answers_require_https_from_then_on() {
    Raw.Reply reply = overHttps("GET /sign-in");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Strict-Transport-Security"))
        .hasValue("max-age=63072000; includeSubDomains");
    assertThat(overHttps("GET /oauth2/introspect").header("Strict-Transport-Security")).isPresent();
    assertThat(Http.here().get(latchkey.url() + "/sign-in").has("Strict-Transport-Security"))
        .as("a local server has no name to keep")
        .isFalse();
  }

  @Test
  void over_https_cookies_belong_to_this_host_alone() {
    String cookie = overHttps("GET /sign-in").header("Set-Cookie").orElseThrow();

    assertThat(cookie)
        .startsWith("__Host-latchkey_")
        .contains("; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/")
        .doesNotContain("Domain");
  }

  @Test
  void plain_http_is_refused_if_https_is_published() {
    for (String path : List.of("/oauth2/introspect", "/openapi/v2/directory/users/me")) {
      Raw.Reply reply =
          Raw.send(
              published.port(),
              "GET "
                  + path
                  + " HTTP/1.1\r\nHost: latchkey.example\r\nX-Forwarded-For: 192.0.2.7\r\n"
                  + "X-Forwarded-Proto: http\r\nConnection: close\r\n\r\n");
      assertThat(reply.status()).as(reply.text()).isEqualTo(403);
      assertThat(reply.header("Location")).isEmpty();
    }
  }

  private static List<Answer> pages() {
    App app = latchkey.app();
    Browser browser = latchkey.browser();
    Answer signIn = browser.get("/sign-in");
    browser.signIn(latchkey.person());
    return List.of(
        signIn,
        app.consentPage(browser),
        browser.get("/account/credentials"),
        browser.get("/organization/credentials"),
        browser.get("/account/credentials/cli_unknown"),
        browser.get("/there/is/nothing"),
        browser.get("/account/credentials/app.css"),
        browser.get("/oauth2/authorize?client_id=unknown&response_type=code"));
  }

  private static List<Answer> calls() {
    String url = latchkey.url();
    return List.of(
        Http.here().get(url + "/oauth2/introspect"),
        Http.here().get(url + "/oauth2/introspect", "Authorization", "Bearer x"),
        Http.here().get(url + "/oauth2/token"),
        Http.here().form(url + "/oauth2/token", Http.fields(Map.of())),
        Http.here().json(url + "/oauth2/revoke", "{}"),
        Http.here().get(url + "/openapi/v2/directory/users/me"));
  }

  private static void assertNothingShared(Answer answer) {
    assertThat(answer.headers().map().keySet())
        .as("%s", answer.from())
        .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-"));
  }

  @Test
  void a_request_that_reached_the_proxy_without_https_is_refused() {
    for (String scheme : List.of("", "X-Forwarded-Proto: http\r\n")) {
      for (String path : List.of("/sign-in", "/oauth2/introspect", "/openapi/v2/issues")) {
        Raw.Reply reply = throughProxy("GET " + path, scheme);
        assertThat(reply.status()).as(path).isEqualTo(403);
        assertThat(reply.header("Set-Cookie")).as(path).isEmpty();
      }
    }
    assertThat(throughProxy("GET /oauth2/introspect", "").text()).contains("insecure_transport");
    assertThat(throughProxy("GET /sign-in", "").text())
        .contains("<a href=\"https://latchkey.example/\"");
  }

  private static Raw.Reply overHttps(String requested) {
    return throughProxy(requested, "X-Forwarded-Proto: https\r\n");
  }

  private static Raw.Reply throughProxy(String requested, String scheme) {
    return Raw.send(
        published.port(),
        requested
            + " HTTP/1.1\r\nHost: latchkey.example\r\nX-Forwarded-For: 192.0.2.7\r\n"
            + scheme
            + "Connection: close\r\n\r\n");
  }
}
