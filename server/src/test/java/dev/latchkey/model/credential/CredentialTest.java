package dev.latchkey.model.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.query.BoundedCount;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which tokens a credential may inspect (rule 3.3), and what a list of credentials shows. */
class CredentialTest {
  private static final Id.Client CLIENT = new Id.Client("cli_1");
  private static final Id.Client ANOTHER = new Id.Client("cli_2");
  private static final Id.Organization HOME = new Id.Organization("org_h");
  private static final Id.Organization OTHER = new Id.Organization("org_o");

  @Test
  void a_credential_inspects_its_own_tokens_and_as_a_resource_server_its_organizations() {
    Credential.Personal plain = personal(Set.of());
    assertThat(plain.mayInspect(CLIENT, HOME)).isTrue();
    assertThat(plain.mayInspect(CLIENT, OTHER)).isTrue();
    assertThat(plain.mayInspect(ANOTHER, HOME)).isFalse();

    Credential.Personal server = personal(Set.of(Credential.Option.RESOURCE_SERVER));
    assertThat(server.mayInspect(ANOTHER, HOME)).isTrue();
    assertThat(server.mayInspect(ANOTHER, OTHER)).isFalse();
  }

  @Test
  void the_option_of_a_gateway_has_an_effect_for_a_super_administrator_alone() {
    Credential.Personal gateway =
        personal(Set.of(Credential.Option.GATEWAY, Credential.Option.RESOURCE_SERVER));

    assertThat(gateway.ownedBy(User.Role.SUPER_ADMINISTRATOR)).isEqualTo(gateway);
    for (User.Role role :
        List.of(
            User.Role.ORGANIZATION_ADMINISTRATOR, User.Role.TEAM_ADMINISTRATOR, User.Role.MEMBER)) {
      assertThat(gateway.ownedBy(role))
          .isEqualTo(personal(Set.of(Credential.Option.RESOURCE_SERVER)));
    }
  }

  @Test
  void a_count_is_shown_up_to_a_thousand() {
    assertThat(new BoundedCount(999).isMore()).isFalse();
    assertThat(new BoundedCount(1_000).isMore()).isFalse();
    assertThat(new BoundedCount(BoundedCount.QUERY_LIMIT).isMore()).isTrue();
    assertThat(new BoundedCount(999).shown()).isEqualTo(999);
    assertThat(new BoundedCount(BoundedCount.QUERY_LIMIT).shown()).isEqualTo(1_000);
  }

  private static Credential.Personal personal(Set<Credential.Option> options) {
    return new Credential.Personal(
        CLIENT,
        "App",
        HOME,
        new Id.User("usr_1"),
        Scopes.NONE,
        List.of(new RedirectUri("https://app.example/cb")),
        options,
        AllowedNetworks.EVERYWHERE,
        AppProfile.NONE,
        Instant.EPOCH,
        1);
  }
}
