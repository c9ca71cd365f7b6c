package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A page that is not for a role says for which it is, and who can help. */
class NeededRoleTest extends OnBothStores {
  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person member = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));

  @Test
  void a_member_learns_who_administers_the_organization_without_their_addresses() {
    var administrators = Stream.generate(() -> latchkey.administrator(home)).limit(5).toList();
    Person other = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));

    String body = refused(member, "/organization/people");

    assertThat(body)
        .contains("You need to be an administrator of " + home.name(), "Your role is Member")
        .contains("Who can help:", "and 2 more");
    assertThat(administrators.stream().filter(each -> body.contains(each.user().name())))
        .hasSize(3);
    assertThat(body).doesNotContain(other.user().name());
    assertThat(administrators).noneMatch(each -> body.contains(each.email()));
  }

  @Test
  void an_organization_with_one_team_is_administered_by_those_of_the_team() {
    Organization solo = latchkey.organization(Organization.Kind.SINGLE_TEAM);
    Person lead = latchkey.lead(solo);
    Person theirs = latchkey.person(solo, User.Role.MEMBER, latchkey.team(solo));

    assertThat(refused(theirs, "/configuration/team/people"))
        .contains("You need to be an administrator of " + solo.name(), lead.user().name());
  }

  @Test
  void for_a_page_of_the_platform_super_administrators_are_named() {
    Person administrator = latchkey.administrator(home);
    Person operator = latchkey.person(home, User.Role.SUPER_ADMINISTRATOR, latchkey.team(home));

    assertThat(refused(administrator, "/platform/organizations"))
        .contains("You need to be a super administrator", operator.user().name())
        .contains("Your role is Organization administrator");
    assertThat(refused(administrator, "/configuration/team/people"))
        .contains("You need to be a super administrator");
  }

  @Test
  void a_stranger_learns_nobody() {
    Person administrator = latchkey.administrator(home);
    for (String path : new String[] {"/organization/people", "/platform", "/no-such-page"}) {
      Answer answer = latchkey.browser().get(path);

      assertThat(answer.status()).isIn(302, 404);
      assertThat(answer.body()).doesNotContain(administrator.user().name(), "Who can help");
    }
  }

  /** The side bar shows a key, which a script serves. */
  @Test
  void every_error_page_with_the_side_bar_has_the_script_of_its_key() {
    Browser theirs = latchkey.browser().signIn(member);
    for (String path : new String[] {"/no-such-page", "/organization/people", "/platform"}) {
      assertThat(theirs.get(path).body()).contains("<kbd>Ctrl K</kbd>", "/assets/console.js");
    }
    Browser foreign = latchkey.browser().signIn(member);
    assertThat(foreign.post("/account/profile", Map.of("name", "x")).body())
        .contains("came from another site", "/assets/console.js");
    assertThat(latchkey.browser().get("/no-such-page").body()).doesNotContain("console.js");
  }

  private String refused(Person person, String path) {
    Answer answer = latchkey.browser().signIn(person).get(path);
    assertThat(answer.status()).isEqualTo(403);
    return answer.body();
  }
}
