package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.follow;
import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Upstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs to copy and requests to try, with and without scripts. */
@SuppressWarnings("NullAway.Init")
@OneBrowser
class TrialPagesTest {
  private static Chromium chromium;

  @TempDir private Path directory;

  @BeforeAll
  static void launch() {
    chromium = new Chromium();
  }

  @AfterAll
  static void quit() {
    chromium.close();
  }

  @Test
  void a_new_credential_is_tried_without_scripts() throws IOException {
    try (var site = new Site(directory)) {
      Page page = chromium.withoutScripts();
      var requested = new ConcurrentLinkedQueue<String>();
      page.onRequest(request -> requested.add(request.url()));
      signIn(page, site, site.mo);
      create(page, site, "read:directory:users");
      String id = page.textContent("#client-id");
      String secret = page.textContent("#client-secret");
      Download file = page.waitForDownload(() -> press(page, "Download latchkey.env"));
      assertThat(file.suggestedFilename()).isEqualTo("latchkey.env");
      assertThat(Files.readString(file.path())).contains("LATCHKEY_CLIENT_SECRET=" + secret);

      assertThat(page.isVisible("#snippet-curl-text")).isTrue();
      page.click("label[for=snippet-python]");
      assertThat(page.isVisible("#snippet-curl-text")).isFalse();
      assertThat(page.textContent("#snippet-python-text"))
          .contains(id, site.url(""))
          .doesNotContain(secret);
      follow(page, "I have stored the secret");
      follow(page, "Try the flow");
      press(page, "Add the redirect URI");
      follow(page, "Authorize in this browser");
      press(page, "Allow");
      page.waitForURL("**/try/callback?**");
      page.fill("#client-secret", secret);
      press(page, "Send 2. Exchange");
      assertThat(page.textContent("#exchange")).contains("HTTP/1.1 200", "refresh_token");
      press(page, "Send 3. Call");
      assertThat(page.textContent("#call")).contains("HTTP/1.1 200", "mo@example.com");
      press(page, "Send 6. Revoke");
      press(page, "Send again 3. Call");
      assertThat(page.textContent("#call")).contains("HTTP/1.1 401", "invalid_token");
      assertThat(page.textContent("#exchange")).contains("HTTP/1.1 200");

      assertThat(requested).allMatch(url -> url.startsWith(site.url("/")));
      assertThat(requested).noneMatch(url -> url.contains(secret) || url.contains("lk_at_"));
      page.context().close();
    }
  }

  @Test
  void a_program_is_copied() {
    try (var site = new Site(directory)) {
      Page page = chromium.page();
      page.context()
          .grantPermissions(
              List.of("clipboard-read", "clipboard-write"),
              new BrowserContext.GrantPermissionsOptions().setOrigin(site.url("")));
      signIn(page, site, site.mo);
      create(page, site, "read:directory:users");
      page.click("label[for=snippet-node]");
      press(page, "Copy latchkey.mjs");
      page.getByText("latchkey.mjs copied").waitFor();

      assertThat(page.evaluate("navigator.clipboard.readText()"))
          .isEqualTo(page.textContent("#snippet-node-text"));
      page.context().close();
    }
  }

  @Test
  void a_call_to_a_service_is_sent_by_the_browser_without_cookies() {
    try (Upstream upstream = Upstream.that(TrialPagesTest::answer);
        var site = behind(upstream)) {
      String token = site.organizational("Export", site.olga, "read:issue:info").token();
      Page page = chromium.page();
      var calls = new ConcurrentLinkedQueue<Request>();
      signIn(page, site, site.mo);
      page.navigate(site.url("/api-reference"));
      follow(page, "GET /issues/**");
      page.fill("#token", token);
      page.onRequest(calls::add);
      page.fill("#rest", "1/a b");
      page.fill("#query", "limit=2");
      press(page, "Send");
      page.getByText("from the service").waitFor();

      assertThat(page.textContent("#call-transcript"))
          .contains("GET /openapi/v2/issues/1/a%20b?limit=2 HTTP/1.1", "HTTP/1.1 200")
          .contains("Bearer ****" + token.substring(token.length() - 4))
          .doesNotContain(token);
      assertThat(calls)
          .singleElement()
          .satisfies(call -> {
            assertThat(call.url()).isEqualTo(site.url("/openapi/v2/issues/1/a%20b?limit=2"));
            assertThat(call.allHeaders()).doesNotContainKey("cookie");
          });
      assertThat(upstream.heads())
          .singleElement()
          .satisfies(head -> assertThat(head).doesNotContainIgnoringCase("cookie"));
      page.context().close();
    }
  }

  private static void answer(Upstream.Call call) throws IOException {
    call.body();
    call.answerOk("from the service");
  }

  private Site behind(Upstream upstream) {
    var plain = ConfigFile.defaults().in(directory);
    var routes = Issues.behind(plain, upstream.address()).platform().routes();
    return new Site(directory, to -> to.with(routes));
  }

  private static void create(Page page, Site site, String scope) {
    page.navigate(site.url("/account/credentials/new"));
    page.fill("#name", "Board Sync");
    page.fill("#redirect-0", site.callback());
    page.check("input[value='" + scope + "']");
    press(page, "Create credential");
  }
}
