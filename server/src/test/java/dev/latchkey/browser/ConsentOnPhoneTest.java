package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.fillSignIn;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.latchkey.model.Language;
import dev.latchkey.model.credential.Credential;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Nobody can allow what they have not seen: on a small screen too, every fact of the consent page
 * comes before the buttons, and nothing covers it when the person scrolls to it.
 */
@OneBrowser
class ConsentOnPhoneTest {
  private static final String[] SCOPES = {
    "read:issue:info", "read:issue:comments", "read:project:info", "write:issue:info"
  };

  /** The facts that are beside or below the buttons at some position of the page. */
  private static final String NOT_ABOVE_THE_BUTTONS =
      """
      () => {
        const facts = [...document.querySelectorAll(
          ".consent h1, .consent .lead, .consent .warning, .consent .scopes li,"
          + " .consent .scopes label, .consent .facts dt, .consent .facts dd, .consent .choices label")];
        const found = new Set();
        for (let top = 0; top <= document.documentElement.scrollHeight; top += 40) {
          scrollTo(0, top);
          const buttons = document.querySelector(".decision").getBoundingClientRect();
          facts.filter(fact => fact.getBoundingClientRect().bottom > buttons.top)
            .forEach(fact => found.add(fact.textContent.trim()));
        }
        return [...found];
      }
      """;

  /** The facts of which a part is covered when they are scrolled to. */
  private static final String COVERED =
      """
      () => [...document.querySelectorAll(
          ".consent h1, .consent .lead, .consent .warning, .consent .scopes li,"
          + " .consent .facts dt, .consent .facts dd, .consent .choices label")]
        .filter(fact => {
          fact.scrollIntoView({ block: "center" });
          const box = fact.getBoundingClientRect();
          return [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2]
            .filter(y => y > 0 && y < innerHeight)
            .map(y => document.elementFromPoint(box.left + 4, y))
            .some(seen => !fact.contains(seen) && !seen.contains(fact));
        })
        .map(fact => fact.textContent.trim())
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"375, 667", "320, 568"})
  void every_fact_is_above_the_buttons_and_nothing_covers_it(int width, int height) {
    try (var site = new Site(directory, Site.forAgents(directory));
        var chromium = new Chromium()) {
      Credential.Personal app =
          site.personal("Board Sync", site.mo, Set.of(Credential.Option.DEVICE_FLOW), SCOPES);
      for (Language language : Language.values()) {
        Page page = chromium.page(language, width, height);
        page.navigate(
            site.url("/oauth2/authorize?response_type=code&client_id=" + app.clientId().value()));
        fillSignIn(page, site.mei);
        check(page);
        page.navigate(site.url("/device"));
        page.fill("#user-code", site.userCode(app));
        page.click("main form button");
        check(page);
      }
    }
  }

  private static void check(Page page) {
    page.waitForSelector(".decision");
    assertThat(page.locator(".consent .facts dd").count()).isGreaterThan(1);
    assertThat((List<?>) page.evaluate(NOT_ABOVE_THE_BUTTONS)).isEmpty();
    assertThat((List<?>) page.evaluate(COVERED)).isEmpty();
  }
}
