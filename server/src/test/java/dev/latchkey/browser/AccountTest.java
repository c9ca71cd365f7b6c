package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.fillSignIn;
import static dev.latchkey.browser.Chromium.follow;
import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.MultiFormatReader;
import com.google.zxing.NotFoundException;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.common.HybridBinarizer;
import com.microsoft.playwright.Page;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.model.Credential;
import dev.latchkey.model.DirectoryCall;
import dev.latchkey.model.Scopes;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import javax.imageio.ImageIO;
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
                .contains("Issue Helper", "Owner: Olga Orga of Acme", "Borealis")
                .doesNotContain("write:issue:info");
        press(page, "End access of Issue Helper");
        assertThat(page.textContent("[role=status]")).contains("Access ended");
        assertThat(page.textContent("main")).contains("No connected apps");
        assertThat(site.auditRecords()).contains("\"event\":\"grant_end\"");
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
        assertThat(page.textContent("#new-password-help")).contains("common password");
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
    void a_phone_becomes_the_second_step_and_paper_stands_in_for_it() throws Exception {
        signIn(page, site, site.mo);
        follow(page, "Security");
        press(page, "Set up an authenticator app");
        Authenticator phone = Authenticator.reading(scan(page.locator(".qr").screenshot()));
        assertThat(page.textContent("#factor-key").replace(" ", "")).isEqualTo(phone.key());
        page.fill("#code", phone.code(site.installation.here().at()));
        press(page, "Turn on");
        assertThat(page.textContent("[role=status]")).contains("The app is set up");
        String paper = page.textContent("#recovery-codes").strip().split("\\s+")[0];
        follow(page, "I have stored them");
        assertThat(page.textContent("main")).contains("10 of 10");

        press(page, "Sign out");
        fillSignIn(page, site.mo);
        assertThat(page.textContent("h1")).isEqualTo("Enter your code");
        page.navigate(site.url("/account/security"));
        assertThat(page.url()).endsWith("/sign-in");
        page.navigate(site.url("/sign-in/code"));
        site.wait(Duration.ofSeconds(30));
        page.fill("#code", phone.code(site.installation.here().at()));
        press(page, "Sign in");
        assertThat(page.url()).endsWith("/account/credentials");

        press(page, "Sign out");
        fillSignIn(page, site.mo);
        page.click("summary");
        page.fill("#recovery-code", paper);
        press(page, "Sign in with the recovery code");
        page.navigate(site.url("/account/security"));
        assertThat(page.textContent("main")).contains("9 of 10");
        site.wait(Duration.ofSeconds(30));
        page.fill("#factor-code", phone.code(site.installation.here().at()));
        press(page, "Remove the app");
        assertThat(page.textContent("[role=status]")).contains("password only");
    }

    /** As the camera of a phone does, with a library that the product does not use. */
    private static String scan(byte[] picture) throws IOException, NotFoundException {
        BufferedImage seen = ImageIO.read(new ByteArrayInputStream(picture));
        int width = seen.getWidth();
        int height = seen.getHeight();
        int[] dots = seen.getRGB(0, 0, width, height, null, 0, width);
        var bitmap = new HybridBinarizer(new RGBLuminanceSource(width, height, dots));
        return new MultiFormatReader().decode(new BinaryBitmap(bitmap)).getText();
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
        press(page, "End selected sessions");
        assertThat(page.textContent("[role=status]")).contains("sessions have ended");
        forgotten.navigate(site.url("/account/security"));
        assertThat(forgotten.url()).endsWith("/sign-in");
        forgotten.context().close();
    }
}
