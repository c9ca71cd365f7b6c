package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The list of the people of an organization, its filters and its columns. */
class PeopleListTest extends OnBothStores {
  private static final String PEOPLE = "/organization/people";

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team design = latchkey.team(acme);
  private final Team second = latchkey.team(acme);
  private final Person olga =
      latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, design, second);
  private final Person lead = latchkey.lead(acme);
  private final Person mei = latchkey.person(acme, User.Role.MEMBER, design);
  private final Browser browser = latchkey.browser().signIn(olga);

  @ParameterizedTest
  @CsvSource({
    "role=ORGANIZATION_ADMINISTRATOR, olga",
    "role=TEAM_ADMINISTRATOR, lead",
    "role=MEMBER, mei",
    "state=ACTIVE, olga lead mei",
    "state=INVITED, ''",
    "state=DISABLED, ''",
    "factor=NONE, olga lead mei",
    "role=MEMBER&state=ACTIVE&factor=NONE, mei",
    "role=MEMBER&state=DISABLED, ''",
    "role=unknown, olga lead mei",
  })
  void the_list_is_filtered_by_role_state_and_second_factor(String filter, String found) {
    String list = browser.get(PEOPLE + "?" + filter).body();

    for (String name : new String[] {"olga", "lead", "mei"}) {
      boolean isFound = Arrays.asList(found.split(" ")).contains(name);
      assertThat(list.contains("title=\"" + email(name))).as(name).isEqualTo(isFound);
    }
  }

  private String email(String name) {
    return switch (name) {
      case "olga" -> olga.email();
      case "lead" -> lead.email();
      default -> mei.email();
    };
  }

  @Test
  void a_row_says_the_teams_the_second_factor_and_the_last_sign_in() {
    String first = design.name().compareTo(second.name()) < 0 ? design.name() : second.name();
    String list = browser.get(PEOPLE + "?q=" + olga.email()).body();

    assertThat(list)
        .containsSubsequence(
            first, "<small>+1</small>", "data-label=\"Second factor\">None<", "<time");
    assertThat(browser.get(PEOPLE + "?q=" + mei.email()).body())
        .contains("data-label=\"Last sign-in\"><span class=\"none\">None recorded<");
  }

  @Test
  void a_filter_finds_those_who_have_not_signed_in_for_long() {
    latchkey.browser().signIn(mei);
    latchkey.clock.pass(Duration.ofDays(60));
    browser.signIn(olga);

    assertThat(found("idle=DAYS_30")).containsExactlyInAnyOrder(lead.email(), mei.email());
    assertThat(found("idle=DAYS_90")).isEmpty();

    latchkey.clock.pass(Duration.ofDays(40));
    latchkey.disable(lead);
    browser.signIn(olga);

    assertThat(found("idle=DAYS_90")).containsExactly(mei.email());
    assertThat(found("idle=DAYS_90&factor=NONE&role=MEMBER")).containsExactly(mei.email());
    assertThat(found("idle=DAYS_90&role=ORGANIZATION_ADMINISTRATOR")).isEmpty();
  }

  @Test
  void the_last_sign_in_outlives_its_session_and_is_accurate_to_an_hour() {
    Instant first = latchkey.clock.instant();
    latchkey.browser().signIn(mei);
    latchkey.clock.pass(Duration.ofMinutes(59));
    latchkey.browser().signIn(mei);
    assertThat(signedInAt(mei)).contains(first);

    latchkey.clock.pass(Duration.ofMinutes(2));
    Instant later = latchkey.clock.instant();
    Browser again = latchkey.browser().signIn(mei);
    again.signOut();

    assertThat(signedInAt(mei)).contains(later);
    browser.signIn(olga);
    assertThat(browser.get(PEOPLE + "/" + mei.id()).body())
        .containsSubsequence(
            "<dt>Last sign-in</dt>", later.truncatedTo(ChronoUnit.SECONDS).toString());
  }

  private Optional<Instant> signedInAt(Person person) {
    return latchkey
        .stores()
        .users()
        .administration()
        .find(person.user().id())
        .orElseThrow()
        .signedInAt();
  }

  private List<String> found(String filter) {
    String list = browser.get(PEOPLE + "?" + filter).body();
    return Stream.of(olga, lead, mei)
        .map(Person::email)
        .filter(email -> list.contains("title=\"" + email))
        .toList();
  }
}
