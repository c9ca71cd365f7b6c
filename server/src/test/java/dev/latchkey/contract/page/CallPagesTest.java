package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.Organization;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a reader of the request log sees of others. */
class CallPagesTest extends OnBothStores {
  private static final List<String> CALLBACK = List.of("https://a.example/cb");

  @Test
  void a_filter_does_not_tell_what_a_credential_of_others_is_called() {
    Person owner = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    Person reader = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    App others = latchkey.app(owner, CALLBACK, "read:directory:users");
    App own = latchkey.app(reader, CALLBACK, "read:directory:users");
    Id.Client client = others.credential().clientId();

    for (String list :
        List.of(
            "/calls", "/account/credentials/" + own.credential().clientId().value() + "/calls")) {
      String page =
          latchkey.browser().signIn(reader).get(list + "?credential=" + client.value()).body();

      assertThat(page).contains(client.value()).doesNotContain(others.credential().name());
    }
  }
}
