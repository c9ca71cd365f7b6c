package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.console.table.LogFormat;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.ExampleCall;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import org.junit.jupiter.api.Test;

/** The calls for a person: as a tab for administrators, and for the person. */
class PersonCallsTest extends OnBothStores {
  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person head = latchkey.administrator(home);
  private final Person mei = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
  private final App app = latchkey.app(head);
  private final RecordedCall ofMei = call(mei, "192.0.2.71");
  private final RecordedCall ofHead = call(head, "192.0.2.72");
  private final String tab = "/organization/people/" + mei.id() + "/calls";

  private RecordedCall call(Person whose, String address) {
    RecordedCall like =
        ExampleCall.forPerson(
            whose.user().id(),
            ExampleCall.of(app.credential().clientId(), home.id(), latchkey.clock.instant()));
    var call =
        new RecordedCall(
            like.id(),
            like.at(),
            like.kind(),
            like.caller(),
            like.asked(),
            like.decision(),
            like.cost(),
            new RecordedCall.Origin(address, "Bot", ""));
    String _ = ExampleCall.in(latchkey, call);
    return call;
  }

  @Test
  void an_administrator_sees_those_for_the_person_and_no_others() {
    Browser browser = latchkey.browser().signIn(head);
    assertShowsOnly(browser, tab, ofMei, ofHead);
    assertThat(latchkey.browser().signIn(mei).get(tab).status()).isEqualTo(403);
    Person stranger = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    assertThat(latchkey.browser().signIn(stranger).get(tab).status()).isEqualTo(404);
  }

  @Test
  void a_person_sees_the_own_ones_and_no_others() {
    assertShowsOnly(latchkey.browser().signIn(mei), "/account/apps/calls", ofMei, ofHead);
  }

  @Test
  void a_read_can_be_tried_again_with_its_path() {
    Browser browser = latchkey.browser().signIn(head);
    String own = "/openapi/v2/directory/users/" + mei.id();
    assertThat(browser.get("/api-reference/call?call=" + own).body())
        .contains("<code class=\"path\">/openapi/v2/directory/users/{user_id}</code>", mei.id());
    assertThat(browser.get("/api-reference/call?call=/openapi/v2/none").status()).isEqualTo(404);
    assertThat(browser.get(tab + "/" + ofMei.id()).body())
        .contains("/api-reference/call?call=%2Fopenapi%2Fv2%2Fissues%2F7");
  }

  private void assertShowsOnly(
      Browser browser, String list, RecordedCall wanted, RecordedCall other) {
    String page = browser.get(list).body();
    assertThat(page)
        .contains(wanted.origin().address(), app.credential().name(), "1 refused, 0 failed")
        .doesNotContain(other.origin().address());
    assertThat(browser.get(list + "?status=200").body()).doesNotContain(list + "/" + wanted.id());
    assertThat(browser.get(list + "/" + wanted.id()).body()).contains(wanted.origin().address());
    assertThat(browser.get(list + "/" + other.id()).status()).isEqualTo(404);
    assertThat(browser.get(list + "/newer").body())
        .contains(wanted.origin().address())
        .doesNotContain(other.origin().address());
    assertThat(browser.get(list + LogFormat.CSV.path()).body())
        .contains(wanted.id())
        .doesNotContain(other.id());
  }
}
