package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The search of the top bar finds what the person may see, and nothing else. */
class EverywhereSearchTest extends OnBothStores {
  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Organization elsewhere = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person administrator = latchkey.administrator(home);
  private final Person member = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
  private final App ofMember = latchkey.app(member);
  private final App ofAdministrator = latchkey.app(administrator);
  private final Person stranger = latchkey.administrator(elsewhere);
  private final App ofStranger = latchkey.app(stranger);

  @Test
  void a_member_finds_own_credentials_and_allowed_apps() {
    ofAdministrator.tokens(latchkey.browser().signIn(member));

    assertThat(search(member, ofMember.id()))
        .contains("/account/credentials/" + ofMember.id(), "Your credentials");
    assertThat(search(member, ofAdministrator.credential().name().toUpperCase(Locale.ROOT)))
        .contains("/account/apps#", "Apps with access");
  }

  @Test
  void the_context_from_which_a_search_was_begun_stays() {
    Browser browser = latchkey.browser().signIn(administrator);
    assertThat(browser.get("/search?q=x&in=ORGANIZATION").body())
        .contains("name=\"in\" value=\"ORGANIZATION\"", "<a href=\"/organization/people");
    assertThat(browser.get("/search?q=x&in=PLATFORM").body())
        .contains("name=\"in\" value=\"PERSONAL\"");
  }

  @Test
  void a_member_finds_nothing_of_others() {
    for (String text :
        new String[] {
          ofAdministrator.id(),
          ofAdministrator.credential().name(),
          administrator.email(),
          administrator.user().name(),
          ofStranger.id(),
          home.name()
        }) {
      assertThat(search(member, text)).as(text).contains("Nothing found");
    }
  }

  @Test
  void an_administrator_finds_the_credentials_and_people_of_the_organization() {
    assertThat(search(administrator, member.email()))
        .contains("/organization/credentials/" + ofMember.id())
        .contains("/organization/people/" + member.id());
    assertThat(search(administrator, ofMember.id()))
        .contains("/organization/credentials/" + ofMember.id());
  }

  @Test
  void an_administrator_finds_nothing_of_another_organization() {
    for (String text :
        new String[] {
          ofStranger.id(),
          ofStranger.credential().name(),
          stranger.email(),
          stranger.user().name(),
          elsewhere.name()
        }) {
      assertThat(search(administrator, text)).as(text).contains("Nothing found");
    }
  }

  @Test
  void a_super_administrator_finds_people_organizations_and_credentials_by_identifier() {
    Person chief = latchkey.person(home, User.Role.SUPER_ADMINISTRATOR, latchkey.team(home));

    assertThat(search(chief, stranger.email())).contains("/organization/people/" + stranger.id());
    assertThat(search(chief, elsewhere.name()))
        .contains("/platform/organizations/" + elsewhere.id().value());
    assertThat(search(chief, ofStranger.id()))
        .contains("/organization/credentials/" + ofStranger.id());
  }

  @Test
  void five_of_many_are_shown_and_a_link_leads_to_all() {
    for (int i = 0; i < 6; i++) {
      latchkey.app(administrator);
    }
    Browser browser = latchkey.browser().signIn(administrator);

    String found = browser.get("/search?q=" + Http.encode("app ")).body();

    assertThat(found)
        .contains("All 7 results", "/account/credentials?q=app")
        .contains("/organization/credentials?organization=" + home.id().value());
    assertThat(browser.get("/account/credentials?q=app").body()).contains("of 7");
  }

  @Test
  void a_text_is_compared_literally_and_written_as_text() {
    assertThat(search(administrator, "%")).contains("Nothing found");
    assertThat(search(administrator, "' OR 1=1 --")).contains("Nothing found");
    assertThat(search(administrator, "<b>")).doesNotContain("<b>");
    assertThat(search(administrator, "")).doesNotContain("Nothing found");
  }

  private String search(Person person, String text) {
    return latchkey.browser().signIn(person).get("/search?q=" + Http.encode(text)).body();
  }
}
