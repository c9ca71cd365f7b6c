package dev.latchkey.edge.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Raw;
import dev.latchkey.model.credential.Scopes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Requests that are built at random from valid and invalid pieces of HTTP (a small version of
 * faults F16 and F17). Whatever is sent, the service behind the gateway receives only calls that
 * the token of the request may make. The seed makes a failure reproducible.
 */
class GrammarTest {
  private static final long SEED = 20_261_121L;
  private static final int REQUESTS = 6_000;
  private static final int AT_ONCE = 8;

  private static final List<String> METHODS =
      List.of("GET", "GET", "GET", "HEAD", "POST", "DELETE", "get", "G T", "CONNECT", "TRACE");
  private static final List<String> SEGMENTS =
      List.of(
          "/openapi",
          "/v2",
          "/issues",
          "/17",
          "/",
          "//",
          "/.",
          "/..",
          "/..;",
          "/%2e%2e",
          "/;a=b",
          "/%2f",
          "/\\",
          "/%00",
          "/%c0%ae",
          "/directory",
          "/users",
          "/me",
          "*",
          "http://localhost",
          "#x",
          "?a=%zz",
          "?a=b",
          "\u00e9");
  private static final List<String> VERSIONS =
      List.of("HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "http/1.1", "");
  private static final List<String> LINE_ENDS =
      List.of("\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r", "\r\n\r\n", " \r\n");
  private static final List<String> COLONS =
      List.of(": ", ": ", ": ", ": ", ":", " : ", ":\t", " ", ":: ");
  private static final List<String> FIELDS =
      List.of(
          "Content-Length|5",
          "Content-Length|0",
          "Content-Length|99999999999",
          "Transfer-Encoding|chunked",
          "Transfer-Encoding|gzip, chunked",
          "Expect|100-continue",
          "Connection|keep-alive, Latchkey-Subject",
          "Connection|Upgrade",
          "Upgrade|websocket",
          "Latchkey-Subject|usr_forged",
          "latchkey_subject|usr_forged",
          "Authorization|Bearer x",
          "Host|evil.example",
          "X-HTTP-Method-Override|DELETE",
          "X-Original-URL|/openapi/v2/issues",
          "X-Forwarded-For|10.0.0.1",
          "Cookie|latchkey_session=x; a=b",
          "X|\0",
          "X|\u00ff",
          " folded|x");
  private static final List<String> BODIES =
      List.of(
          "",
          "hello",
          "5\r\nhello\r\n0\r\n\r\n",
          "5;x=y\r\nhello\r\n0\r\n\r\n",
          "0\r\n\r\nGET /openapi/v2/issues/smuggled HTTP/1.1\r\n\r\n",
          "ffffffff\r\nhello");

  private static final List<String> SERVED = new CopyOnWriteArrayList<>();

  private static Upstream upstream;
  private static Latchkey latchkey;
  private static Latchkey.Machine machine;

  @BeforeAll
  static void start() {
    upstream =
        Upstream.that(call -> {
          call.body();
          SERVED.add(call.head());
          call.answerOk("ok");
        });
    latchkey =
        Latchkey.start(Store.SQLITE, settings -> Issues.behind(settings, upstream.address()));
    machine =
        latchkey.machine(latchkey.person(), Optional.empty(), Scopes.parse("read:issue:info"));
  }

  @AfterAll
  static void stop() {
    latchkey.close();
    upstream.close();
  }

  @BeforeEach
  void forget() {
    SERVED.clear();
  }

  @Test
  void the_service_receives_only_calls_that_the_token_may_make() {
    var random = new Random(SEED);
    var requests = new ArrayList<String>();
    for (int i = 0; i < REQUESTS; i++) {
      requests.add(request(random));
    }

    Crowd.of(
        AT_ONCE,
        worker -> {
          for (int i = worker; i < requests.size(); i += AT_ONCE) {
            Raw.Reply reply = Raw.send(latchkey.port(), requests.get(i));
            assertThat(reply.status())
                .as("seed %d, request %d%n%s", SEED, i, requests.get(i))
                .isLessThan(500);
          }
          return worker;
        });

    assertThat(SERVED).as("some were sound").isNotEmpty();
    assertThat(SERVED).allSatisfy(GrammarTest::assertSpeaksForTheToken);
    assertThat(latchkey.log()).doesNotContain(machine.token());
  }

  @Test
  void no_changed_character_in_the_authorization_is_accepted() {
    String value = "Bearer " + machine.token();
    assertThat(authorized(value).status()).isEqualTo(200);
    SERVED.clear();

    for (int at = "Bearer ".length(); at < value.length(); at++) {
      char sign = value.charAt(at);
      for (String other :
          List.of(
              "",
              "" + sign + sign,
              String.valueOf((char) (sign ^ 0x20)),
              sign == '0' ? "1" : "0",
              "%" + Integer.toHexString(sign),
              "\u00e9")) {
        if (!other.equals(String.valueOf(sign))) {
          String changed = value.substring(0, at) + other + value.substring(at + 1);
          assertThat(authorized(changed).status()).as(changed).isIn(400, 401);
        }
      }
    }
    assertThat(SERVED).isEmpty();
  }

  private static void assertSpeaksForTheToken(String head) {
    assertThat(head)
        .matches("(?s)(GET|HEAD) /openapi/v2/issues([/?].*)? HTTP/1\\.1\r\n.*")
        .containsOnlyOnce(
            "\r\nLatchkey-Subject: " + machine.credential().subject().value() + "\r\n")
        .doesNotContain("forged", "smuggled", "evil", machine.token());
    assertThat(head.lines().findFirst().orElseThrow().split("[ ?]")[1])
        .doesNotContain("..", "/./", "//", ";", "\\", "%");
  }

  private static Raw.Reply authorized(String value) {
    return Raw.send(
        latchkey.port(),
        "GET /openapi/v2/issues/17 HTTP/1.1\r\nHost: localhost:"
            + latchkey.port()
            + "\r\nAuthorization: "
            + value
            + "\r\nConnection: close\r\n\r\n");
  }

  /** A request with mostly valid parts, so that its invalid parts are not refused at once. */
  private static String request(Random random) {
    var text = new StringBuilder();
    text.append(any(METHODS, random)).append(' ');
    text.append(random.nextInt(3) > 0 ? "/openapi/v2/issues" : "");
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append(any(SEGMENTS, random));
    }
    text.append(' ').append(any(VERSIONS, random)).append(any(LINE_ENDS, random));
    text.append("Host: localhost:").append(latchkey.port()).append("\r\n");
    if (random.nextInt(8) > 0) {
      text.append("Authorization: Bearer ").append(machine.token()).append("\r\n");
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      String[] field = any(FIELDS, random).split("\\|", -1);
      text.append(field[0])
          .append(any(COLONS, random))
          .append(field[1])
          .append(any(LINE_ENDS, random));
    }
    return text.append("\r\n").append(any(BODIES, random)).toString();
  }

  private static String any(List<String> pieces, Random random) {
    return pieces.get(random.nextInt(pieces.size()));
  }
}
