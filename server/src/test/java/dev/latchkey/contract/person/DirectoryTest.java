package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.DirectoryCall;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The calls that Latchkey itself answers, and what each token may see through them (rule 4.4). */
class DirectoryTest extends OnBothStores {
  private static final String SCOPE =
      "read:directory:users,read:directory:teams,read:directory:organization";

  private final Team mine = latchkey.team();
  private final Team other = latchkey.team();
  private final Person me = latchkey.person(mine);
  private final Person colleague = latchkey.person(mine);
  private final Person stranger = latchkey.person(other);

  @Test
  void a_member_sees_the_people_of_own_teams_and_nobody_else() {
    String token = token(me);

    assertThat(ids(call(token, "users"), "users"))
        .contains(me.user().id().value(), colleague.user().id().value())
        .doesNotContain(stranger.user().id().value());
    assertThat(call(token, "users/" + colleague.user().id().value()).text("email"))
        .isEqualTo(colleague.email());
    assertThat(call(token, "users/" + stranger.user().id().value()).status()).isEqualTo(404);
    assertThat(ids(call(token, "teams"), "teams")).containsExactly(mine.id().value());
    assertThat(call(token, "teams/" + other.id().value() + "/members").status()).isEqualTo(404);
  }

  @Test
  void no_token_reaches_into_another_tenant() {
    Organization foreign = latchkey.organization(Organization.Kind.MULTI_TEAM);
    Team theirs = latchkey.team(foreign);
    User them = user(foreign, theirs);
    Scopes scope = Scopes.parse(SCOPE);
    List<String> tokens =
        List.of(
            token(me),
            latchkey.machine(me, Optional.of(mine), scope).token(),
            latchkey.machine(me, Optional.empty(), scope).token());
    for (String token : tokens) {
      for (DirectoryCall call : DirectoryCall.values()) {
        String path = call.path().substring("/openapi/v2/directory/".length());
        Answer answer =
            call(
                token,
                path.replace("{user_id}", them.id().value())
                    .replace("{team_id}", theirs.id().value()));

        assertThat(answer.status()).as(path).isEqualTo(path.contains("{") ? 404 : 200);
        assertThat(answer.body())
            .as(path)
            .doesNotContain(them.email(), foreign.id().value(), foreign.name());
      }
    }
  }

  @Test
  void a_token_of_a_team_reaches_into_no_other_team() {
    String token = latchkey.machine(me, Optional.of(mine), Scopes.parse(SCOPE)).token();

    assertThat(ids(call(token, "teams"), "teams")).containsExactly(mine.id().value());
    assertThat(ids(call(token, "users"), "users"))
        .containsExactlyInAnyOrder(me.user().id().value(), colleague.user().id().value());
    assertThat(call(token, "users/" + stranger.user().id().value()).status()).isEqualTo(404);
    assertThat(call(token, "teams/" + other.id().value() + "/members").status()).isEqualTo(404);
  }

  private User user(Organization home, Team team) {
    var user =
        new User(
            Id.USER.draw(latchkey.installation().random()),
            home.id().value().toLowerCase(Locale.ROOT) + "@example.com",
            "Another name",
            home.id(),
            User.Role.MEMBER,
            List.of(new User.Membership(team, false)));
    latchkey.stores().users().directory().add(user, new PasswordHash("x"), latchkey.now());
    return user;
  }

  @Test
  void a_list_is_complete_across_its_pages() {
    String token = token(me);
    String path = "teams/" + mine.id().value() + "/members?limit=1";

    Answer first = call(token, path);
    Answer second = call(token, path + "&cursor=" + first.text("next_cursor"));

    var seen = new ArrayList<>(ids(first, "members"));
    seen.addAll(ids(second, "members"));
    assertThat(seen)
        .containsExactlyInAnyOrder(me.user().id().value(), colleague.user().id().value());
    assertThat(second.json().has("next_cursor")).isFalse();
  }

  @Test
  void a_forged_cursor_or_limit_is_refused() {
    String token = token(me);
    for (String query : List.of("cursor=%27%20OR%201=1", "limit=0", "limit=201", "limit=x")) {
      assertThat(call(token, "users?" + query).status()).as(query).isEqualTo(400);
    }
  }

  @Test
  void a_path_that_is_not_utf_8_is_refused_before_the_token_is_checked() {
    for (String path : List.of("users/%ff", "users/%c0%ae")) {
      assertThat(Http.here().get(latchkey.url() + "/openapi/v2/directory/" + path).status())
          .isEqualTo(400);
    }
  }

  @Test
  void the_organization_is_that_of_the_token() {
    Answer answer = call(token(me), "organization");

    assertThat(answer.text("id")).isEqualTo(latchkey.organization().id().value());
    assertThat(answer.text("kind")).isEqualTo("multi_team");
  }

  private String token(Person person) {
    App app = latchkey.app(person, List.of("https://app.example/cb"), SCOPE);
    return app.tokens(latchkey.browser().signIn(person)).access();
  }

  private Answer call(String token, String path) {
    return Http.here()
        .get(latchkey.url() + "/openapi/v2/directory/" + path, "Authorization", "Bearer " + token);
  }

  private static List<String> ids(Answer answer, String list) {
    return answer
        .json()
        .path(list)
        .valueStream()
        .map(entry -> entry.path("id").stringValue())
        .toList();
  }
}
