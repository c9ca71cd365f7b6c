package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.Raw;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Thousands of requests, each a valid one with a random change. The seed makes a failure
 * reproducible.
 */
class MutationTest extends OnBothStores {
  private static final long SEED = 20_261_121L;
  private static final int REQUESTS = 2_000;
  private static final int AT_ONCE = 8;
  private static final List<String> PIECES =
      List.of(
          "\0",
          "\r\n",
          "\n",
          "%",
          "%00",
          "%ff",
          "&",
          "=",
          "&&",
          "\"",
          "{",
          "[[[[",
          "\\u0000",
          "'",
          "--",
          ";",
          "..",
          "/",
          "\u00ff",
          "\u00ed\u00a0\u0080",
          "9".repeat(400),
          "a".repeat(70_000),
          "Content-Length: 1\r\n",
          "Transfer-Encoding: chunked\r\n",
          "Expect: 100-continue\r\n",
          "Authorization: Basic Og==\r\n",
          "Cookie: latchkey_session=x\r\n",
          ": ",
          "\t",
          "null",
          "1e999",
          "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQ\r\n");

  private final App app = latchkey.app();

  @Test
  void no_mutation_of_a_request_is_answered_with_a_5xx_or_without_json() {
    Tokens tokens = app.tokens(latchkey.browser().signIn(latchkey.person()));
    var random = new Random(SEED);
    var seeds = sound(tokens);
    var mutants = new ArrayList<String>();
    for (int i = 0; i < REQUESTS; i++) {
      mutants.add(mutated(seeds.get(i % seeds.size()), random));
    }

    Crowd.of(
        AT_ONCE,
        worker -> {
          for (int i = worker; i < mutants.size(); i += AT_ONCE) {
            check(mutants.get(i), "seed " + SEED + ", request " + i);
          }
          return worker;
        });

    assertThat(latchkey.introspect("x").status()).as("it still answers").isEqualTo(200);
    assertThat(latchkey.log()).doesNotContain(app.secret(), tokens.access(), tokens.refresh());
  }

  private void check(String request, String which) {
    Raw.Reply reply = Raw.send(latchkey.port(), request);
    String shown =
        which
            + "\n"
            + request.substring(0, Math.min(2_000, request.length()))
            + "\n=>\n"
            + reply.text();
    assertThat(reply.status()).as(shown).isLessThan(500);
    boolean toProgram =
        request.startsWith("POST /oauth2/token HTTP/1.1\r\n")
            || request.startsWith("POST /oauth2/revoke HTTP/1.1\r\n")
            || request.startsWith("POST /oauth2/introspect HTTP/1.1\r\n")
            || request.startsWith("GET /oauth2/introspect HTTP/1.1\r\n");
    if (toProgram && reply.status() >= 400 && reply.answers() == 1) {
      assertThat(reply.isRefusalInJson()).as(shown).isTrue();
    }
    assertThat(reply.text()).as(shown).doesNotContain("Exception", "io.netty", "dev.latchkey.");
  }

  private static String mutated(String request, Random random) {
    String text = request;
    int changes = 1 + random.nextInt(3);
    for (int change = 0; change < changes; change++) {
      int at = random.nextInt(text.length());
      int length = Math.min(text.length() - at, 1 + random.nextInt(12));
      text =
          switch (random.nextInt(5)) {
            case 0 -> text.substring(0, at) + text.substring(at + length);
            case 1 ->
                text.substring(0, at)
                    + PIECES.get(random.nextInt(PIECES.size()))
                    + text.substring(at);
            case 2 -> text.substring(0, at) + (char) random.nextInt(256) + text.substring(at + 1);
            case 3 -> text.substring(0, at + length) + text.substring(at);
            default -> text.substring(0, Math.max(1, at));
          };
    }
    return text;
  }

  private List<String> sound(Tokens tokens) {
    String json =
        "{\"client_id\":\"%s\",\"client_secret\":\"%s\",\"access_token\":\"%s\"}"
            .formatted(app.id(), app.secret(), "lk_at_nothing");
    return List.of(
        post(
            "/oauth2/token",
            "application/x-www-form-urlencoded",
            Http.encoded(
                App.fields(
                    "client_id", app.id(),
                    "client_secret", app.secret(),
                    "grant_type", "authorization_code",
                    "code", "lk_ac_nothing",
                    "code_verifier", "v".repeat(43)))),
        post(
            "/oauth2/token",
            "application/x-www-form-urlencoded",
            Http.encoded(
                App.fields(
                    "client_id", app.id(),
                    "grant_type", "refresh_token",
                    "refresh_token", "lk_rt_nothing",
                    "scope", "read:issue:info"))),
        post("/oauth2/revoke", "application/json", json),
        post(
            "/oauth2/introspect",
            "application/x-www-form-urlencoded",
            "client_id="
                + app.id()
                + "&client_secret="
                + app.secret()
                + "&token="
                + tokens.access()),
        head("GET /oauth2/introspect")
            + "Authorization: Bearer "
            + tokens.access()
            + "\r\nConnection: close\r\n\r\n",
        head("GET /oauth2/authorize?" + app.request("state", "s", "scope", "read:issue:info"))
            + "Connection: close\r\n\r\n",
        post("/sign-in", "application/x-www-form-urlencoded", "email=a%40b&password=x"),
        head("GET /openapi/v2/directory/users/me")
            + "Authorization: Bearer "
            + tokens.access()
            + "\r\nConnection: close\r\n\r\n");
  }

  private String head(String line) {
    return line + " HTTP/1.1\r\nHost: localhost:" + latchkey.port() + "\r\n";
  }

  private String post(String path, String type, String body) {
    return head("POST " + path)
        + "Content-Type: "
        + type
        + "\r\nContent-Length: "
        + body.getBytes(StandardCharsets.ISO_8859_1).length
        + "\r\nConnection: close\r\n\r\n"
        + body;
  }
}
