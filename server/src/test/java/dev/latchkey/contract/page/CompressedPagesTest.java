package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The length of a compressed page must not help anyone to guess the token of a form. So a page is
 * compressed only when a page of Latchkey requests it.
 */
class CompressedPagesTest extends OnBothStores {
  private final HttpClient client = HttpClient.newHttpClient();
  private Browser browser;

  @BeforeEach
  void signIn() {
    browser = latchkey.browser().signIn(latchkey.person());
  }

  @Test
  void a_page_that_a_page_of_ours_asks_for_is_compressed() throws Exception {
    HttpResponse<byte[]> page = get("Sec-Fetch-Site", "same-origin");

    assertThat(page.headers().firstValue("Content-Encoding")).contains("gzip");
    try (var gzip = new GZIPInputStream(new ByteArrayInputStream(page.body()))) {
      assertThat(new String(gzip.readAllBytes(), StandardCharsets.UTF_8))
          .contains("name=\"form_token\"", "</html>");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site", "none", "", "same-origin, cross-site"})
  void a_page_that_something_else_asks_for_is_not(String site) throws Exception {
    HttpResponse<byte[]> page = get("Sec-Fetch-Site", site);

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Encoding")).isEmpty();
  }

  @Test
  void a_request_that_does_not_say_where_it_comes_from_gets_it_as_it_is() throws Exception {
    assertThat(get().headers().firstValue("Content-Encoding")).isEmpty();
  }

  @Test
  void the_answer_to_a_form_may_show_a_secret_and_is_not_compressed() {
    Answer form = browser.get("/account/credentials/new");
    var fields = Browser.hidden(form);
    Answer refused =
        browser.post(
            "/account/credentials",
            fields,
            "Sec-Fetch-Site",
            "same-origin",
            "Accept-Encoding",
            "gzip");

    assertThat(refused.body()).contains("</html>");
    assertThat(refused.has("Content-Encoding")).isFalse();
  }

  private HttpResponse<byte[]> get(String... site) throws Exception {
    var request =
        Http.request(latchkey.url() + "/", "Accept-Encoding", "gzip", "Cookie", browser.cookies());
    if (site.length > 0) {
      request.header(site[0], site[1]);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }
}
