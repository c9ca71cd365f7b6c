package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.fillSignIn;
import static dev.latchkey.browser.Chromium.follow;
import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;
import static dev.latchkey.browser.Chromium.signOut;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Page;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Passkeys with the authenticator that Chromium simulates. */
class PasskeyPagesTest extends Journey {
  @Override
  Page open() {
    return chromium.page();
  }

  @Test
  void a_passkey_is_added_replaces_the_password_and_is_removed() {
    withAuthenticator(true);
    add();

    follow(page, "I have stored them");
    assertThat(page.textContent("main")).contains("Work laptop", "Not used yet");
    signOut(page);
    press(page, "Sign in with a passkey");
    page.waitForURL(site.url("/"));
    follow(page, "Security");
    assertThat(page.textContent("main")).contains("Last used");

    page.click(".passkeys summary");
    press(page, "Remove the passkey Work laptop");
    assertThat(page.textContent("[role=status]")).contains("The passkey is removed");
    signOut(page);
    signIn(page, site, site.mo);
    page.waitForURL(site.url("/"));
  }

  @Test
  void after_the_password_the_passkey_is_asked_for() {
    withAuthenticator(true);
    add();
    page.context().clearCookies();

    signIn(page, site, site.mo);
    page.waitForURL("**/sign-in/code");
    press(page, "Use a passkey");

    page.waitForURL(site.url("/"));
  }

  @Test
  void long_after_sign_in_the_passkey_takes_the_place_of_the_password() {
    withAuthenticator(true);
    add();
    site.wait(Duration.ofMinutes(11));
    page.navigate(site.url("/account/credentials/new"));
    page.fill("#name", "Board");
    page.fill("#redirect-0", site.callback());
    page.check("input[value='read:issue:info']");

    press(page, "Use a passkey instead");
    page.waitForSelector("text=Your passkey is accepted");
    press(page, "Create credential");

    assertThat(page.textContent("#client-id")).startsWith("cli_");
  }

  @Test
  void an_authenticator_that_refuses_leaves_the_other_ways_to_sign_in() {
    withAuthenticator(false);
    page.navigate(site.url("/sign-in"));

    press(page, "Sign in with a passkey");

    page.waitForSelector("text=That did not work");
    fillSignIn(page, site.mo);
    page.waitForURL(site.url("/"));
  }

  @Test
  void without_scripts_the_page_says_what_passkeys_need() {
    Page plain = chromium.withoutScripts();
    plain.navigate(site.url("/sign-in"));

    press(plain, "Sign in with a passkey");

    assertThat(plain.textContent("[role=alert]")).contains("Passkeys need JavaScript");
  }

  private void add() {
    signIn(page, site, site.mo);
    page.waitForURL(site.url("/"));
    follow(page, "Security");
    press(page, "Add a passkey");
    page.fill("#passkey-name", "Work laptop");
    press(page, "Create passkey");
    page.waitForSelector("#recovery-codes");
  }

  /** Gives the browser an authenticator. {@code verifies}: whether it recognizes the person. */
  private void withAuthenticator(boolean verifies) {
    var session = page.context().newCDPSession(page);
    session.send("WebAuthn.enable");
    var options = new JsonObject();
    options.addProperty("protocol", "ctap2");
    options.addProperty("transport", "internal");
    options.addProperty("hasResidentKey", true);
    options.addProperty("hasUserVerification", true);
    options.addProperty("isUserVerified", verifies);
    options.addProperty("automaticPresenceSimulation", true);
    var add = new JsonObject();
    add.add("options", options);
    session.send("WebAuthn.addVirtualAuthenticator", add);
  }
}
