package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.follow;
import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;

/**
 * Rows of a table are chosen by check boxes, without a script and with one. The message after a
 * form has the focus.
 */
class BulkJourneyTest extends Journey {
  private static final String PEOPLE = "/organization/people";

  @Test
  void without_a_script_people_are_chosen_and_disabled() {
    signIn(page, site, site.olga);
    page.navigate(site.url(PEOPLE));
    assertThat(page.isVisible("[data-all]")).isFalse();
    assertThat(page.isVisible(".bulk")).isFalse();
    page.getByLabel("Select Mei Member").check();
    page.getByLabel("Select Mo Member").check();
    press(page, "Disable selected");
    assertThat(page.textContent("h1")).isEqualTo("Disable 2 people?");
    assertThat(page.textContent("main")).contains("Mei Member", "mo@example.com");
    press(page, "Disable 2 people");
    assertThat(page.textContent("[role=status]:focus")).contains("2 people are disabled");
    assertThat(page.locator("td .status.stopped").count()).isEqualTo(2);
  }

  @Test
  void a_script_selects_all_on_the_page_and_counts() {
    Page scripted = chromium.page();
    signIn(scripted, site, site.olga);
    scripted.navigate(site.url(PEOPLE));
    scripted.getByLabel("Select Mei Member").check();
    assertThat(scripted.textContent("output")).isEqualTo("1 selected");
    scripted.getByLabel("Select all on this page").check();
    assertThat(scripted.textContent("output")).isEqualTo("4 selected");
    scripted.getByLabel("Select Sam Super").uncheck();
    assertThat(scripted.textContent("output")).isEqualTo("3 selected");
    press(scripted, "End sessions and app access");
    assertThat(scripted.textContent("h1")).contains("of 2 people?");
    assertThat(scripted.textContent("main")).contains("Left out: 1", "Olga Orga");
    scripted.context().close();
  }

  @Test
  void an_administrator_ends_the_session_of_a_person() {
    Page hers = signedIn(site.mei);
    signIn(page, site, site.olga);
    page.navigate(site.url(PEOPLE));
    follow(page, "Mei Member");
    follow(page, "Sessions");
    page.check("input[name=session]");
    press(page, "End selected sessions");
    press(page, "End sessions");
    assertThat(page.textContent("[role=status]")).contains("1 session has ended");
    assertThat(page.textContent("main")).contains("Not signed in");
    hers.reload();
    assertThat(hers.url()).contains("/sign-in");
    hers.context().close();
  }
}
