package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The list of active tokens and the revocation of one of them. */
class IssuedTokensApiTest extends OnBothStores {
  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team team = latchkey.team(acme);
  private final Person administrator = latchkey.administrator(acme);
  private final Person owner = latchkey.person(acme, User.Role.MEMBER, team);
  private final Person member = latchkey.person(acme, User.Role.MEMBER, team);
  private final App app = latchkey.app(owner);
  private final Latchkey.Machine machine = latchkey.machine(administrator, Optional.empty());
  private final String token = ManagementApi.machine(latchkey, administrator, Optional.empty());

  @Test
  void tokens_are_listed_by_organization_credential_and_person_and_without_their_values() {
    String access = app.tokens(latchkey.browser().signIn(member)).access();

    Answer ofOrganization = list(token, "org_id=" + acme.id().value());
    assertThat(types(ofOrganization))
        .containsExactlyInAnyOrder("grant", "organization_token", "organization_token");
    assertThat(ofOrganization.text("total")).isEqualTo("3");
    Answer ofCredential = list(token, "client_id=" + app.id());
    assertThat(ofCredential.json().at("/tokens/0/email").stringValue()).isEqualTo(member.email());
    Answer ofPerson = list(token, "user_id=" + member.id());
    assertThat(types(ofPerson)).containsExactly("grant");
    Answer one = list(token, "limit=1&org_id=" + acme.id().value());
    assertThat(types(one)).hasSize(1);
    assertThat(one.text("total")).isEqualTo("3");
    for (Answer answer : List.of(ofOrganization, ofCredential, ofPerson)) {
      assertThat(answer.body()).doesNotContain(access, machine.token(), "lk_");
    }
  }

  @Test
  void pages_of_a_list_have_every_token_once() {
    for (int i = 0; i < 4; i++) {
      app.tokens(latchkey.browser().signIn(member));
      app.tokens(latchkey.browser().signIn(owner));
      latchkey.machine(administrator, Optional.empty());
    }
    String organization = "org_id=" + acme.id().value();
    List<String> all = ids(list(token, organization));

    Answer page = list(token, "limit=1&" + organization);
    var paged = new ArrayList<>(ids(page));
    while (page.json().has("next_cursor")) {
      assertThat(page.text("total")).isEqualTo(String.valueOf(all.size()));
      page = list(token, "limit=1&" + organization + "&cursor=" + page.text("next_cursor"));
      paged.addAll(ids(page));
    }

    assertThat(all).hasSize(14).doesNotHaveDuplicates();
    assertThat(paged).isEqualTo(all);
    assertThat(list(token, "limit=14&" + organization).json().has("next_cursor")).isFalse();
  }

  @Test
  void a_page_begins_after_its_cursor_also_if_that_token_has_ended() {
    for (int i = 0; i < 3; i++) {
      app.tokens(latchkey.browser().signIn(member));
    }
    String grants = "user_id=" + member.id();
    List<String> all = ids(list(token, grants));
    String cursor = list(token, "limit=1&" + grants).text("next_cursor");
    assertThat(revoke(token, all.getFirst()).status()).isEqualTo(204);

    assertThat(ids(list(token, grants + "&cursor=" + cursor)))
        .isEqualTo(all.subList(1, all.size()));

    for (String unusable : List.of("5", "5.", ".grant_x", "5.grant_x", "x." + all.getLast())) {
      assertThat(list(token, grants + "&cursor=" + unusable).status()).as(unusable).isEqualTo(400);
    }
  }

  @Test
  void a_list_names_exactly_one_object() {
    for (String query : List.of("", "?limit=5", "?client_id=cli_x", "?org_id=%s&user_id=%s")) {
      Answer refused =
          ManagementApi.get(
              latchkey, token, "/tokens" + query.formatted(acme.id().value(), member.id()));
      assertThat(refused.status()).as(query).isEqualTo(400);
    }
    Answer none = ManagementApi.get(latchkey, token, "/tokens");
    assertThat(none.json().path("fields").findValuesAsString("field"))
        .containsExactly("org_id", "client_id", "user_id");
    Answer nothing = ManagementApi.send(latchkey, token, "POST /tokens/revoke", "", "{}");
    assertThat(nothing.status()).isEqualTo(400);
    assertThat(nothing.json().path("fields")).isEqualTo(none.json().path("fields"));
    assertThat(list(token, "limit=1001&user_id=" + member.id()).status()).isEqualTo(400);
  }

  @Test
  void one_token_is_revoked_and_no_other_and_again_is_the_same() {
    String revoked = app.tokens(latchkey.browser().signIn(member)).access();
    String id = ids(list(token, "user_id=" + member.id())).getFirst();
    String other = app.tokens(latchkey.browser().signIn(member)).access();

    for (int again = 0; again < 2; again++) {
      assertThat(revoke(token, id).status()).isEqualTo(204);
    }

    assertThat(latchkey.isActive(revoked)).isFalse();
    assertThat(latchkey.isActive(other)).isTrue();
    String ofMachine =
        ids(list(token, "client_id=" + machine.credential().clientId().value())).getFirst();
    assertThat(revoke(token, ofMachine).status()).isEqualTo(204);
    assertThat(latchkey.isActive(machine.token())).isFalse();
    assertThat(latchkey.isActive(token)).isTrue();
    assertThat(revoke(token, "nonsense").status()).isEqualTo(404);
  }

  /** Each row has a grant of its own, because a caller who may revoke it does so. */
  @Test
  void each_caller_reaches_exactly_what_the_pages_let_it_end() {
    Person guest = latchkey.person();
    Person elsewhere = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    String ofTeam = ManagementApi.machine(latchkey, administrator, Optional.of(team));

    record Row(String who, String token, int member, int guest, int machine) {}
    for (Row row :
        List.of(
            new Row("member", personal(member), 204, 404, 404),
            new Row("owner", personal(owner), 204, 204, 404),
            new Row("elsewhere", personal(elsewhere), 404, 404, 404),
            new Row("team", ofTeam, 404, 404, 404),
            new Row("organization", token, 204, 204, 204),
            new Row("administrator", personal(administrator), 204, 204, 204))) {
      check(row.who(), row.token(), member, row.member());
      check(row.who(), row.token(), guest, row.guest());
      String id = machine.credential().clientId().value();
      String ofMachine = ids(list(token, "client_id=" + id)).stream().findFirst().orElse("");
      assertThat(ofMachine.isEmpty() ? 204 : revoke(row.token(), ofMachine).status())
          .as(row.who())
          .isEqualTo(row.machine());
      assertThat(list(row.token(), "org_id=" + acme.id().value()).status())
          .as(row.who())
          .isEqualTo(row.machine() == 204 ? 200 : row.who().equals("elsewhere") ? 404 : 403);
    }
  }

  private void check(String who, String caller, Person person, int expected) {
    String ofApp = "client_id=" + app.id();
    List<String> before = ids(list(personal(owner), ofApp));
    String access = app.tokens(latchkey.browser().signIn(person)).access();
    var ids = new ArrayList<>(ids(list(personal(owner), ofApp)));
    ids.removeAll(before);
    String id = ids.getFirst();

    assertThat(revoke(caller, id).status()).as(who).isEqualTo(expected);

    assertThat(latchkey.isActive(access)).as(who).isEqualTo(expected != 204);
  }

  private static List<String> types(Answer list) {
    return list.json().path("tokens").findValuesAsString("type");
  }

  private static List<String> ids(Answer list) {
    assertThat(list.status()).as(list.toString()).isEqualTo(200);
    return list.json().path("tokens").findValuesAsString("token_id");
  }

  private static Answer list(String caller, String query) {
    return ManagementApi.get(latchkey, caller, "/tokens?" + query);
  }

  private static Answer revoke(String caller, String id) {
    return ManagementApi.send(latchkey, caller, "DELETE /tokens/" + id, "", "");
  }

  private static String personal(Person person) {
    return ManagementApi.token(latchkey, person);
  }
}
