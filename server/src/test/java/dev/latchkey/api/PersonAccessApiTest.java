package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The sessions, the second factor and the end of all access, through the management API. */
class PersonAccessApiTest extends OnBothStores {
  private static final String SIGNED_IN = "/account/profile";

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team team = latchkey.team(acme);
  private final Person administrator = latchkey.administrator(acme);
  private final Person member = latchkey.person(acme, User.Role.MEMBER, team);
  private final String token = ManagementApi.machine(latchkey, administrator, Optional.empty());

  @Test
  void a_session_is_listed_without_its_key_and_ends_at_once() {
    Browser browser = latchkey.browser().signIn(member);
    Answer sessions = get(token, path(member) + "/sessions");
    assertThat(sessions.text("total")).isEqualTo("1");
    assertThat(sessions.json().at("/sessions/0/address").stringValue()).isEqualTo("127.0.0.1");
    assertThat(sessions.body()).doesNotContain("lk_");
    String session = sessions.json().at("/sessions/0/session_id").stringValue();

    for (int again = 0; again < 2; again++) {
      assertThat(send(token, "DELETE " + path(member) + "/sessions/" + session).status())
          .isEqualTo(204);
    }
    assertThat(browser.get(SIGNED_IN).location()).startsWith("/sign-in?");
    assertThat(latchkey.log()).contains("\"session_end\"");
  }

  @Test
  void the_session_of_another_person_does_not_end_by_the_path_of_this_one() {
    Person colleague = latchkey.person(acme, User.Role.MEMBER, team);
    Browser browser = latchkey.browser().signIn(colleague);
    String session =
        get(token, path(colleague) + "/sessions").json().at("/sessions/0/session_id").stringValue();

    send(token, "DELETE " + path(member) + "/sessions/" + session);
    send(personal(member), "DELETE " + path(member) + "/sessions/" + session);

    assertThat(browser.get(SIGNED_IN).status()).isEqualTo(200);
  }

  @Test
  void a_person_lists_and_ends_the_own_sessions() {
    String own = personal(member);
    Browser browser = latchkey.browser().signIn(member);
    Answer sessions = get(own, path(member) + "/sessions");
    sessions
        .json()
        .path("sessions")
        .findValuesAsString("session_id")
        .forEach(session ->
            assertThat(send(own, "DELETE " + path(member) + "/sessions/" + session).status())
                .isEqualTo(204));
    assertThat(browser.get(SIGNED_IN).location()).startsWith("/sign-in?");
    assertThat(send(own, "POST " + path(member) + "/end-access").status()).isEqualTo(403);
    assertThat(send(own, "DELETE " + path(member) + "/second-factor").status()).isEqualTo(403);
  }

  @Test
  void a_second_factor_is_removed_with_every_session() {
    Browser browser = latchkey.browser().signIn(member);
    Authenticator.enrol(browser, latchkey.clock.instant());
    assertThat(latchkey.stores().signIn().factors().of(member.user().id()).isOn()).isTrue();

    for (int again = 0; again < 2; again++) {
      assertThat(send(token, "DELETE " + path(member) + "/second-factor").status()).isEqualTo(204);
    }

    assertThat(latchkey.stores().signIn().factors().of(member.user().id()).isOn()).isFalse();
    assertThat(browser.get(SIGNED_IN).location()).startsWith("/sign-in?");
    assertThat(latchkey.browser().signIn(member).get(SIGNED_IN).status()).isEqualTo(200);
    assertThat(latchkey.log().lines().filter(line -> line.contains("second_factor_remove")))
        .hasSize(1);
  }

  @Test
  void all_access_ends_with_one_call_and_the_person_stays_active() {
    App app = latchkey.app(administrator);
    Browser browser = latchkey.browser().signIn(member);
    String access = app.tokens(browser).access();

    assertThat(send(token, "POST " + path(member) + "/end-access").status()).isEqualTo(204);

    assertThat(latchkey.isActive(access)).isFalse();
    assertThat(browser.get(SIGNED_IN).location()).startsWith("/sign-in?");
    assertThat(get(token, path(member)).text("state")).isEqualTo("active");
  }

  @Test
  void rights_are_those_of_the_pages() {
    Person elsewhere = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    Person operator = latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, team);
    Person colleague = latchkey.person(acme, User.Role.MEMBER, team);
    String ofTeam = ManagementApi.machine(latchkey, administrator, Optional.of(team));
    latchkey.browser().signIn(operator);
    String session =
        get(personal(operator), path(operator) + "/sessions")
            .json()
            .at("/sessions/0/session_id")
            .stringValue();

    record Row(String who, String token, int see, int member, int operator) {}
    for (Row row :
        List.of(
            new Row("colleague", personal(colleague), 404, 404, 404),
            new Row("elsewhere", personal(elsewhere), 404, 404, 404),
            new Row("team", ofTeam, 404, 404, 404),
            new Row("organization", token, 200, 204, 403),
            new Row("administrator", personal(administrator), 200, 204, 403))) {
      assertThat(get(row.token(), path(member) + "/sessions").status())
          .as(row.who())
          .isEqualTo(row.see());
      for (String act : List.of("DELETE %s/second-factor", "POST %s/end-access")) {
        assertThat(send(row.token(), act.formatted(path(member))).status())
            .as(row.who() + " " + act)
            .isEqualTo(row.member());
        assertThat(send(row.token(), act.formatted(path(operator))).status())
            .as(row.who() + " " + act)
            .isEqualTo(row.operator());
      }
      assertThat(send(row.token(), "DELETE " + path(operator) + "/sessions/" + session).status())
          .as(row.who())
          .isEqualTo(row.operator());
    }
    assertThat(latchkey.stores().signIn().account().sessions(operator.user().id(), latchkey.now()))
        .isNotEmpty();
  }

  private static Answer get(String caller, String path) {
    return ManagementApi.get(latchkey, caller, path);
  }

  private static Answer send(String caller, String call) {
    return ManagementApi.send(latchkey, caller, call, "", "");
  }

  private static String path(Person person) {
    return "/users/" + person.id();
  }

  private static String personal(Person person) {
    return ManagementApi.token(latchkey, person);
  }
}
