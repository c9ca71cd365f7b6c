package dev.latchkey.storage.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.UserFilter;
import dev.latchkey.storage.people.UserLists;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people see of lists with more rows than are counted, or than are compared in a search. */
class LargeListsTest extends OnBothStores {
  private final Person chief =
      latchkey.person(latchkey.organization(), User.Role.SUPER_ADMINISTRATOR, latchkey.team());
  private final Browser browser = latchkey.browser();

  @Test
  void large_lists_are_counted_up_to_a_bound_and_searched_for_what_begins_with_the_text() {
    var team = chief.user().teams().getFirst().team();
    App app = latchkey.app(chief);
    var many = new ManyRows(latchkey.installation().database(), StartSearch.MAX_COMPARED + 1);
    many.people(chief.user().organization().value(), team.id().value());
    many.grants(app.id(), team.id().value());
    many.organizations();
    browser.signIn(chief);

    for (String people : new String[] {"/platform/people", "/organization/people"}) {
      assertThat(page(people)).contains("1 to 50 of 10,000+");
      assertThat(page(people + "?page=9999"))
          .contains("9,951 to 10,000 of 10,000+", "There are more rows than pages");
      assertThat(page(people + "?q=wo19999")).contains("names and e-mail addresses that begin");
      for (String start : new String[] {"One Two19999", "TWO19999", "one19999@"}) {
        assertThat(page(people + "?q=" + start.replace(" ", "+").replace("@", "%40")))
            .as(people + start)
            .contains("/people/usr_19999\"", "that begin with the text");
      }
      assertThat(page(people + "?q=one")).contains("not all of them are shown");
      assertThat(page(people + "?q=wo19999")).doesNotContain("/people/usr_19999\"");
    }
    assertThat(page("/platform/organizations")).contains("1 to 50 of 10,000+");
    assertThat(page("/platform/organizations?q=many+19999")).contains("org_19999");
    assertThat(page("/platform/organizations?q=any+19999")).doesNotContain("org_19999");
    assertThat(page("/platform")).contains("<strong>10,000+</strong>", "10,000+ people");
    assertThat(page("/organization/people/teams")).contains("10,000+");
    String access = "/account/credentials/" + app.id() + "/access";
    assertThat(page(access)).contains("1 to 50 of 10,000+");
    assertThat(page(access + "?q=two19999")).contains("one19999@example.com", "1 to 1 of 1<");
    assertThat(page(access + "?q=wo19999")).doesNotContain("one19999@example.com");
    assertThatAProgramReachesEveryRow();
  }

  private void assertThatAProgramReachesEveryRow() {
    var lists = new UserLists(latchkey.installation().database());
    var page = TablePage.first(UserLists.Column.CREATED, 200);
    var home = Optional.of(chief.user().organization());
    var after = new UserLists.Search(home, SearchText.NONE, UserFilter.NONE, page.at(100));
    var found = lists.find(after);
    assertThat(found.number()).isEqualTo(100);
    assertThat(found.rows()).hasSize(200);
    assertThat(found.isFollowed(page.at(100))).isTrue();
  }

  private String page(String path) {
    var answer = browser.get(path);
    assertThat(answer.status()).as(path).isEqualTo(200);
    return answer.body();
  }
}
