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
import dev.latchkey.harness.Http;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Language;
import java.nio.file.Files;
import java.nio.file.Path;
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
            site.arrival();
            page.navigate(site.url("/account/apps"));
            take(page, "connected-apps");
            page.navigate(site.url("/account/security"));
            take(page, "security");
            page.navigate(site.url("/api-reference"));
            take(page, "api-reference");
            page.navigate(site.authorize(app));
            page.setViewportSize(PHONE_WIDTH, HEIGHT);
            page.emulateMedia(new EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            take(page, "consent-phone");

            Page administrator = chromium.page(Language.ENGLISH, WIDTH, HEIGHT);
            signIn(administrator, site, site.olga);
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
            administrator.navigate(site.url("/organization/people"));
            take(administrator, "people");
            administrator.navigate(site.url("/audit"));
            take(administrator, "audit");

            Page chinese = chromium.page(Language.CHINESE, WIDTH, HEIGHT);
            signIn(chinese, site, site.sam);
            chinese.emulateMedia(new EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            chinese.navigate(site.url("/platform/organizations"));
            take(chinese, "platform-chinese-dark");
            chinese.navigate(site.url("/platform/health"));
            take(chinese, "health-chinese-dark");
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

    private static void take(Page page, String name) {
        page.screenshot(
                new ScreenshotOptions().setPath(Checkout.file("docs/images/" + name + ".png")));
    }
}
