package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.Raw;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rule 2.2: whatever a client sends, the answer is a refusal that says why, and never a 5xx. */
class BadInputTest extends OnBothStores {
  private static final String FORM = "application/x-www-form-urlencoded";

  private final App app = latchkey.app();

  private String line(String requestLine) {
    return requestLine + " HTTP/1.1\r\nHost: localhost:" + latchkey.port() + "\r\n";
  }

  private Raw.Reply post(String path, String contentType, byte[] body, String... headers) {
    return Raw.send(
        latchkey.port(),
        line("POST " + path)
            + "Connection: close\r\nContent-Type: "
            + contentType
            + "\r\nContent-Length: "
            + body.length
            + "\r\n"
            + String.join("", List.of(headers))
            + "\r\n",
        body);
  }

  private Raw.Reply form(String path, String body) {
    return post(path, FORM, body.getBytes(StandardCharsets.ISO_8859_1));
  }

  private Raw.Reply get(String target) {
    return Raw.send(latchkey.port(), line("GET " + target) + "Connection: close\r\n\r\n");
  }

  private static void assertRefused(Raw.Reply reply, int status) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(status);
    assertThat(reply.isRefusalInJson()).as(reply.text()).isTrue();
    assertThat(reply.answers()).as(reply.text()).isEqualTo(1);
  }

  private static void assertPage(Raw.Reply reply, int status) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(status);
    assertThat(reply.header("Content-Type").orElse("")).startsWith("text/html");
    assertThat(reply.header("Location")).isEmpty();
  }

  @Test
  void a_body_of_64_kib_is_read_and_one_byte_more_is_not() {
    for (String path : List.of("/oauth2/token", "/oauth2/introspect", "/oauth2/revoke")) {
      String most = "x=" + "y".repeat(65_534);
      assertThat(form(path, most).status()).isIn(400, 401);
      assertRefused(form(path, most + "y"), 413);
    }
    assertPage(form("/sign-in", "x=" + "y".repeat(65_535)), 413);
  }

  @Test
  void a_form_of_500_fields_is_read_and_one_of_1000_is_not() {
    for (String path : List.of("/oauth2/token", "/oauth2/introspect", "/oauth2/revoke")) {
      assertThat(form(path, "x=y" + "&x=y".repeat(499)).status()).isIn(400, 401);
      assertRefused(form(path, "x=y" + "&x=y".repeat(999)), 413);
      assertRefused(form(path, "&".repeat(65_536)), 413);
    }
    assertPage(form("/sign-in", "x=y" + "&x=y".repeat(999)), 413);
  }

  /** Code that compares each field with each other one would take a tenth of a second. */
  @Test
  void a_head_of_200_fields_is_read_and_one_of_201_is_not() {
    String head = line("GET /oauth2/jwks") + "a: b\r\n".repeat(199);
    assertThat(Raw.send(latchkey.port(), head + "\r\n").status()).isEqualTo(200);
    assertThat(Raw.send(latchkey.port(), head + "a: b\r\n\r\n").status()).isEqualTo(431);
  }

  /** Two characters of a query become an object of a hundred bytes. */
  @Test
  void a_query_of_500_fields_is_read_and_one_of_501_is_not() {
    String query = "/oauth2/jwks?x" + "&x".repeat(499);
    assertThat(Raw.send(latchkey.port(), line("GET " + query) + "\r\n").status()).isEqualTo(200);
    assertThat(Raw.send(latchkey.port(), line("GET " + query + "&x") + "\r\n").status())
        .isEqualTo(400);
  }

  @Test
  void a_huge_chunk_is_refused_before_it_arrives() {
    String head =
        "POST /oauth2/token HTTP/1.1\r\nHost: localhost:"
            + latchkey.port()
            + "\r\nContent-Type: application/x-www-form-urlencoded"
            + "\r\nTransfer-Encoding: chunked\r\n\r\n";
    assertThat(Raw.send(latchkey.port(), head + "7fffffff\r\n" + "y".repeat(300_000)).status())
        .isEqualTo(413);
  }

  @Test
  void a_chunked_body_has_the_same_limit() {
    String chunk = "8000\r\n" + "y".repeat(32_768) + "\r\n";
    String head =
        line("POST /oauth2/token")
            + "Connection: close\r\nContent-Type: "
            + FORM
            + "\r\nTransfer-Encoding: chunked\r\n\r\n";
    assertRefused(Raw.send(latchkey.port(), head + chunk + chunk + "0\r\n\r\n"), 400);
    assertRefused(Raw.send(latchkey.port(), head + chunk + chunk + "1\r\ny\r\n0\r\n\r\n"), 413);
  }

  @Test
  void a_request_line_over_16_kib_is_414_as_a_page_or_as_json() {
    assertRefused(get("/oauth2/introspect?x=" + "y".repeat(200_000)), 414);
    for (int length : List.of(16_400, 40_000)) {
      assertRefused(get("/oauth2/introspect?x=" + "y".repeat(length)), 414);
      assertRefused(get("/openapi/v2/x?x=" + "y".repeat(length)), 414);
      assertPage(get("/oauth2/authorize?x=" + "y".repeat(length)), 414);
      assertPage(get("/sign-in?x=" + "y".repeat(length)), 414);
    }
    assertRefused(get("/oauth2/introspect?x=" + "y".repeat(16_000)), 401);
  }

  @Test
  void headers_over_16_kib_are_431() {
    String filler = "X-Filler: " + "y".repeat(17_000) + "\r\n";
    assertRefused(
        Raw.send(
            latchkey.port(), line("GET /oauth2/introspect") + filler + "Connection: close\r\n\r\n"),
        431);
    String many = ("X-Filler: " + "y".repeat(90) + "\r\n").repeat(200);
    assertRefused(
        Raw.send(
            latchkey.port(), line("GET /oauth2/introspect") + many + "Connection: close\r\n\r\n"),
        431);
    assertRefused(
        Raw.send(
            latchkey.port(),
            line("GET /oauth2/introspect")
                + "X-Filler: "
                + "y".repeat(8_000)
                + "\r\nConnection: close\r\n\r\n"),
        401);
  }

  @Test
  void another_content_type_is_415() {
    byte[] body = "grant_type=refresh_token".getBytes(StandardCharsets.US_ASCII);
    for (String type :
        List.of(
            "application/json",
            "text/plain",
            "multipart/form-data; boundary=x",
            FORM + "; charset=iso-8859-1",
            FORM + "x",
            "x",
            ";",
            "; charset=utf-8",
            "")) {
      assertRefused(post("/oauth2/token", type, body), 415);
      assertRefused(post("/oauth2/introspect", type, body), 415);
    }
    for (String type :
        List.of("text/plain", "application/xml", "text/json", "application/json; charset=utf-16")) {
      assertRefused(post("/oauth2/revoke", type, body), 415);
    }
    assertRefused(
        Raw.send(
            latchkey.port(),
            line("POST /oauth2/token") + "Connection: close\r\nContent-Length: 0\r\n\r\n"),
        415);
    assertRefused(post("/oauth2/token", FORM + "; charset=UTF-8", body), 400);
    assertPage(post("/sign-in", "application/json", "{}".getBytes(StandardCharsets.US_ASCII)), 415);
  }

  @Test
  void another_method_is_405_and_the_answer_lists_the_allowed_ones() {
    var allowed =
        Map.of(
            "/oauth2/token", List.of("POST"),
            "/oauth2/revoke", List.of("POST"),
            "/oauth2/introspect", List.of("GET", "POST"));
    for (var route : allowed.entrySet()) {
      for (String method : List.of("GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW")) {
        if (route.getValue().contains(method)) {
          continue;
        }
        Raw.Reply reply =
            Raw.send(
                latchkey.port(), line(method + " " + route.getKey()) + "Connection: close\r\n\r\n");
        assertRefused(reply, 405);
        assertThat(reply.header("Allow").orElse("").split(", "))
            .contains(route.getValue().toArray(String[]::new));
      }
    }
    assertPage(
        Raw.send(latchkey.port(), line("DELETE /sign-in") + "Connection: close\r\n\r\n"), 405);
  }

  @Test
  void bytes_that_are_not_utf_8_and_broken_percent_signs_and_nul_are_400() {
    for (String value :
        List.of(
            "%",
            "%1",
            "%zz",
            "%ff",
            "%c0%af",
            "%e2%82",
            "%ed%a0%80",
            "%f5%80%80%80",
            "%00",
            "a%00b",
            "\u00ff",
            "\u00e2\u0082",
            "\0")) {
      assertRefused(form("/oauth2/token", "grant_type=" + value), 400);
      assertRefused(form("/oauth2/token", value + "=x"), 400);
      assertRefused(form("/oauth2/introspect", "token=" + value), 400);
      assertRefused(form("/oauth2/revoke", "token=" + value), 400);
    }
    for (String value : List.of("%", "%zz", "%ff", "%c0%af", "%e2%82", "%00", "\u00ff")) {
      assertPage(get("/oauth2/authorize?" + app.request() + "&state=" + value), 400);
      assertPage(get("/sign-in?request=" + value), 400);
      assertRefused(get("/oauth2/introspect?x=" + value), 400);
    }
  }

  @Test
  void json_where_a_form_belongs_and_a_form_where_json_belongs_are_400() {
    assertRefused(form("/oauth2/token", "{\"grant_type\":\"refresh_token\"}"), 400);
    assertRefused(form("/oauth2/revoke", "{\"access_token\":\"x\"}"), 400);
    assertRefused(json("client_id=x&client_secret=y&access_token=z"), 400);
  }

  @Test
  void invalid_json_is_400() {
    String deep = "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000);
    String wide = "[".repeat(30_000);
    for (String body :
        List.of(
            "",
            " ",
            "{",
            "nul",
            "1e3",
            "{\"client_id\":1e3,\"client_secret\":\"x\",\"access_token\":\"x\"}",
            "{\"client_id\":\"a\",\"client_id\":\"b\",\"client_secret\":\"x\",\"access_token\":\"x\"}",
            "{\"client_id\":\"a\",\"client_secret\":\"x\",\"access_token\":\"x\"} {}",
            "{\"client_id\":\"a\",\"client_secret\":\"x\",\"access_token\":\"x\"}]",
            "{\"client_id\":\"a\",\"client_secret\":\"x\",\"access_token\":\"x\" /* */}",
            "{\"client_id\":NaN,\"client_secret\":\"x\",\"access_token\":\"x\"}",
            "{\"client_id\":" + "9".repeat(5_000) + "}",
            "\u00ef\u00bb\u00bf{}",
            "\u00ff\u00fe{}",
            deep,
            wide)) {
      assertRefused(json(body), 400);
    }
    String sound = "{\"client_id\":\"a\",\"client_secret\":\"x\",\"access_token\":\"x\"}";
    for (var charset :
        List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      assertRefused(post("/oauth2/revoke", "application/json", sound.getBytes(charset)), 400);
    }
    assertRefused(json(sound), 401);
  }

  private Raw.Reply json(String body) {
    return post("/oauth2/revoke", "application/json", body.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void nul_in_a_json_string_is_400() {
    for (String id : List.of("\\u0000", "a\\u0000b")) {
      assertRefused(
          json("{\"client_id\":\"" + id + "\",\"client_secret\":\"x\",\"access_token\":\"x\"}"),
          400);
    }
  }

  @Test
  void odd_characters_in_json_strings_do_no_harm() {
    for (String id : List.of("\\u0001", "\\ud800", "\\uffff", "' OR 1=1 --", "\\u202e")) {
      assertRefused(
          json(
              "{\"client_id\":\""
                  + id
                  + "\",\"client_secret\":\""
                  + id
                  + "\",\"access_token\":\""
                  + id
                  + "\"}"),
          401);
    }
  }

  @Test
  void secrets_in_the_address_are_400() {
    Tokens tokens = app.tokens(latchkey.browser().signIn(latchkey.person()));
    String client = "client_id=" + app.id() + "&client_secret=" + app.secret();
    String refresh = client + "&grant_type=refresh_token&refresh_token=" + tokens.refresh();
    Map<String, String> sound =
        Map.of(
            "/oauth2/introspect", client + "&token=" + tokens.access(),
            "/oauth2/revoke", client + "&token=x",
            "/oauth2/token", refresh);
    sound.forEach((path, body) -> {
      assertRefused(form(path + "?client_secret=" + app.secret(), body), 400);
      assertThat(form(path, body).status()).as(path).isEqualTo(200);
    });
  }

  @Test
  void a_person_at_another_host_is_told_the_published_address() {
    Raw.Reply reply =
        Raw.send(
            latchkey.port(),
            "GET /sign-in HTTP/1.1\r\nHost: old.example\r\nConnection: close\r\n\r\n");

    assertThat(reply.status()).isEqualTo(421);
    assertThat(reply.text())
        .contains("<a href=\"" + latchkey.url() + "/\"", ">" + latchkey.url() + "</a>")
        .doesNotContain("Back to the start");
  }

  @Test
  void another_host_is_421() {
    for (String host :
        List.of("evil.example", "localhost", "localhost:1", "localhost.evil.example")) {
      Raw.Reply reply =
          Raw.send(
              latchkey.port(),
              "GET /oauth2/introspect HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
      assertRefused(reply, 421);
    }
    for (String host : List.of("127.0.0.1", "[::1]", "LOCALHOST")) {
      Raw.Reply reply =
          Raw.send(
              latchkey.port(),
              "GET /oauth2/introspect HTTP/1.1\r\nHost: "
                  + host
                  + ":"
                  + latchkey.port()
                  + "\r\nConnection: close\r\n\r\n");
      assertRefused(reply, 401);
    }
  }

  @Test
  void a_missing_or_second_host_is_refused() {
    for (String hosts :
        List.of(
            "",
            "Host: localhost:" + latchkey.port() + "\r\nHost: evil.example\r\n",
            "Host: localhost:" + latchkey.port() + ".evil.example\r\n",
            "Host: \r\n")) {
      Raw.Reply reply =
          Raw.send(
              latchkey.port(),
              "GET /oauth2/introspect HTTP/1.1\r\n" + hosts + "Connection: close\r\n\r\n");
      assertThat(reply.status()).as(reply.text()).isIn(400, 421);
      assertThat(reply.isRefusalInJson()).as(reply.text()).isTrue();
    }
  }

  /** A second request that an attacker hides behind the body of the first one. */
  private String smuggled() {
    return line("GET /smuggled") + "\r\n";
  }

  @Test
  void a_body_of_two_lengths_is_refused_and_the_connection_closed() {
    String head = line("POST /oauth2/token") + "Content-Type: " + FORM + "\r\n";
    String form = "grant_type=x";
    for (String lengths :
        List.of(
            "Content-Length: 12\r\nContent-Length: 13\r\n",
            "Content-Length: 12\r\nContent-Length: 12\r\n",
            "Content-Length: 12, 12\r\n",
            "Content-Length: +12\r\n",
            "Content-Length: -1\r\n",
            "Content-Length: 0x0c\r\n",
            "Content-Length: 1e1\r\n",
            "Content-Length: 99999999999999999999\r\n",
            "Content-Length: \r\n",
            "Content-Length: x\r\n")) {
      Raw.Reply reply = Raw.send(latchkey.port(), head + lengths + "\r\n" + form + smuggled());
      assertThat(reply.status()).as(lengths + reply.text()).isEqualTo(400);
      assertThat(reply.answers()).as(lengths + reply.text()).isEqualTo(1);
      assertThat(reply.isRefusalInJson()).as(lengths + reply.text()).isTrue();
    }
  }

  @Test
  void a_body_with_a_length_and_chunks_is_refused_and_the_connection_closed() {
    String head = line("POST /oauth2/token") + "Content-Type: " + FORM + "\r\n";
    String chunks = "c\r\ngrant_type=x\r\n0\r\n\r\n";
    for (String both :
        List.of(
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: " + chunks.length() + "\r\n",
            "Transfer-Encoding: identity\r\n",
            "Transfer-Encoding: gzip, chunked\r\n",
            "Transfer-Encoding: chunked, identity\r\n",
            "Transfer-Encoding: xchunked\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n")) {
      Raw.Reply reply = Raw.send(latchkey.port(), head + both + "\r\n" + chunks + smuggled());
      assertThat(reply.status()).as(both + reply.text()).isEqualTo(400);
      assertThat(reply.answers()).as(both + reply.text()).isEqualTo(1);
      assertThat(reply.isRefusalInJson()).as(both + reply.text()).isTrue();
    }
  }

  @Test
  void broken_chunks_are_refused_and_the_connection_closed() {
    String head =
        line("POST /oauth2/token")
            + "Content-Type: "
            + FORM
            + "\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (String chunks :
        List.of(
            "x\r\ngrant_type=x\r\n0\r\n\r\n",
            "-c\r\ngrant_type=x\r\n0\r\n\r\n",
            "\r\ngrant_type=x\r\n0\r\n\r\n",
            "c\r\ngrant_type=xyz\r\n0\r\n\r\n",
            "ffffffffffffffff\r\ngrant_type=x\r\n0\r\n\r\n",
            "fffffffff\r\ngrant_type=x\r\n0\r\n\r\n",
            "0x0c\r\ngrant_type=x\r\n0\r\n\r\n",
            "c\ngrant_type=x\n0\n\n")) {
      Raw.Reply reply = Raw.send(latchkey.port(), head + chunks + smuggled());
      assertThat(reply.status()).as(chunks + reply.text()).isEqualTo(400);
      assertThat(reply.answers()).as(chunks + reply.text()).isEqualTo(1);
      assertThat(reply.isRefusalInJson()).as(chunks + reply.text()).isTrue();
    }
  }

  @Test
  void a_truncated_body_spends_nothing() {
    var browser = latchkey.browser().signIn(latchkey.person());
    String code = app.code(browser);
    String body =
        Http.encoded(
            App.fields(
                "client_id",
                app.id(),
                "client_secret",
                app.secret(),
                "grant_type",
                "authorization_code",
                "code",
                code));
    Raw.Reply reply =
        Raw.send(
            latchkey.port(),
            line("POST /oauth2/token")
                + "Content-Type: "
                + FORM
                + "\r\nContent-Length: "
                + (body.length() + 10)
                + "\r\n\r\n"
                + body);
    assertThat(reply.status()).isIn(0, 400);
    assertThat(Tokens.of(app.redeem(code)).access()).startsWith("lk_at_");
  }

  @Test
  void broken_request_lines_and_headers_are_refused_without_a_second_answer() {
    String host = "Host: localhost:" + latchkey.port() + "\r\n";
    for (String broken :
        List.of(
            "GET\r\n" + host + "\r\n",
            "GET /oauth2/introspect\r\n" + host + "\r\n",
            "GET /oauth2/introspect HTTP/9.9\r\n" + host + "\r\n",
            "GET /oauth2/introspect HTTP/1.1 x\r\n" + host + "\r\n",
            " GET /oauth2/introspect HTTP/1.1\r\n" + host + "\r\n",
            "GET /oauth2/intro\0spect HTTP/1.1\r\n" + host + "\r\n",
            "GET /oauth2/intro spect HTTP/1.1\r\n" + host + "\r\n",
            "GET /oauth2/introspect HTTP/1.1\r\n" + host + "X: a\0b\r\n\r\n",
            "GET /oauth2/introspect HTTP/1.1\r\n" + host + "No colon\r\n\r\n",
            "GET /oauth2/introspect HTTP/1.1\r\n" + host + " X: folded\r\n\r\n",
            "GET /oauth2/introspect HTTP/1.1\r\n" + host + "X : space\r\n\r\n",
            "GET /oauth2/introspect HTTP/1.1\r\n" + host + ": nameless\r\n\r\n",
            "GET http:// HTTP/1.1\r\n" + host + "\r\n",
            "\0\0\0\0\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")) {
      Raw.Reply reply = Raw.send(latchkey.port(), broken);
      assertThat(reply.status()).as(broken + reply.text()).isLessThan(500);
      assertThat(reply.answers()).as(broken + reply.text()).isLessThanOrEqualTo(1);
      assertThat(reply.text()).doesNotContain("Exception", "io.netty");
    }
  }

  @Test
  void a_target_without_a_path_is_400() {
    String host = "Host: localhost:" + latchkey.port() + "\r\n";
    for (String target : List.of("?", "?token=x")) {
      assertRefused(
          Raw.send(latchkey.port(), "GET " + target + " HTTP/1.1\r\n" + host + "\r\n"), 400);
    }
  }

  @Test
  void a_method_in_lower_case_is_refused() {
    for (String method : List.of("get", "Get", "gET")) {
      assertRefused(
          Raw.send(
              latchkey.port(), line(method + " /oauth2/introspect") + "Connection: close\r\n\r\n"),
          400);
    }
  }

  @Test
  void a_header_without_a_name_is_refused_and_the_connection_closed() {
    String next = line("GET /oauth2/introspect") + "Connection: close\r\n\r\n";
    for (String nameless : List.of(": x", ":", " : x", "\t: x", ": Host: x")) {
      assertRefused(
          Raw.send(latchkey.port(), line("GET /oauth2/introspect") + nameless + "\r\n\r\n" + next),
          400);
    }
  }

  @Test
  void unknown_addresses_are_404_as_a_page_or_as_json() {
    assertRefused(get("/oauth2/nothing"), 404);
    assertRefused(get("/oauth2/token/"), 404);
    assertRefused(get("/.well-known/nothing"), 404);
    assertPage(get("/nothing"), 404);
    assertPage(get("/%00"), 404);
  }
}
