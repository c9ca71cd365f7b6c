package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.fillSignIn;
import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;
import static dev.latchkey.browser.Chromium.signOut;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import dev.latchkey.model.credential.Credential;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** The effects of our headers in a real browser (security rows 5, 85, 86, 89, 93 and 138). */
class SafetyTest extends Journey {
  @Override
  Page open() {
    return chromium.page();
  }

  @Test
  void another_site_cannot_show_our_pages_in_a_frame() {
    page.setContent("<iframe src='" + site.url("/sign-in") + "'></iframe>");
    Frame frame = page.frames().getLast();
    frame.waitForURL("chrome-error:**");

    assertThat(frame.content()).doesNotContain("password");
  }

  @Test
  void the_app_learns_neither_the_address_before_nor_a_fragment() throws InterruptedException {
    Credential.Personal app = site.personal("Issue Helper", site.olga, "read:issue:info");
    var sent = new ConcurrentLinkedQueue<Request>();
    page.onRequest(sent::add);
    page.navigate(site.authorize(app) + "#evil");
    fillSignIn(page, site.mo);
    press(page, "Allow");
    page.waitForURL(site.callback() + "**");
    site.arrival();

    assertThat(page.url()).doesNotContain("evil");
    assertThat(sent)
        .filteredOn(request -> request.url().startsWith(site.callback()))
        .singleElement()
        .satisfies(request -> assertThat(request.allHeaders()).doesNotContainKey("referer"));

    // A person who is already signed in is led back by redirects alone, and browsers keep a
    // fragment across redirects.
    page.navigate(site.authorize(app) + "&scope=read:no:such#evil");
    page.waitForURL(site.callback() + "?error=**");
    assertThat(page.url()).doesNotContain("evil");
  }

  @Test
  void after_signing_out_the_back_button_shows_nothing() {
    site.personal("Secret plans", site.mei, "read:issue:info");
    signIn(page, site, site.mei);
    page.navigate(site.url("/account/credentials"));
    assertThat(page.textContent("main")).contains("Secret plans");
    signOut(page);
    page.waitForSelector("input[name=password]");

    page.goBack();

    assertThat(page.content()).doesNotContain("Secret plans").contains("name=\"password\"");
  }

  @Test
  void a_password_is_masked_can_be_pasted_and_kept_by_a_manager() {
    page.navigate(site.url("/sign-in"));
    page.context()
        .grantPermissions(
            List.of("clipboard-read", "clipboard-write"),
            new BrowserContext.GrantPermissionsOptions().setOrigin(site.url("")));
    page.evaluate("navigator.clipboard.writeText('from a manager')");
    page.click("input[name=password]");
    page.keyboard().press("Control+V");

    assertThat(page.inputValue("input[name=password]")).isEqualTo("from a manager");
    assertThat(page.getAttribute("input[name=password]", "type")).isEqualTo("password");
    assertThat(page.getAttribute("input[name=password]", "autocomplete"))
        .isEqualTo("current-password");
    assertThat(page.getAttribute("input[name=email]", "autocomplete")).contains("username");

    fillSignIn(page, site.mei);
    page.navigate(site.url("/account/security"));
    assertThat(page.getAttribute("#new-password", "type")).isEqualTo("password");
    assertThat(page.getAttribute("#new-password", "autocomplete")).isEqualTo("new-password");
  }
}
