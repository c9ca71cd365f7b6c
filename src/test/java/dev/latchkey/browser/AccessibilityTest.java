package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.fillSignIn;
import static dev.latchkey.browser.Chromium.follow;
import static dev.latchkey.browser.Chromium.press;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Secret;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every page can be read and used by everybody: in light, in dark, and on a phone. */
class AccessibilityTest {
    private static final int PHONE_WIDTH = 390;

    @TempDir private Path directory;

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void no_page_shuts_anybody_out(ColorScheme scheme) {
        try (var site = new Site(directory);
                var chromium = new Chromium()) {
            Credential app =
                    site.personal("Issue Helper", site.olga, "read:issue:info", "write:issue:info");
            Secret.Setup key = Secret.SETUP.mint(site.wiring.dice());
            site.wiring.people().offerSetup(key, site.wiring.here());
            Page page = chromium.page(scheme, PHONE_WIDTH, 844);

            page.navigate(site.url("/setup?key=" + key.reveal()));
            check(page, "setup");
            page.navigate(site.authorize(app));
            check(page, "sign-in");
            page.fill("input[name=email]", "mei@example.com");
            page.fill("input[name=password]", "wrong");
            press(page, "Sign in");
            check(page, "sign-in refused");
            fillSignIn(page, site.mei);
            check(page, "consent");
            page.navigate(site.url("/account/apps"));
            check(page, "no connected apps");
            page.navigate(site.authorize(app));
            page.getByLabel("Borealis").check();
            press(page, "Allow");
            page.waitForURL(site.callback() + "**");
            page.navigate(site.url("/account/apps"));
            check(page, "connected apps");
            page.navigate(site.url("/account/security"));
            page.fill("#password-now", "wrong");
            page.fill("#new-password", "short");
            page.fill("#repeated-password", "short");
            press(page, "Change password");
            check(page, "security, refused");
            page.navigate(site.url("/organization/credentials"));
            check(page, "not for this role");
            press(page, "Sign out");

            fillSignIn(page, site.sam);
            check(page, "empty list");
            page.navigate(site.url("/account/credentials/new"));
            check(page, "new credential");
            page.fill("#name", "Board Sync");
            page.fill("#redirect-0", "nowhere");
            press(page, "Create credential");
            check(page, "flawed credential");
            page.fill("#redirect-0", site.callback());
            page.check("input[value='read:issue:info']");
            press(page, "Create credential");
            check(page, "created");
            page.navigate(site.url("/account/credentials/" + page.textContent("#client-id")));
            check(page, "detail");
            press(page, "New secret");
            check(page, "secret created");
            follow(page, "I have stored the secret");
            check(page, "detail with two secrets");
            page.navigate(site.url("/account/credentials"));
            check(page, "list");
            page.navigate(site.url("/organization/credentials/new"));
            check(page, "new organization credential");
            page.fill("#name", "Nightly Export");
            page.check("input[value='read:issue:info']");
            press(page, "Create and show the token");
            check(page, "organization credential created");
            page.navigate(site.url("/organization/credentials/" + page.textContent("#client-id")));
            check(page, "organization credential");
            press(page, "Revoke the chosen");
            check(page, "organization credential, nothing chosen to revoke");
            page.getByLabel("1 hour").check();
            press(page, "Re-issue and show the token");
            check(page, "token re-issued");
            follow(page, "I have stored the token");
            check(page, "organization credential with two tokens");
            page.navigate(site.url("/organization/credentials"));
            check(page, "organization list");
            page.navigate(site.url("/organization/credentials?q=nothing"));
            check(page, "organization list, narrowed to nothing");
            page.navigate(site.url("/audit"));
            check(page, "audit");
            page.navigate(site.url("/organization/credentials/" + app.clientId().value()));
            check(page, "personal credential in the organization");
        }
    }

    private static void check(Page page, String name) {
        List<String> violations =
                new AxeBuilder(page)
                        .analyze().getViolations().stream()
                                .map(rule -> rule.getId() + ": " + where(rule))
                                .toList();
        assertThat(violations).as(name).isEmpty();
        assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
                .as("width of %s on a phone", name)
                .isLessThanOrEqualTo(PHONE_WIDTH);
    }

    private static String where(Rule rule) {
        return rule.getNodes().stream()
                .map(node -> node.getHtml() + " " + node.getFailureSummary())
                .toList()
                .toString();
    }
}
