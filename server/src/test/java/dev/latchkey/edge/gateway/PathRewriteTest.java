package dev.latchkey.edge.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.Raw;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls whose path a real service receives with another beginning. */
@SuppressWarnings("NullAway.Init") // Set before all tests.
class PathRewriteTest {
  private static final String ROW =
      "strip_prefix: /openapi/v2/issues\n    add_prefix: /internal/api";

  private static Upstream upstream;
  private static Latchkey latchkey;
  private static String token;

  /** The headers that the service adds to its answers. */
  private static volatile String answered = "";

  @BeforeAll
  static void start() {
    upstream =
        Upstream.that(call ->
            call.answer("HTTP/1.1 201 Created\r\n" + answered + "Content-Length: 0\r\n\r\n"));
    latchkey =
        Latchkey.start(
            Store.SQLITE, settings -> Issues.behind(settings, upstream.address(), "", ROW));
    Person person = latchkey.person();
    token =
        latchkey
            .app(person, List.of("https://a.example/cb"), "read:issue:info")
            .tokens(latchkey.browser().signIn(person))
            .access();
  }

  @AfterAll
  static void stop() {
    latchkey.close();
    upstream.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/openapi/v2/issues            | /internal/api",
        "/openapi/v2/issues/           | /internal/api/",
        "/openapi/v2/issues/17         | /internal/api/17",
        "/openapi/v2/issues/a%20b/c@d  | /internal/api/a%20b/c@d",
        "/openapi/v2/issues/17?a=%2F.. | /internal/api/17?a=%2F..",
        "/openapi/v2/issues/openapi/v2 | /internal/api/openapi/v2"
      })
  void the_service_receives_the_other_prefix_and_the_same_query(String called, String sent) {
    assertThat(call(called).status()).isEqualTo(201);

    assertThat(upstream.heads().getLast()).startsWith("GET " + sent + " HTTP/1.1\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/openapi/v2/issues/../admin",
        "/openapi/v2/issues/%2e%2e/admin",
        "/openapi/v2/issues/.%2E/admin",
        "/openapi/v2/issues/..%2fadmin",
        "/openapi/v2/issues/%252e%252e/admin",
        "/openapi/v2/issues/..;/admin",
        "/openapi/v2/issues;/../admin",
        "/openapi/v2/issues//admin",
        "//openapi/v2/issues/17",
        "/openapi/v2/issues/a%2fb",
        "/openapi/v2/issues/a%5cb",
        "/openapi/v2/%69ssues/17",
        "/openapi/v2/issues/.",
        "/openapi/v2/issues\\..\\admin"
      })
  void a_path_that_could_leave_the_prefix_never_reaches_the_service(String path) {
    int before = upstream.heads().size();

    Raw.Reply reply =
        Raw.send(
            latchkey.port(),
            "GET "
                + path
                + " HTTP/1.1\r\nHost: localhost:"
                + latchkey.port()
                + "\r\nAuthorization: Bearer "
                + token
                + "\r\nConnection: close\r\n\r\n");

    assertThat(reply.status()).isIn(400, 404);
    assertThat(upstream.heads()).hasSize(before);
  }

  @Test
  void the_scope_is_checked_against_the_path_of_the_call() {
    assertThat(call("/internal/api/17").status()).isEqualTo(404);
    assertThat(
            Http.here()
                .json(
                    latchkey.url() + "/openapi/v2/issues/17",
                    "{}",
                    "Authorization",
                    "Bearer " + token)
                .status())
        .isEqualTo(403);
  }

  @Test
  void the_service_learns_the_prefix_and_the_address_that_was_called() throws Exception {
    Http.here()
        .get(
            latchkey.url() + "/openapi/v2/issues/17",
            "Authorization",
            "Bearer " + token,
            "X-Forwarded-Prefix",
            "/forged",
            "X_Forwarded_Prefix",
            "/forged");

    String head = upstream.heads().getLast();
    assertThat(head)
        .contains("\r\nX-Forwarded-Prefix: /openapi/v2/issues\r\n")
        .doesNotContain("forged");
    String assertion =
        head.lines()
            .filter(line -> line.startsWith("Latchkey-Assertion: "))
            .map(line -> line.substring("Latchkey-Assertion: ".length()))
            .findFirst()
            .orElseThrow();
    assertThat(SignedJWT.parse(assertion).getJWTClaimsSet().getStringClaim("htu"))
        .isEqualTo(latchkey.url() + "/openapi/v2/issues/17");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/internal/api/18?a=b#c             | /openapi/v2/issues/18?a=b#c",
        "/internal/api                      | /openapi/v2/issues",
        "SERVICE/internal/api/a%20b         | /openapi/v2/issues/a%20b",
        "OURS/internal/api/18               | OURS/openapi/v2/issues/18",
        "/openapi/v2/issues/18              | /openapi/v2/issues/18",
        "OURS/openapi/v2/issues/18          | OURS/openapi/v2/issues/18",
        "18                                 | 18",
        "?page=2                            | ?page=2",
        "/internal/apis/18                  | /internal/apis/18",
        "/internal/api/../admin             | /internal/api/../admin",
        "/internal/api//18                  | /internal/api//18",
        "https://a.example/internal/api/18  | https://a.example/internal/api/18",
        "//a.example/internal/api/18        | //a.example/internal/api/18",
        "mailto:mei@example.com             | mailto:mei@example.com",
        "/internal/api/{id}                 | /internal/api/{id}"
      })
  void addresses_in_an_answer_lead_back_through_the_gateway(String sent, String received) {
    answered =
        "Location: "
            + address(sent)
            + "\r\ncontent-location: "
            + address(sent)
            + "\r\nX-Other: /internal/api/18\r\n";

    Answer answer = call("/openapi/v2/issues/17");

    assertThat(answer.location()).isEqualTo(address(received));
    assertThat(answer.header("Content-Location")).isEqualTo(address(received));
    assertThat(answer.header("X-Other")).isEqualTo("/internal/api/18");
  }

  private static String address(String text) {
    return text.replace("SERVICE", upstream.address()).replace("OURS", latchkey.url());
  }

  @Test
  void a_service_without_a_prefix_of_its_own_serves_the_root() {
    var rewrite = new PathRewrite("/openapi/v2/billing", "");

    assertThat(rewrite.toService("/openapi/v2/billing")).isEqualTo("/");
    assertThat(rewrite.toService("/openapi/v2/billing/")).isEqualTo("/");
    assertThat(rewrite.toService("/openapi/v2/billing/7")).isEqualTo("/7");
  }

  @Test
  void a_literal_segment_in_another_spelling_is_cut_off_too() {
    var rewrite = new PathRewrite("/openapi/v2/a:b", "/x");

    assertThat(rewrite.toService("/openapi/v2/a%3Ab/7")).isEqualTo("/x/7");
  }

  private static Answer call(String path) {
    return Http.here().get(latchkey.url() + path, "Authorization", "Bearer " + token);
  }
}
