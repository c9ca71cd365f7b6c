package dev.latchkey.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The site in a browser, as {@code ./latchkey docs} serves it. */
class BrowsedSiteTest {
  private static final Path PROGRAM = Path.of("/usr/bin/chromium-headless-shell");
  private static final int ANY_PORT = 0;

  /** What the pages consist of: text and code, tables, diagrams, pictures, a source, a search. */
  private static final List<String> PAGES =
      List.of(
          "",
          "docs/index.html",
          "docs/concepts.html",
          "docs/tour.html",
          "docs/reference/commands.html",
          "docs/decisions/index.html",
          "examples/VerifyAssertion.java.html",
          "search.html",
          "search.html?q=refresh");

  @TempDir private static Path directory;
  private static SiteServer server;
  private static Playwright playwright;
  private static Browser browser;

  @BeforeAll
  static void start() throws IOException {
    server = SiteServer.start(ANY_PORT, new Site(Path.of("..")), directory);
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(PROGRAM)
                    .setArgs(List.of("--headless", "--no-sandbox", "--disable-gpu")));
  }

  @AfterAll
  static void stop() {
    browser.close();
    playwright.close();
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"1280, DARK", "390, LIGHT"})
  void a_page_of_each_kind_is_accessible(int width, ColorScheme colours) {
    var options =
        new Browser.NewContextOptions()
            .setBypassCSP(true)
            .setColorScheme(colours)
            .setViewportSize(width, 900);
    try (var context = browser.newContext(options)) {
      Page page = context.newPage();
      for (String path : PAGES) {
        open(page, path);
        assertThat(new AxeBuilder(page).analyze().getViolations())
            .as(path)
            .flatExtracting(rule -> rule.getNodes().stream().map(Object::toString).toList())
            .isEmpty();
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
            .as(path + " is no wider than the window")
            .isEqualTo(true);
      }
    }
  }

  /** Messages of the console tell what the policy refused. */
  @Test
  void the_policy_of_its_pages_refuses_nothing_that_they_do() {
    var messages = new ArrayList<String>();
    try (var context = browser.newContext()) {
      Page page = context.newPage();
      page.onConsoleMessage(message -> messages.add(message.text()));
      PAGES.forEach(path -> open(page, path));
    }

    assertThat(messages).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_search_leads_to_a_page_with_and_without_scripts(boolean scripts) {
    var options = new Browser.NewContextOptions().setJavaScriptEnabled(scripts);
    try (var context = browser.newContext(options)) {
      Page page = context.newPage();
      page.navigate(server.address());
      page.fill("#search", "introspect");
      page.press("#search", "Enter");
      page.locator(scripts ? "#results a" : "#headings a:text('introspect')").first().click();

      assertThat(page.locator("main").textContent()).containsIgnoringCase("introspect");
      assertThat(page.url()).contains("/docs/");
    }
  }

  @Test
  void a_copy_button_copies_commands_without_their_prompt_and_output() {
    var options =
        new Browser.NewContextOptions()
            .setPermissions(List.of("clipboard-read", "clipboard-write"));
    try (var context = browser.newContext(options)) {
      Page page = context.newPage();
      page.navigate(server.address());
      page.locator("button.copy").first().click();

      assertThat(page.evaluate("navigator.clipboard.readText()")).isEqualTo("./latchkey demo");
    }
  }

  @Test
  void diagrams_are_drawn() {
    try (var context = browser.newContext()) {
      Page page = context.newPage();
      open(page, "docs/concepts.html");

      assertThat(page.locator("figure.diagram svg").count()).isEqualTo(3);
      assertThat(page.locator("pre:has(.language-mermaid):visible").count()).isZero();
    }
  }

  /** Opens a page and waits until its scripts have done their work. */
  private static void open(Page page, String path) {
    page.navigate(server.address() + path);
    if (path.equals("docs/concepts.html")) {
      page.locator("figure.diagram svg").nth(2).waitFor();
    }
    if (path.contains("?q=")) {
      page.locator("#results li").first().waitFor();
    }
  }
}
