package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.fillSignIn;
import static dev.latchkey.browser.Chromium.follow;
import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;
import static dev.latchkey.browser.Chromium.signOut;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.MultiFormatReader;
import com.google.zxing.NotFoundException;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.common.HybridBinarizer;
import com.microsoft.playwright.Page;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.DirectoryCall;
import dev.latchkey.model.credential.Scopes;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** The area My account, as a person uses it without scripts. */
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
    follow(page, "End access of Issue Helper");
    assertThat(page.textContent("main")).contains("What ends immediately", "Issue Helper");
    press(page, "End access");
    assertThat(page.textContent("[role=status]")).contains("Access ended");
    assertThat(page.textContent("main")).contains("No connected apps");
    assertThat(site.auditRecords()).contains("\"event\":\"grant_end\"");
  }

  @Test
  void the_api_reference_names_every_call_with_its_scope() {
    signIn(page, site, site.mo);
    follow(page, "API reference");
    assertThat(page.locator(".calls > li").count()).isEqualTo(DirectoryCall.values().length);
    for (DirectoryCall call : DirectoryCall.values()) {
      assertThat(page.locator(".calls > li", withText(shortened(call))).first().textContent())
          .contains("GET", call.needs().joined(Scopes.Separator.COMMA));
    }
    assertThat(page.textContent("main")).contains(site.url("/openapi/v2"), "List people");
  }

  private static String shortened(DirectoryCall call) {
    return call.path().substring("/openapi/v2".length());
  }

  private static Page.LocatorOptions withText(String text) {
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
    assertThat(other.url()).endsWith("/sign-in?next=%2Faccount%2Fsecurity");
    other.context().close();
  }

  @Test
  void an_authenticator_app_is_the_second_step_and_a_recovery_code_replaces_it() throws Exception {
    signIn(page, site, site.mo);
    follow(page, "Security");
    press(page, "Set up an authenticator app");
    Authenticator phone = Authenticator.reading(scan(page.locator(".qr").screenshot()));
    assertThat(page.textContent("#factor-key").replace(" ", "")).isEqualTo(phone.key());
    page.fill("#code", phone.code(site.installation.now().at()));
    press(page, "Turn on");
    assertThat(page.textContent("[role=status]")).contains("The app is set up");
    String recoveryCode = page.textContent("#recovery-codes").strip().split("\\s+")[0];
    follow(page, "I have stored them");
    assertThat(page.textContent("main")).contains("10 of 10");

    signOut(page);
    fillSignIn(page, site.mo);
    assertThat(page.textContent("h1")).isEqualTo("Enter your code");
    page.navigate(site.url("/account/security"));
    assertThat(page.url()).endsWith("/sign-in?next=%2Faccount%2Fsecurity");
    page.navigate(site.url("/sign-in/code"));
    site.wait(Duration.ofSeconds(30));
    page.fill("#code", phone.code(site.installation.now().at()));
    press(page, "Sign in");
    assertThat(page.url()).isEqualTo(site.url("/"));

    signOut(page);
    fillSignIn(page, site.mo);
    page.click("summary");
    page.fill("#recovery-code", recoveryCode);
    press(page, "Sign in with the recovery code");
    page.navigate(site.url("/account/security"));
    assertThat(page.textContent("main")).contains("9 of 10");
    site.wait(Duration.ofSeconds(30));
    page.fill("#factor-code", phone.code(site.installation.now().at()));
    press(page, "Remove the app");
    assertThat(page.textContent("[role=status]")).contains("app is removed");
  }

  /**
   * Reads a QR code as the camera of a phone does, with a library that the product does not use.
   */
  private static String scan(byte[] picture) throws IOException, NotFoundException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(picture));
    int width = image.getWidth();
    int height = image.getHeight();
    int[] pixels = image.getRGB(0, 0, width, height, null, 0, width);
    var bitmap = new HybridBinarizer(new RGBLuminanceSource(width, height, pixels));
    return new MultiFormatReader().decode(new BinaryBitmap(bitmap)).getText();
  }

  @Test
  void another_browser_can_be_signed_out_from_here() {
    Page otherBrowser = chromium.withoutScripts();
    signIn(otherBrowser, site, site.mo);
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
    otherBrowser.navigate(site.url("/account/security"));
    assertThat(otherBrowser.url()).endsWith("/sign-in?next=%2Faccount%2Fsecurity");
    otherBrowser.context().close();
  }
}
