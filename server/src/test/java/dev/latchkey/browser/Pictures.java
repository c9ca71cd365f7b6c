package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.fillSignIn;
import static dev.latchkey.browser.Chromium.follow;
import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.ColorScheme;
import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Language;
import dev.latchkey.model.credential.Credential;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takes the pictures of docs/tour.md and of the components. It is run by docs/take-pictures and not
 * by ./verify.
 */
class Pictures {
  private static final int WIDTH = 1_280;
  private static final int HEIGHT = 860;
  private static final int PHONE_WIDTH = 390;
  private static final String[] SCOPE = {
    "read:issue:info", "write:issue:info", "read:project:info", "read:wiki:pages"
  };

  @TempDir private Path directory;

  @Test
  void take() throws Exception {
    try (var site = new Site(directory);
        var chromium = new Chromium()) {
      Page page = chromium.page(Language.ENGLISH, WIDTH, HEIGHT);
      Credential.Personal app = site.personal("Issue Helper", site.olga, SCOPE);
      site.personal("Board Sync", site.mei, "read:issue:info");
      Site.Machine machine =
          site.organizational(
              "Nightly Export", site.olga, "read:directory:users", "read:issue:info");
      for (int i = 0; i < 40; i++) {
        Http.here()
            .get(
                site.url("/openapi/v2/directory/users/me"),
                "Authorization",
                "Bearer " + machine.token());
      }
      site.wiring.usage().flush();

      page.navigate(site.authorize(app));
      take(page, "sign-in");
      fillSignIn(page, site.mei);
      take(page, "consent");
      page.getByLabel("Borealis").check();
      press(page, "Allow");
      page.waitForURL(site.callback() + "**");
      site.exchange(app);
      page.navigate(site.url("/account/apps"));
      take(page, "connected-apps");
      page.navigate(site.url("/account/security"));
      take(page, "security");
      page.navigate(site.url("/api-reference"));
      take(page, "api-reference");
      page.navigate(site.authorize(app));
      onPhone(page);
      take(page, "consent-phone");
      page.navigate(site.url("/"));
      take(page, "home-phone");

      Page administrator = chromium.page(Language.ENGLISH, WIDTH, HEIGHT);
      signIn(administrator, site, site.olga);
      take(administrator, "home");
      administrator.navigate(site.url("/organization"));
      take(administrator, "home-organization");
      administrator.navigate(site.url("/organization/credentials"));
      take(administrator, "credentials");
      follow(administrator, "Nightly Export");
      take(administrator, "organization-credential");
      follow(administrator, "Tokens");
      take(administrator, "organization-tokens");
      administrator.navigate(site.url("/organization/credentials/new"));
      administrator.fill("#name", "Warehouse Feed");
      administrator.check("input[value='read:issue:info']");
      take(administrator, "new-organization-credential");
      press(administrator, "Create and show the token");
      take(administrator, "token-shown-once");
      administrator.navigate(
          site.url("/organization/credentials/" + app.clientId().value() + "/access"));
      take(administrator, "access");
      administrator.navigate(site.url("/organization/people"));
      take(administrator, "people");
      follow(administrator, "Mei Member");
      follow(administrator, "Apps with access");
      administrator.locator("input[name=grant]").first().check();
      press(administrator, "End access of selected apps");
      take(administrator, "person-apps-ending");
      administrator.navigate(site.url("/audit"));
      take(administrator, "audit");
      administrator.navigate(site.url("/search?q=mei"));
      take(administrator, "search");

      Page chinese = chromium.page(Language.CHINESE, WIDTH, HEIGHT);
      signIn(chinese, site, site.sam);
      chinese.navigate(site.url("/platform"));
      take(chinese, "home-chinese");
      chinese.navigate(site.authorize(app));
      take(chinese, "consent-chinese");
      chinese.emulateMedia(new EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
      chinese.navigate(site.url("/platform/organizations"));
      take(chinese, "platform-chinese-dark");
      chinese.navigate(site.url("/platform/health"));
      take(chinese, "health-chinese-dark");
    }
  }

  @Test
  void take_the_pages_of_a_developer() throws Exception {
    try (var site = new Site(directory);
        var chromium = new Chromium()) {
      Page page = chromium.page(Language.ENGLISH, WIDTH, HEIGHT);
      signIn(page, site, site.mo);
      page.navigate(site.url("/account/credentials/new"));
      page.fill("#name", "Board Sync");
      page.fill("#redirect-0", site.callback());
      page.check("input[value='read:issue:info']");
      page.check("input[value='write:issue:info']");
      page.check("input[value='read:directory:users']");
      page.locator("#preview").scrollIntoViewIfNeeded();
      take(page, "new-personal-credential");
      press(page, "Create credential");
      String secret = page.textContent("#client-secret");
      take(page, "snippets");
      follow(page, "I have stored the secret");
      follow(page, "Try the flow");
      press(page, "Add the redirect URI");
      follow(page, "Authorize in this browser");
      press(page, "Allow");
      page.waitForURL("**/try/callback?**");
      page.fill("#client-secret", secret);
      press(page, "Send 2. Exchange");
      press(page, "Send 3. Call");
      page.locator("#call").scrollIntoViewIfNeeded();
      take(page, "try");
    }
  }

  @Test
  void take_the_pages_about_agents() throws Exception {
    try (var site = new Site(directory, Site.forAgents(directory));
        var chromium = new Chromium()) {
      Credential.Personal app =
          site.personal("Issue Helper", site.olga, Set.of(Credential.Option.DEVICE_FLOW), SCOPE);
      Page page = chromium.page(Language.ENGLISH, WIDTH, HEIGHT);
      signIn(page, site, site.mo);
      page.navigate(site.authorize(app) + "&scope=read:directory:users");
      take(page, "faulty");
      page.navigate(site.authorize(app) + "&resource=" + site.url("/openapi/v2/issues/tools"));
      take(page, "consent-resource");
      press(page, "Allow");
      page.waitForURL(site.callback() + "**");
      String token = site.exchange(app).access().reveal();
      site.delegate(token, "agent-7");
      site.delegate(token, "agent-8");
      page.navigate(site.url("/account/apps"));
      take(page, "connected-agents");
      page.navigate(site.url("/device"));
      take(page, "device");
      page.fill("#user-code", site.userCode(app));
      press(page, "Continue");
      onPhone(page);
      take(page, "consent-device-phone");

      String request = site.registered("Editor");
      Page administrator = chromium.page(Language.ENGLISH, WIDTH, HEIGHT);
      signIn(administrator, site, site.olga);
      administrator.navigate(site.url("/organization/credentials/public-apps"));
      administrator.check("input[name=rule][value=ASK]");
      press(administrator, "Save changes");
      page.navigate(request);
      press(page, "Request access");
      administrator.navigate(site.url("/approvals"));
      take(administrator, "public-apps");
      Page chinese = chromium.page(Language.CHINESE, WIDTH, HEIGHT);
      signIn(chinese, site, site.olga);
      chinese.navigate(site.url("/approvals"));
      chinese.locator("form[action$=decide] button").click();
      take(chinese, "public-apps-decide-chinese");
      Site.Machine machine = site.organizational("Nightly Export", site.olga, "read:issue:info");
      site.delegate(machine.token(), "nightly");
      administrator.navigate(site.url("/organization/credentials/" + machine.id() + "/tokens"));
      follow(administrator, "Revoke");
      take(administrator, "child-token-ending");
    }
  }

  @Test
  void take_the_components() throws Exception {
    try (var site = new Site(directory);
        var chromium = new Chromium()) {
      for (Look look : Look.values()) {
        Files.createDirectories(look.picture().getParent());
        Files.write(look.picture(), Look.shot(look.show(chromium, site)));
      }
    }
  }

  private static void onPhone(Page page) {
    page.setViewportSize(PHONE_WIDTH, HEIGHT);
    page.emulateMedia(new EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
  }

  private static void take(Page page, String name) {
    page.screenshot(new ScreenshotOptions().setPath(Checkout.file("docs/images/" + name + ".png")));
  }
}
