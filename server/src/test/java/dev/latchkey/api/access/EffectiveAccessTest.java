package dev.latchkey.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.api.ManagementApi;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** What a person or a credential can reach, as a page and as a call say it. */
@EachStore.ForClass
@SuppressWarnings("NullAway.Init")
class EffectiveAccessTest {
  private static Latchkey latchkey;

  @Parameter Store store;

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team apollo = latchkey.team(acme);
  private final Person olga =
      latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, true, apollo);
  private final Person ada = latchkey.person(acme, User.Role.AUDITOR, apollo);
  private final Person mei = latchkey.person(acme, User.Role.MEMBER, apollo);
  private final App app =
      latchkey.app(
          mei, List.of("https://app.example/callback"), "read:directory:users,write:issue:info");

  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    latchkey = ManagementApi.start(store);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
  }

  @Test
  void of_a_person_it_has_roles_acts_apps_and_calls() {
    app.tokens(latchkey.browser().signIn(olga));
    String token = ManagementApi.token(latchkey, ada);

    Answer answer = ManagementApi.get(latchkey, token, "/users/" + olga.id() + "/access");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body())
        .contains("{\"role\":\"organization_administrator\"}")
        .contains("\"role\":\"team_administrator\",\"team_id\":\"" + apollo.id().value())
        .contains("{\"act\":\"manage_people_of_organization\",\"place\":\"own_organization\"}")
        .contains("\"app\":\"" + app.credential().name() + "\"")
        .contains("\"path\":\"/openapi/v2/directory/users/me\"")
        .doesNotContain("read:latchkey")
        .doesNotContain("lk_");
    String page =
        latchkey.browser().signIn(ada).get("/organization/people/" + olga.id() + "/access").body();
    assertThat(page).contains(app.credential().name(), "Invite, change and disable people");
  }

  @Test
  void of_an_auditor_it_has_no_act_that_changes() {
    String token = ManagementApi.token(latchkey, olga);

    Answer answer = ManagementApi.get(latchkey, token, "/users/" + ada.id() + "/access");

    assertThat(answer.body())
        .contains("{\"act\":\"see_people_of_organization\",\"place\":\"own_organization\"}")
        .doesNotContain("manage_", "create_", "change_", "delete_");
  }

  @Test
  void of_a_credential_it_has_consents_people_and_calls() {
    app.tokens(latchkey.browser().signIn(olga));
    String token = ManagementApi.token(latchkey, olga);

    Answer answer = ManagementApi.get(latchkey, token, "/credentials/" + app.id() + "/access");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body())
        .contains("\"consents\":[{\"user_id\":\"" + olga.id())
        .contains(mei.email(), "\"is_owner\":true")
        .contains(ada.email(), "\"auditor\"")
        .contains("\"methods\":[\"GET\"]", "directory/users/me");
    var machine = latchkey.machine(olga, Optional.empty()).credential().clientId().value();
    assertThat(ManagementApi.get(latchkey, token, "/credentials/" + machine + "/access").body())
        .contains("\"tokens\":[{", "change_organization_credential");
    var browser = latchkey.browser().signIn(ada);
    assertThat(browser.get("/organization/credentials/" + machine + "/reach").body())
        .contains("Who can see and manage it", olga.email(), ada.email());
  }

  @Test
  void people_see_their_own_and_others_are_not_found() {
    String token = ManagementApi.token(latchkey, mei);

    assertThat(ManagementApi.get(latchkey, token, "/users/" + mei.id() + "/access").status())
        .isEqualTo(200);
    assertThat(ManagementApi.get(latchkey, token, "/users/" + olga.id() + "/access").status())
        .isEqualTo(404);
    var other = latchkey.app(olga);
    assertThat(
            ManagementApi.get(latchkey, token, "/credentials/" + other.id() + "/access").status())
        .isEqualTo(404);
  }
}
