package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.follow;
import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;
import static dev.latchkey.browser.Chromium.signOut;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.latchkey.app.config.ExternalServices;
import dev.latchkey.harness.OidcProvider;
import dev.latchkey.model.credential.Credential;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Signing in with an external provider, under the content security policy of our pages as a real
 * browser applies it.
 */
@OneBrowser
class ExternalSignInPagesTest {
  @TempDir private Path directory;

  @Test
  void an_external_account_is_linked_and_then_signs_in_on_the_way_to_consent() {
    try (var provider = new OidcProvider(InstantSource.system());
        var site = new Site(directory, to -> to.with(ExternalServices.signIn(provider.as("idp"))));
        var chromium = new Chromium()) {
      Credential app = site.personal("Issue Helper", site.olga, "read:issue:info");
      Page page = chromium.withoutScripts();
      signIn(page, site, site.mei);
      follow(page, "Security");
      press(page, "Link Example ID");
      assertThat(page.textContent("[role=status]")).contains("The account is linked");
      signOut(page);

      page.navigate(site.authorize(app));
      press(page, "Sign in with Example ID");
      assertThat(page.textContent("h1")).contains("Allow Issue Helper");
      page.getByLabel("Borealis").check();
      press(page, "Allow");
      page.waitForURL(site.callback() + "**");

      provider.subject = "another person";
      page.context().clearCookies();
      page.navigate(site.url("/sign-in"));
      press(page, "Sign in with Example ID");
      assertThat(page.textContent("main")).contains("No account here is linked");
    }
  }
}
