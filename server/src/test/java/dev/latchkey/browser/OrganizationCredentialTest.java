package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.follow;
import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.PlatformVersion;
import dev.latchkey.model.person.User;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The credential management of an organization: who may enter it, what they create, and what the
 * tokens can do.
 */
class OrganizationCredentialTest extends Journey {
  private static final String ORGANIZATION = "/organization/credentials";
  private static final String TEAM = "/configuration/team/credentials";

  @Test
  void with_scripts_the_chosen_scopes_are_listed_and_errors_appear_on_leaving_a_field() {
    Page scripted = chromium.page();
    signIn(scripted, site, site.olga);
    site.wait(Duration.ofMinutes(11));
    scripted.navigate(site.url("/organization/credentials/new"));
    scripted.check("input[value='read:issue:info']");
    scripted.check("input[value='write:issue:info']");
    assertThat(scripted.isVisible("#preview [data-preview-scope='read:issue:info']")).isTrue();
    assertThat(scripted.isVisible("#preview [data-preview-scope='read:wiki:pages']")).isFalse();
    assertThat(scripted.locator("#preview [data-preview-count]").allTextContents())
        .containsExactly("1", "1");

    scripted.fill("#current-password", "wrong");
    scripted.focus("#name");
    scripted.focus("#current-password");
    scripted.waitForSelector("#name-help.flaw");
    assertThat(scripted.textContent("#name-help")).contains("Enter a name");
    scripted.fill("#networks", "10.1.2.3/8");
    scripted.focus("#name");
    scripted.waitForSelector("#networks-help.flaw");
    assertThat(scripted.textContent("#networks-help")).contains("Did you mean 10.0.0.0/8?");
    assertThat(site.auditRecords()).doesNotContain("password_again_wrong");
    scripted.context().close();
  }

  @Test
  void an_organization_administrator_creates_one_and_its_token_works() throws Exception {
    signIn(page, site, site.olga);
    page.click(".switch");
    follow(page, "Acme");
    follow(page, "Credential management");
    follow(page, "New organization credential");
    assertThat(page.textContent("main")).contains("all data of Acme", "in every team");
    assertThat(page.locator("#current-password").count()).isZero();
    page.fill("#name", "Nightly Export");
    page.check("input[value='read:project:info']");
    press(page, "Create and show the token");
    String token = page.textContent("#access-token");
    String clientId = page.textContent("#client-id");
    assertThat(token).startsWith("lk_ot_");
    assertThat(introspected(site, token))
        .contains("\"active\":true", site.acme.id().value(), clientId)
        .doesNotContain("\"exp\"", "\"team_id\"");

    page.reload();
    assertThat(page.content()).contains("already sent").doesNotContain("lk_ot_");
    page.goBack();
    assertThat(page.content()).doesNotContain(token);
    page.navigate(site.url(ORGANIZATION));
    assertThat(page.content()).contains("Nightly Export").doesNotContain(token);
    follow(page, "Nightly Export");
    follow(page, "Settings");
    page.fill("#delete-name", "Nightly Export");
    press(page, "Delete credential");
    assertThat(introspected(site, token)).isEqualTo("{\"active\":false}");
  }

  @Test
  void a_token_is_reissued_with_an_overlap_and_the_new_one_revoked() throws Exception {
    Site.Machine machine = site.organizational("Nightly Export", site.olga, "read:issue:info");
    signIn(page, site, site.olga);
    page.navigate(site.url(ORGANIZATION + "/" + machine.id() + "/tokens"));
    page.getByLabel("24 hours").check();
    press(page, "Re-issue and show the token");
    String fresh = page.textContent("#access-token");
    assertThat(page.textContent("main")).contains("works for 24 more hours");
    assertThat(introspected(site, machine.token())).contains("\"active\":true", "\"exp\"");
    assertThat(introspected(site, fresh)).contains("\"active\":true").doesNotContain("exp");

    page.reload();
    assertThat(page.content()).doesNotContain("lk_ot_");
    page.navigate(site.url(ORGANIZATION + "/" + machine.id() + "/tokens"));
    assertThat(page.content()).doesNotContain(fresh);
    page.locator("input[name=token]").first().check();
    press(page, "Revoke selected");
    press(page, "Revoke …" + fresh.substring(fresh.length() - 4));
    assertThat(page.textContent("[role=status]")).contains("Revoked");
    assertThat(introspected(site, fresh)).isEqualTo("{\"active\":false}");
  }

  @Test
  void an_administrator_offers_the_credential_of_a_member_and_withdraws_the_offer() {
    Credential app = site.personal("Board Sync", site.mo, "read:issue:info");
    signIn(page, site, site.olga);
    page.navigate(site.url(ORGANIZATION + "/" + app.clientId().value() + "/settings"));
    page.fill("#new-owner", "tara@example.com");
    press(page, "Offer");
    assertThat(page.textContent("#new-owner-help")).contains("No active user");
    page.fill("#new-owner", "Mei@example.com ");
    press(page, "Offer");
    assertThat(page.textContent("[role=status]")).contains("does not change");
    assertThat(page.textContent("main")).contains("Offered to Mei Member");
    press(page, "Withdraw the offer");
    assertThat(page.textContent("[role=status]")).contains("withdrawn");
    assertThat(page.textContent("main")).doesNotContain("Offered to Mei Member");
  }

  @Test
  void two_browsers_at_one_credential_overwrite_nothing() {
    Site.Machine machine = site.organizational("Nightly Export", site.olga, "read:issue:info");
    signIn(page, site, site.olga);
    page.navigate(site.url(ORGANIZATION + "/" + machine.id() + "/settings"));
    Page other = page.context().newPage();
    other.navigate(page.url());
    other.fill("#name", "Weekly Export");
    press(other, "Save name and description");
    assertThat(other.textContent("[role=status]")).contains("Saved");

    page.fill("#name", "Hourly Export");
    press(page, "Save name and description");
    assertThat(page.textContent("[role=alert]")).contains("were not saved");
    assertThat(page.inputValue("#name")).isEqualTo("Hourly Export");
    assertThat(page.textContent("main")).contains("Weekly Export");
  }

  @Test
  void a_team_administrator_creates_one_for_the_team() throws Exception {
    signIn(page, site, site.tara);
    page.navigate(site.url(TEAM));
    assertThat(page.locator(".side nav").textContent())
        .contains("Team settings")
        .doesNotContain("Organization settings");
    page.navigate(site.url(TEAM + "/new"));
    page.fill("#name", "Nightly Export");
    page.check("input[value='read:project:info']");
    press(page, "Create and show the token");
    assertThat(introspected(site, page.textContent("#access-token")))
        .contains("\"team_id\"", site.solo.id().value());
  }

  @Test
  void long_after_sign_in_the_password_is_asked_for() {
    signIn(page, site, site.olga);
    site.wait(Duration.ofMinutes(11));
    page.navigate(site.url(ORGANIZATION + "/new"));
    page.fill("#name", "Nightly Export");
    page.check("input[value='read:project:info']");
    page.fill("#current-password", "a wrong one");
    press(page, "Create and show the token");
    assertThat(page.textContent("#current-password-help")).contains("not your password");
    page.navigate(site.url(ORGANIZATION));
    assertThat(page.textContent("main")).contains("No credentials yet");
    page.navigate(site.url(ORGANIZATION + "/new"));
    page.fill("#name", "Nightly Export");
    page.check("input[value='read:project:info']");
    page.fill("#current-password", Site.PASSWORD);
    press(page, "Create and show the token");
    assertThat(page.textContent("#access-token")).startsWith("lk_ot_");
  }

  @Test
  void an_older_platform_refuses_and_says_why() throws IOException {
    Path otherDirectory = Files.createDirectory(directory.resolve("older"));
    try (var older = new Site(otherDirectory, to -> to.with(new PlatformVersion("6.2.9")))) {
      signIn(page, older, older.olga);
      Response refused = page.navigate(older.url(ORGANIZATION + "/new"));
      assertThat(refused.status()).isEqualTo(403);
      assertThat(page.textContent("main")).contains("6.2.18", "6.2.9");
    }
  }

  @Test
  void nobody_enters_a_section_without_permission() {
    Credential foreign = site.personal("Tara's own", site.tara, "read:issue:info");
    String solo = "?organization=" + site.solo.id().value();
    assertStatus(site.mo, ORGANIZATION, 403);
    assertThat(site.auditRecords()).contains("place_not_for_role", site.mo.id().value());
    assertStatus(site.mo, ORGANIZATION + "/new", 403);
    assertStatus(site.mo, TEAM, 403);
    assertStatus(site.olga, TEAM, 403);
    assertStatus(site.olga, ORGANIZATION + solo, 404);
    assertStatus(site.olga, ORGANIZATION + "/" + foreign.clientId().value(), 404);
    assertThat(site.auditRecords()).contains("credential_of_others", "organization_of_others");
    assertStatus(site.tara, ORGANIZATION, 403);
    assertStatus(site.tara, TEAM + "/" + foreign.clientId().value(), 200);
    assertStatus(site.sam, TEAM + solo, 200);
    assertStatus(site.sam, TEAM + "/" + foreign.clientId().value(), 200);
  }

  @Test
  void the_navigation_shows_only_what_a_person_may_use() {
    signIn(page, site, site.mo);
    assertThat(page.locator(".side nav").textContent())
        .contains("My account")
        .doesNotContain("Credential management");
    Page administrator = signedIn(site.sam);
    administrator.navigate(site.url(ORGANIZATION));
    assertThat(administrator.locator(".side nav").textContent())
        .contains("Organization settings", "Credential management", "Audit")
        .doesNotContain("My account", "Team settings");
    administrator.context().close();
  }

  private void assertStatus(User user, String path, int status) {
    Page theirs = signedIn(user);
    assertThat(theirs.navigate(site.url(path)).status())
        .as("%s at %s", user.name(), path)
        .isEqualTo(status);
    theirs.context().close();
  }

  private static String introspected(Site site, String token)
      throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create(site.url("/oauth2/introspect")))
                  .header("Authorization", "Bearer " + token)
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }
}
