package dev.latchkey.contract.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A person tries a call of the API reference, without a script (decision 0060). */
@EachStore.ForClass
@SuppressWarnings("NullAway.Init")
class ReferenceCallTest {
  private static final String PAGE = "/api-reference/call";
  private static final String ME = "/openapi/v2/directory/users/me";
  private static final String USER = "/openapi/v2/directory/users/{user_id}";

  @Parameter Store store;

  private Upstream upstream;
  private Latchkey latchkey;
  private Person person;
  private Browser browser;
  private String token;

  @BeforeEach
  void start() {
    upstream = Upstream.that(ReferenceCallTest::answer);
    latchkey = Latchkey.start(store, settings -> Issues.behind(settings, upstream.address()));
    person = latchkey.person();
    browser = latchkey.browser().signIn(person);
    App app = latchkey.app(person, List.of("https://app.example/cb"), "read:directory:users");
    token = app.tokens(browser).access();
  }

  private static void answer(Upstream.Call call) throws IOException {
    call.body();
    call.answerOk("ok");
  }

  @AfterEach
  void stop() {
    latchkey.close();
    upstream.close();
  }

  @Test
  void a_call_is_sent_and_shown_with_a_masked_token() {
    Answer answer = send(ME, "token", token);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body())
        .contains("GET " + ME + " HTTP/1.1", "HTTP/1.1 200", person.email())
        .contains("Bearer ****" + token.substring(token.length() - 4));
    assertThat(answer.body().replaceFirst("value=\"" + token + "\"", "")).doesNotContain(token);
    assertThat(latchkey.log()).doesNotContain(token);
  }

  @Test
  void a_refusal_is_shown_as_the_gateway_answers_it() {
    assertThat(send("/openapi/v2/directory/teams", "token", token).body())
        .contains("HTTP/1.1 403", "insufficient_scope");
    assertThat(send(ME, "token", "lk_at_x").body()).contains("HTTP/1.1 401", "invalid_token");
  }

  /** No field can name a host or another route: only the rows of the table can be sent. */
  @Test
  void no_input_reaches_anything_but_the_calls_of_this_server() {
    String elsewhere = upstream.address();
    for (String path :
        List.of(
            elsewhere + "/x",
            "//" + elsewhere.substring("http://".length()),
            "/oauth2/token",
            "/openapi/v2/../../oauth2/introspect",
            "/openapi/v2/issues/1",
            "")) {
      assertThat(send(path, "token", token).status()).as(path).isEqualTo(404);
    }
    for (String segment :
        List.of(elsewhere, "../../../oauth2/introspect", "..", "x\r\nHost: evil", "@x")) {
      Answer answer = send(USER, "token", token, "segment_user_id", segment);
      assertThat(transcript(answer))
          .as(segment)
          .contains("<code id=\"call-request\">GET /openapi/v2/directory/users/")
          .containsPattern("<code id=\"call-answer\">HTTP/1.1 40[04]\\n");
    }
    for (String wrong : List.of("a\r\nX-Forwarded-For: 1.1.1.1", "ü", "")) {
      assertThat(send(ME, "token", wrong).status()).as(wrong).isEqualTo(400);
    }
    assertThat(send(ME, "token", token, "query", "a=%zz").status()).isEqualTo(400);
    assertThat(send(USER, "token", token).status()).isEqualTo(400);

    assertThat(upstream.connections()).isZero();
  }

  /** The script sends these calls from the browser. */
  @Test
  void a_call_to_a_service_is_not_sent_by_the_page() {
    Answer answer = send("/openapi/v2/issues/**", "token", token, "rest", "1/comments");

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.body()).contains(latchkey.url() + "/openapi/v2/issues/1/comments");
    assertThat(upstream.connections()).isZero();
  }

  @Test
  void the_reference_links_to_the_page_of_each_call() {
    String reference = browser.get("/api-reference").body();

    for (String link :
        List.of("method=GET&amp;path=%2Fopenapi%2Fv2%2Fdirectory%2Fusers%2F%7Buser_id%7D")) {
      assertThat(reference).contains(link);
    }
    Answer page = browser.get(PAGE + "?method=POST&path=" + Http.encode("/openapi/v2/issues/**"));
    assertThat(page.body()).contains("-H @- -X POST", "<textarea");
    assertThat(page.header("Content-Security-Policy")).contains("connect-src 'self';");
  }

  private static String transcript(Answer page) {
    String body = page.body();
    return body.substring(body.indexOf("id=\"call-transcript\""), body.indexOf("</main>"));
  }

  private Answer send(String path, String... fields) {
    Answer page = browser.get(PAGE + "?method=GET&path=" + Http.encode(ME));
    Map<String, String> sent = Http.fields(Browser.hidden(page), "path", path, "method", "GET");
    return browser.post(PAGE, Http.fields(sent, fields));
  }
}
