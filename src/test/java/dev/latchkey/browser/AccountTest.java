package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.fillSignIn;
import static dev.latchkey.browser.Chromium.follow;
import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.latchkey.model.Credential;
import dev.latchkey.model.DirectoryCall;
import dev.latchkey.model.Scopes;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** My account, as a person goes through it, without a script. */
class AccountTest extends Journey {
    @Test
    void an_app_is_allowed_found_again_and_its_access_ended() throws InterruptedException {
        Credential.Personal app =
                site.personal("Issue Helper", site.olga, "read:issue:info", "write:issue:info");
        page.navigate(site.authorize(app));
        fillSignIn(page, site.mo);
        press(page, "Allow");
        page.waitForURL(site.callback() + "**");
        site.arrival();

        page.navigate(site.url("/"));
        follow(page, "Connected apps");
        assertThat(page.textContent("main"))
                .contains("Issue Helper", "Kept by Olga Orga of Acme", "Borealis")
                .doesNotContain("write:issue:info");
        press(page, "End access of Issue Helper");
        assertThat(page.textContent("[role=status]")).contains("Access ended");
        assertThat(page.textContent("main")).contains("No connected apps");
        assertThat(site.trail()).contains("\"event\":\"grant_end\"");
    }

    @Test
    void the_api_reference_names_every_call_with_its_scope() {
        signIn(page, site, site.mo);
        follow(page, "Open interface");
        assertThat(page.locator(".calls > li").count()).isEqualTo(DirectoryCall.values().length);
        for (DirectoryCall call : DirectoryCall.values()) {
            assertThat(page.locator(".calls > li", holding(call.path())).first().textContent())
                    .contains("GET", call.needs().joined(Scopes.Separator.COMMA));
        }
        assertThat(page.textContent("main")).contains(site.url("/openapi/v2"), "People");
    }

    private static Page.LocatorOptions holding(String text) {
        return new Page.LocatorOptions().setHasText(text);
    }

    @Test
    void a_changed_password_signs_the_other_browser_out_and_not_this_one() {
        signIn(page, site, site.mo);
        Page other = chromium.withoutScripts();
        signIn(other, site, site.mo);
        follow(page, "Security");
        assertThat(page.textContent("main")).contains("this browser");
        page.fill("#password-now", Site.PASSWORD);
        page.fill("#new-password", "password1");
        page.fill("#repeated-password", "password1");
        press(page, "Change password");
        assertThat(page.textContent("#new-password-help")).contains("tried first");
        page.fill("#password-now", Site.PASSWORD);
        page.fill("#new-password", "seven wet umbrellas");
        page.fill("#repeated-password", "seven wet umbrellas");
        press(page, "Change password");
        assertThat(page.textContent("[role=status]")).contains("Your password is changed");
        other.navigate(site.url("/account/security"));
        assertThat(other.url()).endsWith("/sign-in");
        other.context().close();
    }

    @Test
    void a_forgotten_browser_is_signed_out_from_here() {
        Page forgotten = chromium.withoutScripts();
        signIn(forgotten, site, site.mo);
        site.wait(Duration.ofMinutes(11));
        signIn(page, site, site.mo);
        site.wait(Duration.ofMinutes(11));
        page.navigate(site.url("/account/security"));
        page.fill("#current-password", Site.PASSWORD);
        press(page, "End selected sessions");
        assertThat(page.textContent("#sessions-help")).contains("at least one");
        page.check("input[name=session]");
        page.fill("#current-password", Site.PASSWORD);
        press(page, "End selected sessions");
        assertThat(page.textContent("[role=status]")).contains("Signed out there");
        forgotten.navigate(site.url("/account/security"));
        assertThat(forgotten.url()).endsWith("/sign-in");
        forgotten.context().close();
    }
}
