package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Security row 135: a search text is a parameter of the SQL statement and never a part of its text.
 */
class SearchTest extends OnBothStores {
  private static final List<String> STATEMENTS =
      List.of(
          "'",
          "''",
          "' OR '1'='1",
          "x%' OR 1=1 OR 'a' LIKE '%",
          "x' OR 1=1) --",
          "x') OR 1=1 --",
          "'; DELETE FROM users; --",
          "\"",
          "?",
          "$1");

  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person chief =
      latchkey.person(home, User.Role.SUPER_ADMINISTRATOR, latchkey.team(home));
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(chief);
    latchkey.app(chief);
  }

  @Test
  void a_search_for_own_credentials_cannot_inject_sql() {
    assertFindsNothing("/account/credentials", "/account/credentials/cli_");
  }

  @Test
  void a_search_for_people_cannot_inject_sql() {
    assertFindsNothing("/platform/people", "/people/usr_");
  }

  @Test
  void a_search_for_organizations_cannot_inject_sql() {
    assertFindsNothing("/platform/organizations", "/platform/organizations/org_");
  }

  private void assertFindsNothing(String list, String found) {
    assertThat(browser.get(list).body()).as("without a search").contains(found);
    for (String statement : STATEMENTS) {
      Answer answer = browser.get(list + "?q=" + Http.encode(statement));
      assertThat(answer.status()).as(statement).isEqualTo(200);
      assertThat(answer.body()).as(statement).doesNotContain(found);
    }
    assertThat(browser.get(list).body()).as("afterwards").contains(found);
  }
}
