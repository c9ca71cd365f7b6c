package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.fillSignIn;
import static dev.latchkey.browser.Chromium.follow;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.latchkey.model.Language;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.operation.Usage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The start page and the search of the top bar, with and without scripts. */
@OneBrowser
class StartPageTest {
  /** The sum of the layout shifts since the page was opened. */
  private static final String SHIFT =
      """
      () => new Promise(done => {
          let sum = 0;
          new PerformanceObserver(list => list.getEntries().forEach(each => sum += each.value))
              .observe({type: 'layout-shift', buffered: true});
          setTimeout(() => done(sum), 500);
      })
      """;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void an_administrator_starts_at_home_and_finds_a_credential(boolean withScripts) {
    try (var site = new Site(directory);
        var chromium = new Chromium()) {
      Credential app = site.personal("Board Sync", site.mei, "read:issue:info");
      Page page = withScripts ? chromium.page() : chromium.withoutScripts();
      page.navigate(site.url("/"));
      fillSignIn(page, site.olga);

      assertThat(page.url()).isEqualTo(site.url("/"));
      assertThat(page.textContent("h1")).isEqualTo("Home");
      assertThat(page.locator(".side nav a").first().textContent()).isEqualTo("Home");
      assertThat(page.textContent(".attention"))
          .contains("People who sign in without a second factor");
      follow(page, "People who sign in without a second factor");
      assertThat(page.textContent("table")).contains("Mei Member", "Olga Orga");

      if (withScripts) {
        page.keyboard().press("Control+k");
        page.fill("#palette input", "mei@");
        page.locator("#palette a", new Page.LocatorOptions().setHasText("Board Sync")).waitFor();
        assertThat(page.textContent("#palette")).contains("Mei Member");
        page.keyboard().press("Enter");
        page.waitForURL("**/" + app.clientId().value());
      } else {
        page.fill("#search", "mei@");
        page.press("#search", "Enter");
        assertThat(page.url()).endsWith("/search?in=ORGANIZATION&q=mei%40");
        assertThat(page.textContent("main")).contains("Board Sync", "Mei Member");
        follow(page, "Board Sync");
      }
      assertThat(page.url()).contains("/organization/credentials/" + app.clientId().value());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {390, 1280})
  void nothing_moves_while_the_first_pages_load(int width) {
    try (var site = new Site(directory);
        var chromium = new Chromium()) {
      Page page = chromium.page(Language.ENGLISH, width, 844);
      page.navigate(site.url("/sign-in"));
      assertThat(shift(page)).as("sign-in").isZero();
      fillSignIn(page, site.sam);
      site.personal("Board Sync", site.mei, "read:issue:info");
      for (String path :
          List.of("/", "/organization", "/organization/credentials", "/organization/people")) {
        page.navigate(site.url(path));
        assertThat(shift(page)).as(path).isZero();
      }
    }
  }

  @Test
  void a_list_follows_its_filter_and_its_keys() {
    try (var site = new Site(directory);
        var chromium = new Chromium()) {
      site.personal("Board Sync", site.mei, "read:issue:info");
      Credential bot = site.personal("Deploy Bot", site.mei, "read:issue:info");
      Page page = chromium.page();
      page.navigate(site.url("/"));
      fillSignIn(page, site.olga);
      page.navigate(site.url("/organization/credentials"));

      page.fill(".filter input[type=search]", "deploy");
      page.waitForURL(Pattern.compile(".*[?&]q=deploy.*"));
      assertThat(page.locator("#grid tbody th").allTextContents())
          .singleElement()
          .asString()
          .contains("Deploy Bot");
      page.locator("#grid thead a").first().focus();
      page.keyboard().press("j");
      page.keyboard().press("x");
      assertThat(page.textContent(".bulk output")).isEqualTo("1 selected");
      page.keyboard().press("j");
      page.keyboard().press("e");
      page.waitForURL("**/" + bot.clientId().value() + "/settings");
    }
  }

  @Test
  void the_page_of_a_new_credential_shows_its_first_call_by_itself() {
    try (var site = new Site(directory);
        var chromium = new Chromium()) {
      Credential app = site.personal("Board Sync", site.mei, "read:issue:info");
      Page page = chromium.page();
      page.clock().install();
      page.navigate(site.url("/"));
      fillSignIn(page, site.mei);
      page.navigate(site.url("/account/credentials/" + app.clientId().value()));
      assertThat(page.textContent("#use")).contains("Waiting for the first call");

      site.installation
          .stores()
          .operation()
          .usage()
          .useCredentials(Map.of(app.clientId(), Usage.Period.at(site.installation.now())));
      page.clock().fastForward(6_000);

      page.locator("#use .status.live").waitFor();
      assertThat(page.textContent("#use")).doesNotContain("Waiting for the first call");
    }
  }

  @Test
  void a_narrow_window_has_a_link_to_the_search_instead_of_its_field() {
    try (var site = new Site(directory);
        var chromium = new Chromium()) {
      Page page = chromium.page(Language.ENGLISH, 390, 844);
      page.navigate(site.url("/"));
      fillSignIn(page, site.mei);

      assertThat(page.isVisible("#search")).isFalse();
      page.click(".to-search");
      page.fill("main input[name=q]", "nothing");
      page.click("main button[type=submit]");
      assertThat(page.textContent("main")).contains("Nothing found");
    }
  }

  private static double shift(Page page) {
    return ((Number) page.evaluate(SHIFT)).doubleValue();
  }
}
