package dev.latchkey.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.latchkey.model.Language;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.User;
import org.junit.jupiter.api.Test;

/**
 * The most important journeys with the keyboard alone. Each element that gets the focus shows it,
 * and is not covered by another one.
 */
class KeyboardTest extends Journey {
  private static final int MOST_TABS = 150;

  private static final String SHOWS_FOCUS =
      """
      () => {
          const focused = document.activeElement;
          const style = getComputedStyle(focused);
          const isMarked = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0
              || style.boxShadow !== "none";
          const box = focused.getBoundingClientRect();
          const shown = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return focused.matches(":focus-visible") && isMarked && focused.contains(shown);
      }
      """;

  /** A page with scripts, and without transitions, so that the focus is shown at once. */
  @Override
  Page open() {
    return chromium.page(Language.ENGLISH, 1280, 720);
  }

  @Test
  void an_app_is_allowed() throws InterruptedException {
    Credential app = site.personal("Issue Helper", site.olga, "read:issue:info");
    page.navigate(site.authorize(app));
    signIn(site.mei);
    tabTo("input[name=team_id]");
    press("ArrowDown");
    tabTo("button[value=approve]");
    press("Enter");
    page.waitForURL(site.callback() + "**");
    assertThat(site.arrival()).contains("code=");
  }

  @Test
  void a_credential_is_created_and_its_secret_rotated() {
    page.navigate(site.url("/account/credentials/new"));
    signIn(site.mo);
    tabTo("#name");
    type("Board Sync");
    tabTo("#redirect-0");
    type(site.callback());
    tabTo("input[value='read:issue:info']");
    press("Space");
    tabTo("main .actions button[type=submit]");
    press("Enter");
    String client = page.textContent("#client-id");
    String first = page.textContent("#client-secret");

    page.navigate(site.url("/account/credentials/" + client + "/secrets"));
    tabTo("main form button[type=submit]");
    press("Enter");
    String second = page.textContent("#client-secret");
    assertThat(second).isNotEqualTo(first);
    page.navigate(site.url("/account/credentials/" + client + "/secrets"));
    tabTo(".secrets a[href$='%s']".formatted(hashOfOldest()));
    press("Enter");
    tabTo("button.destructive");
    press("Enter");
    assertThat(page.textContent("[role=status]")).contains("Retired");
    assertThat(page.textContent("main"))
        .contains(second.substring(second.length() - 4))
        .doesNotContain("…" + first.substring(first.length() - 4));
  }

  /** The end of the address that retires the oldest secret, which is the last of the list. */
  private String hashOfOldest() {
    String href = page.locator(".secrets a").last().getAttribute("href");
    return href.substring(href.length() - 16);
  }

  @Test
  void several_tokens_are_revoked() {
    Site.Machine machine = site.organizational("Nightly Export", site.olga, "read:issue:info");
    String tokens = "/organization/credentials/" + machine.id() + "/tokens";
    page.navigate(site.url(tokens));
    signIn(site.olga);
    tabTo("input[name=overlap]");
    press("ArrowDown");
    press("ArrowDown");
    assertThat(page.getByLabel("24 hours").isChecked()).isTrue();
    tabTo("main .password button[type=submit]");
    press("Enter");
    page.waitForSelector("#access-token");

    page.navigate(site.url(tokens));
    tabTo("[data-all]");
    press("Space");
    assertThat(page.textContent("output")).isEqualTo("2 selected");
    tabTo("#bulk button[type=submit]");
    press("Enter");
    tabTo("button.destructive");
    press("Enter");
    assertThat(page.textContent("[role=status]")).contains("2 tokens are revoked");
    assertThat(page.textContent("main")).contains("no active token");
  }

  private void signIn(User user) {
    tabTo("input[name=email]");
    type(user.email());
    tabTo("input[name=password]");
    type(Site.PASSWORD);
    press("Enter");
    page.waitForSelector("[popovertarget=account-menu], .consent");
  }

  /** Presses Tab until an element has the focus that matches the selector. */
  private void tabTo(String selector) {
    page.waitForSelector(selector);
    for (int i = 0; i < MOST_TABS && !isFocused(selector); i++) {
      press("Tab");
    }
    assertThat(isFocused(selector)).as("%s has the focus", selector).isTrue();
    assertThat(page.evaluate(SHOWS_FOCUS)).as("%s shows the focus", selector).isEqualTo(true);
  }

  private boolean isFocused(String selector) {
    return (Boolean)
        page.evaluate("selector => document.activeElement.matches(selector)", selector);
  }

  private void press(String key) {
    page.keyboard().press(key);
  }

  private void type(String text) {
    page.keyboard().type(text);
  }
}
