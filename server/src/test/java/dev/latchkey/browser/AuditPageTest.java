package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The page of the audit log in a browser, with scripts and without. */
class AuditPageTest extends Journey {
  private static final String KIRIBATI = "Pacific/Kiritimati";

  @Override
  Page open() {
    return chromium.inZone(KIRIBATI);
  }

  @Test
  void new_entries_appear_while_the_page_is_followed() {
    signIn(page, site, site.olga);
    page.navigate(site.url("/audit?event=SIGN_IN"));
    Locator follow =
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Follow new entries"));
    follow.click();
    assertThat(follow.getAttribute("aria-pressed")).isEqualTo("true");
    assertThat(page.url()).endsWith("/audit?event=SIGN_IN#follow");

    signedIn(site.mei).context().close();

    page.locator(".entries tr[data-entry]", new Page.LocatorOptions().setHasText("mei@example.com"))
        .waitFor();
    Locator first = page.locator(".entries tr[data-entry]").first();
    assertThat(first.textContent()).contains("signed in", "mei@example.com");
    assertThat(first.locator("time").textContent()).doesNotContain("UTC");
    follow.click();
    assertThat(follow.getAttribute("aria-pressed")).isEqualTo("false");
    assertThat(page.url()).endsWith("/audit?event=SIGN_IN");
  }

  @Test
  void a_page_whose_session_has_ended_says_that_it_no_longer_follows() {
    signIn(page, site, site.olga);
    page.navigate(site.url("/audit"));
    press(page, "Follow new entries");
    page.context().clearCookies();

    page.getByText("No new entries can be loaded.").waitFor();
    assertThat(page.locator("[data-follow]").getAttribute("aria-pressed")).isEqualTo("false");
  }

  @Test
  void times_and_days_are_in_the_time_zone_of_the_reader() {
    signIn(page, site, site.olga);
    page.navigate(site.url("/audit"));

    assertThat(page.locator(".lead").textContent()).contains("Times are in " + KIRIBATI);
    Locator time = page.locator(".entries time").first();
    assertThat(time.getAttribute("title")).endsWith("Z");
    assertThat(time.textContent()).doesNotContain("UTC");
    page.selectOption("select[name=range]", "TODAY");
    page.locator(".chip").waitFor();
    assertThat(page.url()).contains("zone=Pacific%2FKiritimati");
    assertThat(page.locator(".chip").textContent()).contains("Today (" + KIRIBATI + ")");
    assertThat(page.locator(".entries tr[data-entry]").count()).isPositive();
  }

  @Test
  void a_line_opens_beside_the_list_and_escape_leads_back_to_it() {
    signIn(page, site, site.olga);
    page.navigate(site.url("/audit?event=SIGN_IN"));
    Locator line = page.locator("td.at a").first();
    line.click();

    page.locator("#drawer[open] #entry").waitFor();
    assertThat(page.locator("#entry .facts").textContent()).contains("olga@example.com");
    assertThat(page.locator("#entry [data-local]").textContent()).isNotEmpty();
    assertThat(page.evaluate("document.activeElement.id")).isEqualTo("entry-title");
    assertThat(page.url()).endsWith("/audit?event=SIGN_IN");
    page.keyboard().press("Escape");
    assertThat(page.locator("#drawer").isVisible()).isFalse();
    assertThat(page.evaluate("document.activeElement.getAttribute('href')"))
        .isEqualTo(line.getAttribute("href"));

    page.setViewportSize(390, 860);
    line.click();
    page.waitForURL("**/audit/*");
    assertThat(page.locator("#entry").isVisible()).isTrue();
  }

  @Test
  void nothing_moves_when_times_become_those_of_the_reader() {
    signIn(page, site, site.olga);
    page.navigate(site.url("/audit"));

    Object shift =
        page.evaluate(
            """
            () => new Promise(done => {
                let sum = 0;
                new PerformanceObserver(list => list.getEntries().forEach(each => sum += each.value))
                    .observe({ type: "layout-shift", buffered: true });
                setTimeout(() => done(String(sum)), 300);
            })
            """);

    assertThat(shift).isEqualTo("0");
  }

  @Test
  void on_a_phone_all_sentences_begin_at_the_same_edge_and_no_tab_is_cut_off() {
    signIn(page, site, site.sam);
    page.setViewportSize(390, 860);
    for (String path : List.of("/audit", "/platform")) {
      page.navigate(site.url(path));

      assertThat(edges(".entries .happened > div > div")).as(path).hasSize(1);
    }
    page.navigate(site.url("/audit"));
    assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
    assertThat(page.locator(".tabs a").last().boundingBox().x).isLessThan(390);
  }

  /** The left edges of the first letters, in whole pixels. */
  private Set<Object> edges(String selector) {
    Object edges =
        page.evaluate(
            """
            selector => [...document.querySelectorAll(selector)].map(element => {
                const text = document.createRange();
                text.selectNodeContents(element);
                return Math.round(text.getClientRects()[0].left);
            })
            """,
            selector);
    return new HashSet<>((List<?>) edges);
  }

  @Test
  void everything_but_following_works_without_scripts() {
    Page theirs = signedIn(site.olga);
    theirs.navigate(site.url("/audit"));

    assertThat(theirs.locator(".lead").textContent()).contains("Times are in UTC.");
    assertThat(theirs.locator(".entries time").first().getAttribute("title")).endsWith("UTC");
    assertThat(theirs.locator("[data-follow]").isVisible()).isFalse();
    signedIn(site.mei).context().close();
    Chromium.follow(theirs, "Refresh");
    assertThat(theirs.locator(".entries tr[data-entry]").first().textContent())
        .contains("mei@example.com");
    theirs.getByText("More filters").click();
    theirs.fill("input[name=actor]", "Mei@example.com");
    theirs.fill("input[name=address]", "127.0.0.1");
    press(theirs, "Filter");
    assertThat(theirs.locator(".entries tr[data-entry]").count()).isEqualTo(1);
    assertThat(theirs.locator(".chip").count()).isEqualTo(2);
    theirs.locator(".chip").first().click();
    assertThat(theirs.locator(".entries tr[data-entry]").count()).isGreaterThan(1);
    Chromium.follow(theirs, "Failed sign-ins");
    assertThat(theirs.url()).endsWith("/audit?event=SIGN_IN&outcome=REFUSED");
    assertThat(theirs.locator(".empty").textContent()).contains("No entries match");
    theirs.context().close();
  }
}
