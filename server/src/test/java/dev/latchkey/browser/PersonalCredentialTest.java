package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.fillSignIn;
import static dev.latchkey.browser.Chromium.follow;
import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;
import static dev.latchkey.browser.Chromium.signOut;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A person's own credentials without scripts, from the form to the app and back. */
class PersonalCredentialTest extends Journey {
  private static final String SAVE_NAME = "Save name and description";

  @Test
  void a_credential_is_created_authorized_and_deleted() throws InterruptedException {
    List<String> requested = new ArrayList<>();
    page.onRequest(request -> requested.add(request.url()));

    signIn(page, site, site.mo);
    follow(page, "New credential");
    page.fill("#name", "Board Sync");
    page.fill("#redirect-0", site.callback());
    page.check("input[value='read:issue:info']");
    page.check("input[value='write:issue:info']");
    press(page, "Create credential");
    String clientId = page.textContent("#client-id");
    String secret = page.textContent("#client-secret");
    assertThat(clientId).startsWith("cli_");
    assertThat(secret).startsWith("lk_cs_");

    page.navigate(
        site.url("/oauth2/authorize?response_type=code&state=mine&client_id=" + clientId));
    assertThat(page.textContent("main"))
        .contains("The owner of Board Sync is Mo Member of Acme.", "mo@example.com", "Borealis")
        .contains(site.callback().replace("/callback", ""))
        .contains("read:issue:info", "write:issue:info", "365 days");
    press(page, "Allow");
    page.waitForURL(site.callback() + "**");
    assertThat(site.arrival()).contains("code=lk_ac_", "state=mine");

    page.navigate(site.url("/account/credentials/" + clientId + "/settings"));
    assertThat(page.content()).doesNotContain(secret);
    page.fill("#delete-name", "Board");
    press(page, "Delete credential");
    assertThat(page.textContent("#delete-name-help")).contains("not the name");
    page.fill("#delete-name", "Board Sync");
    press(page, "Delete credential");
    assertThat(page.textContent("[role=status]")).contains("Deleted");
    assertThat(page.content()).doesNotContain(clientId);
    assertThat(site.installation.stores().credentials().credentials().find(new Id.Client(clientId)))
        .isEmpty();

    assertThat(requested)
        .allMatch(url -> url.startsWith(site.url("/")) || url.startsWith(site.callback()));
  }

  @Test
  void what_is_shown_once_can_be_copied_and_no_page_that_asks_for_consent_runs_a_script() {
    Page scripted = chromium.page();
    scripted
        .context()
        .grantPermissions(
            List.of("clipboard-read", "clipboard-write"),
            new BrowserContext.GrantPermissionsOptions().setOrigin(site.url("")));
    signIn(scripted, site, site.mo);
    Credential asking = site.personal("Sprint Board", site.mei, "read:issue:info");
    Response consent =
        scripted.navigate(
            site.url(
                "/oauth2/authorize?response_type=code&client_id=" + asking.clientId().value()));
    assertThat(scripted.textContent("main")).contains("Allow");
    assertThat(consent.headerValue("content-security-policy")).doesNotContain("script-src");
    scripted.navigate(site.url("/account/credentials/new"));
    scripted.fill("#name", "Board Sync");
    scripted.fill("#redirect-0", site.callback());
    scripted.check("input[value='read:issue:info']");
    press(scripted, "Create credential");
    press(scripted, "Copy Client secret");
    scripted.getByText("Client secret copied").waitFor();
    assertThat(scripted.evaluate("navigator.clipboard.readText()"))
        .isEqualTo(scripted.textContent("#client-secret"));
    scripted.context().close();
  }

  @Test
  void scopes_are_searched_counted_and_selected_at_once() {
    Page scripted = chromium.page();
    signIn(scripted, site, site.mo);
    scripted.navigate(site.url("/account/credentials/new"));
    scripted.fill("[data-scope-search]", "issue");
    assertThat(scripted.isVisible("input[value='read:issue:info']")).isTrue();
    assertThat(scripted.isVisible("input[value='read:project:info']")).isFalse();
    press(scripted, "Select all read");
    assertThat(scripted.isChecked("input[value='read:issue:info']")).isTrue();
    assertThat(scripted.isChecked("input[value='write:issue:info']")).isFalse();
    assertThat(scripted.isChecked("input[value='read:project:info']")).isFalse();
    assertThat(scripted.textContent("[data-scope-count]")).isEqualTo("2 scopes selected");
    scripted.uncheck("input[value='read:issue:comments']");
    assertThat(scripted.textContent("[data-scope-count]")).isEqualTo("1 scope selected");
    scripted.context().close();
  }

  @Test
  void an_error_is_shown_beside_its_field_and_nothing_is_typed_twice() {
    signIn(page, site, site.mo);
    follow(page, "New credential");
    page.fill("#name", "Board Sync");
    page.fill("#redirect-0", "http://app.example.com/callback");
    press(page, "Create credential");
    assertThat(page.textContent("#redirect-0-help")).contains("Use https");
    assertThat(page.textContent("#scope-help")).contains("at least one");
    assertThat(page.inputValue("#name")).isEqualTo("Board Sync");
    assertThat(page.inputValue("#redirect-0")).isEqualTo("http://app.example.com/callback");
  }

  @Test
  void a_section_that_would_overwrite_another_change_of_it_shows_both_versions_first() {
    open(site.personal("Board Sync", site.mo, "read:issue:info"));
    Page other = sameInAnotherWindow();
    other.fill("#name", "Board Sync 2");
    press(other, SAVE_NAME);
    assertThat(other.textContent("[role=status]")).contains("Saved");
    assertThat(other.inputValue("#name")).isEqualTo("Board Sync 2");

    page.fill("#name", "Board Sync 3");
    Response refused =
        page.waitForResponse(
            answer -> answer.request().method().equals("POST"), () -> press(page, SAVE_NAME));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(page.textContent("#settings-identity [role=alert]")).contains("were not saved");
    assertThat(page.textContent(".conflict"))
        .contains("Saved by Mo Member on", "Board Sync 2", "Board Sync 3")
        .doesNotContain("callback");
    assertThat(page.inputValue("#name")).isEqualTo("Board Sync 3");

    follow(page, "Keep the saved version");
    assertThat(page.inputValue("#name")).isEqualTo("Board Sync 2");
  }

  @Test
  void with_scripts_a_section_that_is_not_saved_says_so() {
    Page scripted = chromium.page();
    signIn(scripted, site, site.mo);
    scripted.navigate(settings(site.personal("Board Sync", site.mo, "read:issue:info")));
    assertThat(scripted.getByText("Not saved yet").all()).noneMatch(Locator::isVisible);
    scripted.fill("#networks", "192.0.2.0/24");
    assertThat(scripted.isVisible("#settings-networks .unsaved")).isTrue();
    assertThat(scripted.isVisible("#settings-scopes .unsaved")).isFalse();
    var asked = new ArrayList<String>();
    scripted.onDialog(dialog -> {
      asked.add(dialog.type());
      dialog.accept();
    });
    press(scripted, "Save scope");
    assertThat(asked).containsExactly("beforeunload");
    scripted.context().close();
  }

  private void open(Credential.Personal known) {
    signIn(page, site, site.mo);
    page.navigate(settings(known));
  }

  private Page sameInAnotherWindow() {
    Page other = page.context().newPage();
    other.navigate(page.url());
    return other;
  }

  private String settings(Credential.Personal known) {
    return site.url("/account/credentials/" + known.clientId().value() + "/settings");
  }

  @Test
  void without_scripts_a_button_shows_the_preview_and_creates_nothing() {
    signIn(page, site, site.mo);
    follow(page, "New credential");
    assertThat(page.isVisible("#preview")).isFalse();
    page.fill("#name", "Board Sync");
    page.check("input[value='write:issue:info']");

    press(page, "Preview");

    assertThat(page.url()).endsWith("/account/credentials/new#preview");
    assertThat(page.textContent("#preview")).contains("Allow Board Sync to act for you?");
    assertThat(page.isVisible("#preview [data-preview-scope='write:issue:info']")).isTrue();
    assertThat(page.isVisible("#preview [data-preview-scope='read:issue:info']")).isFalse();
    assertThat(page.isChecked("input[value='write:issue:info']")).isTrue();
    page.navigate(site.url("/account/credentials"));
    assertThat(page.content()).doesNotContain("Board Sync");
  }

  @Test
  void with_scripts_the_preview_follows_and_errors_appear_on_leaving_a_field() {
    Page scripted = chromium.page();
    signIn(scripted, site, site.mo);
    scripted.navigate(site.url("/account/credentials/new"));
    assertThat(scripted.textContent("#preview")).contains("Allow Your app to act for you?");
    assertThat(scripted.isVisible("button[name=preview]")).isFalse();

    scripted.fill("#name", "<b>Board</b>");
    scripted.check("input[value='read:issue:info']");
    assertThat(scripted.textContent("#preview")).contains("Allow <b>Board</b> to act for you?");
    assertThat(scripted.isVisible("#preview [data-preview-scope='read:issue:info']")).isTrue();
    scripted.uncheck("input[value='read:issue:info']");
    assertThat(scripted.isVisible("#preview [data-preview-scope='read:issue:info']")).isFalse();

    scripted.fill("#redirect-0", "http://app.example.com/callback");
    scripted.focus("#name");
    scripted.waitForSelector("#redirect-0-help.flaw");
    assertThat(scripted.textContent("#redirect-0-help")).contains("Use https");
    assertThat(scripted.getAttribute("#redirect-0", "aria-invalid")).isEqualTo("true");
    scripted.fill("#redirect-0", site.callback());
    scripted.focus("#name");
    scripted.waitForSelector("#redirect-0-help:not(.flaw)");
    assertThat(scripted.getAttribute("#redirect-0", "aria-invalid")).isNull();
    assertThat(scripted.getAttribute("#name", "aria-invalid")).isNull();
    scripted.context().close();
  }

  @Test
  void the_credential_of_another_person_is_not_found() {
    Credential.Personal foreign = site.personal("Issue Helper", site.olga, "read:issue:info");
    signIn(page, site, site.mo);
    Response answer = page.navigate(site.url("/account/credentials/" + foreign.clientId().value()));
    assertThat(answer.status()).isEqualTo(404);
    assertThat(page.content()).doesNotContain("Issue Helper");
  }

  @Test
  void deleting_long_after_sign_in_asks_for_the_password() {
    Credential.Personal known = site.personal("Board Sync", site.mo, "read:issue:info");
    signIn(page, site, site.mo);
    site.wait(Duration.ofMinutes(11));
    page.navigate(settings(known));
    page.fill("#delete-name", "Board Sync");
    page.fill("#current-password", "a wrong one");
    press(page, "Delete credential");
    assertThat(page.textContent("#current-password-help")).contains("not your password");
    page.fill("#delete-name", "Board Sync");
    page.fill("#current-password", Site.PASSWORD);
    press(page, "Delete credential");
    assertThat(page.textContent("[role=status]")).contains("Deleted");
  }

  @Test
  void a_secret_is_replaced_without_a_gap() {
    Credential.Personal known = site.personal("Board Sync", site.mo, "read:issue:info");
    signIn(page, site, site.mo);
    page.navigate(site.url("/account/credentials/" + known.clientId().value() + "/secrets"));
    assertThat(page.locator(".secrets a").count()).isZero();
    site.wait(Duration.ofMinutes(11));
    page.reload();
    page.fill("#secret-password", Site.PASSWORD);
    press(page, "New secret");
    String secret = page.textContent("#client-secret");
    assertThat(secret).startsWith("lk_cs_");
    follow(page, "I have stored the secret");
    assertThat(page.content()).doesNotContain(secret);
    assertThat(page.textContent("main")).contains("can have two secrets");
    page.locator(".secrets a").last().click();
    assertThat(page.textContent("h1")).doesNotContain(secret.substring(secret.length() - 4));
    assertThat(page.textContent("main"))
        .contains("…" + secret.substring(secret.length() - 4) + " keeps working");
    page.locator("button.destructive").click();
    assertThat(page.textContent("[role=status]")).contains("Retired");
    assertThat(page.locator(".secrets li").count()).isEqualTo(1);
  }

  @Test
  void a_new_owner_reviews_and_accepts_it_and_creates_a_secret() {
    Credential.Personal known = site.personal("Board Sync", site.mo, "read:issue:info");
    signIn(page, site, site.mo);
    page.navigate(settings(known));
    page.fill("#new-owner", "mei@example.com");
    press(page, "Offer");
    assertThat(page.textContent("[role=status]")).contains("does not change");
    signOut(page);

    fillSignIn(page, site.mei);
    follow(page, "Credentials that are offered to you");
    follow(page, "Board Sync");
    assertThat(page.textContent("main"))
        .contains(site.callback(), "Mo Member", "read:issue:info", "retired");
    press(page, "Accept and become the owner");
    assertThat(page.textContent("[role=status]")).contains("You are now the owner");
    follow(page, "Secrets");
    press(page, "New secret");
    assertThat(page.textContent("#client-secret")).startsWith("lk_cs_");

    page.navigate(site.authorize(known));
    assertThat(page.textContent("main")).contains("it is now Mei Member, and was Mo Member before");
  }

  @Test
  void a_person_with_two_teams_chooses_one() throws InterruptedException {
    Credential.Personal app = site.personal("Issue Helper", site.olga, "read:issue:info");
    page.navigate(site.authorize(app));
    fillSignIn(page, site.mei);
    page.getByLabel("Borealis").check();
    press(page, "Allow");
    page.waitForURL(site.callback() + "**");
    assertThat(site.arrival()).contains("code=lk_ac_", "state=s1");
  }

  @Test
  void another_account_decides_about_the_same_request() throws InterruptedException {
    Credential.Personal app = site.personal("Issue Helper", site.olga, "read:issue:info");
    page.navigate(site.authorize(app));
    fillSignIn(page, site.mei);
    press(page, "Use another account");
    fillSignIn(page, site.mo);
    assertThat(page.textContent("main")).contains("Issue Helper", "mo@example.com");
    press(page, "Allow");
    page.waitForURL(site.callback() + "**");
    assertThat(site.arrival()).contains("code=lk_ac_", "state=s1");
  }

  @Test
  void a_refusal_needs_no_team_and_leads_back() throws InterruptedException {
    Credential.Personal app = site.personal("Issue Helper", site.olga, "read:issue:info");
    page.navigate(site.authorize(app));
    fillSignIn(page, site.mei);
    press(page, "Deny");
    page.waitForURL(site.callback() + "**");
    assertThat(site.arrival()).contains("error=access_denied", "state=s1");
  }
}
