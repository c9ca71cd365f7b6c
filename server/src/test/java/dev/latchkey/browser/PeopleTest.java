package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.follow;
import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.latchkey.model.person.User;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sections in which administrators manage people, teams and organizations. */
class PeopleTest extends Journey {
  private static final String CHOSEN = "seven wet umbrellas";

  @Test
  void a_person_is_invited_signs_in_and_is_disabled() {
    Page admin = signedIn(site.olga);
    follow(admin, "People");
    follow(admin, "Add a person");
    admin.fill("#name", "Nina\u202eNew");
    admin.fill("#email", "nina@example.com");
    press(admin, "Add and create the invitation");
    assertThat(admin.textContent("#name-help")).contains("direction of writing");
    admin.fill("#name", "Nina New");
    admin.getByLabel("Apollo").selectOption("MEMBER");
    press(admin, "Add and create the invitation");
    String link = admin.textContent("#password-link");

    Page theirs = chromium.withoutScripts();
    choose(theirs, link);
    assertThat(theirs.textContent("[role=status]")).contains("Your password is set");
    theirs.fill("input[name=email]", "nina@example.com");
    theirs.fill("input[name=password]", CHOSEN);
    press(theirs, "Sign in");
    follow(theirs, "Profile");
    assertThat(theirs.inputValue("#name")).isEqualTo("Nina New");
    assertThat(theirs.textContent("main")).contains("Acme", "Apollo");

    follow(admin, "I have sent it");
    assertThat(admin.textContent("main")).contains("Active");
    assertThat(admin.content()).doesNotContain(link);
    follow(admin, "Disable this person");
    assertThat(admin.textContent("main")).contains("Sessions: 1");
    press(admin, "Disable this person");
    assertThat(admin.textContent("[role=status]")).contains("are revoked");
    theirs.reload();
    assertThat(theirs.url()).contains("/sign-in?next=");
    theirs.navigate(link);
    assertThat(theirs.textContent("main")).contains("was used");
  }

  @Test
  void the_link_of_an_invitation_can_be_copied() {
    Page admin = chromium.page();
    admin
        .context()
        .grantPermissions(
            List.of("clipboard-read", "clipboard-write"),
            new BrowserContext.GrantPermissionsOptions().setOrigin(site.url("")));
    signIn(admin, site, site.olga);
    admin.navigate(site.url("/organization/people/new"));
    admin.fill("#name", "Nina New");
    admin.fill("#email", "nina@example.com");
    press(admin, "Add and create the invitation");
    press(admin, "Copy Invitation");
    admin.getByText("Invitation copied").waitFor();
    assertThat(admin.evaluate("navigator.clipboard.readText()"))
        .isEqualTo(admin.textContent("#password-link"));
    admin.context().close();
  }

  @Test
  void a_person_becomes_an_administrator_and_two_do_not_overwrite_each_other() {
    Page admin = signedIn(site.olga);
    Page other = signedIn(site.sam);
    String mo = site.url("/organization/people/" + site.mo.id().value());
    admin.navigate(site.url("/organization/people?q=MO%20"));
    follow(admin, "Mo Member");
    other.navigate(mo);
    admin.getByLabel("Organization administrator").check();
    press(admin, "Save changes");
    assertThat(admin.textContent("[role=status]")).contains("Saved");
    other.fill("#name", "Overwritten");
    press(other, "Save changes");
    assertThat(other.textContent("[role=alert]")).contains("were not saved");
    assertThat(other.textContent(".conflict"))
        .contains("Saved by Olga", "Mo Member", "Overwritten")
        .contains("Organization administrator");
    assertThat(other.inputValue("#name")).isEqualTo("Overwritten");
    follow(other, "Keep the saved version");
    assertThat(other.inputValue("#name")).isEqualTo("Mo Member");
    assertThat(other.getByLabel("Organization administrator").isChecked()).isTrue();
  }

  @Test
  void teams_are_named_and_a_single_team_organization_has_one() {
    Page admin = signedIn(site.olga);
    admin.navigate(site.url("/organization/people"));
    follow(admin, "Teams");
    admin.fill("#name", "Apollo");
    press(admin, "Create team");
    assertThat(admin.textContent("#name-help")).contains("already");
    admin.fill("#name", "Calypso");
    press(admin, "Create team");
    admin.click("summary[aria-label='Rename Calypso']");
    press(admin, "Save the name of Calypso");
    assertThat(site.installation.stores().users().directory().teams(site.acme.id())).hasSize(3);

    Page tara = signedIn(site.tara);
    follow(tara, "People");
    follow(tara, "Teams");
    assertThat(tara.getByText("Create team").count()).isZero();
  }

  @Test
  void a_super_administrator_creates_an_organization_with_its_first_administrator() {
    Page sam = signedIn(site.sam);
    sam.click(".switch");
    follow(sam, "Platform");
    follow(sam, "Organizations");
    follow(sam, "New organization");
    sam.fill("#organization", "Globex");
    sam.check("input[value=SINGLE_TEAM]");
    sam.fill("#team", "Lab");
    sam.fill("#name", "Gus First");
    sam.fill("#email", "gus@example.com");
    press(sam, "Create organization");
    Page gus = chromium.withoutScripts();
    choose(gus, sam.textContent("#password-link"));
    gus.fill("input[name=email]", "gus@example.com");
    gus.fill("input[name=password]", CHOSEN);
    press(gus, "Sign in");
    gus.click(".switch");
    follow(gus, "Globex");
    follow(gus, "Credential management");
    assertThat(gus.textContent("main")).contains("Globex");

    sam.navigate(site.url("/platform/people?q=gus"));
    assertThat(sam.textContent("main")).contains("Gus First", "Globex");
    follow(sam, "Health");
    assertThat(sam.textContent("main")).contains("SQLite", "Organizations", "Not set up");
  }

  @Test
  void each_role_sees_its_own_areas() {
    List<String> own = List.of("Home", "My account", "Open interface");
    assertThat(areas(site.mo, "/")).isEqualTo(own);
    assertThat(areas(site.olga, "/")).isEqualTo(own);
    assertThat(areas(site.olga, "/organization"))
        .containsExactly("Organization", "Organization settings", "Audit");
    assertThat(areas(site.tara, "/organization"))
        .containsExactly("Organization", "Configuration \u203a Team settings", "Audit");
    assertThat(areas(site.sam, "/platform")).containsExactly("Platform", "Audit");
  }

  @Test
  void the_switch_offers_the_contexts_of_the_role() {
    assertThat(contexts(site.mo)).isEmpty();
    assertThat(contexts(site.olga)).containsExactly("Personal", "Acme");
    assertThat(contexts(site.tara)).containsExactly("Personal", "Solo Studio");
    assertThat(contexts(site.sam)).containsExactly("Personal", "Acme", "Platform");
  }

  private static void choose(Page page, String link) {
    page.navigate(link);
    page.fill("#new-password", CHOSEN);
    page.fill("#repeated-password", CHOSEN);
    press(page, "Set the password");
  }

  private List<String> areas(User user, String path) {
    Page page = signedIn(user);
    page.navigate(site.url(path));
    return page.locator(".side nav h2").allTextContents();
  }

  private List<String> contexts(User user) {
    return signedIn(user).locator("#context-menu li").allTextContents().stream()
        .map(String::strip)
        .toList();
  }
}
