package dev.latchkey.storage.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.model.person.Organization;
import org.junit.jupiter.api.Test;

/** A search among the people of a large organization does not depend on the people of others. */
class PeopleOfOthersTest extends OnBothStores {
  private final Person administrator = latchkey.administrator(latchkey.organization());
  private final Browser browser = latchkey.browser().signIn(administrator);

  @Test
  void people_of_others_hide_none_of_an_organization_that_is_searched() {
    var home = administrator.user().organization();
    var database = latchkey.installation().database();
    var many = new ManyRows(database, StartSearch.MAX_COMPARED + 1);
    many.people(home.value(), latchkey.team().id().value());
    var others = latchkey.organization(Organization.Kind.MULTI_TEAM);
    new ManyRows(database, 3_100).peopleBefore(others.id().value());

    assertThat(page("/organization/people?q=one")).contains("/people/usr_1\"");
    assertThat(page("/organization/people?q=one+t")).contains("not all of them are shown");
    assertThat(page("/organization/people?q=one+aa"))
        .doesNotContain("/people/usr_", "not all of them are shown");
  }

  private String page(String path) {
    var answer = browser.get(path);
    assertThat(answer.status()).as(path).isEqualTo(200);
    return answer.body();
  }
}
