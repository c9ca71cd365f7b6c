package dev.latchkey.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import org.junit.jupiter.api.Test;

/** The pages of alerts, for administrators and for the owner of a credential. */
class AlertPagesTest extends WithAlerts {
  private final Credential app = latchkey.app(mei).credential();

  AlertPagesTest(Store store) {
    super(store);
  }

  private Id.Alert opened() {
    return raise(AlertKind.NEW_NETWORK, app).getFirst().id();
  }

  @Test
  void an_administrator_finds_it_on_three_pages_and_closes_it() {
    String page = "/account/alerts/" + opened().value();
    Browser browser = latchkey.browser().signIn(head);
    for (String path : new String[] {"/alerts", "/organization"}) {
      assertThat(browser.get(path).body()).as(path).contains(page, "Calls from a new network");
    }
    assertThat(browser.get("/").body()).contains("Open alerts");
    assertThat(browser.get(page).body())
        .contains("203.0.0.0/16", app.name(), "allow only the networks that you know");
    assertThat(post(browser, browser.get(page), page + "/close").status()).isEqualTo(303);
    assertThat(browser.get("/alerts").body()).doesNotContain(page);
    assertThat(browser.get("/alerts?state=closed&kind=new_network").body())
        .contains(page, app.name());
    assertThat(browser.get("/alerts?state=closed&kind=used_again").body()).doesNotContain(page);
  }

  @Test
  void the_owner_finds_it_at_home_and_on_the_overview_and_mutes_it() {
    String page = "/account/alerts/" + opened().value();
    Browser browser = latchkey.browser().signIn(mei);
    assertThat(browser.get("/").body()).contains(page);
    String overview = "/account/credentials/" + app.clientId().value();
    assertThat(browser.get(overview).body()).contains(page);
    Answer flawed = post(browser, browser.get(page), page + "/mute", "days", "0");
    assertThat(flawed.status()).isEqualTo(400);
    Answer muted = post(browser, browser.get(page), page + "/mute", "days", "7");
    assertThat(muted.status()).isEqualTo(303);
    assertThat(browser.get(page).body()).contains("Muted until");
    assertThat(browser.get("/").body()).doesNotContain(page);
    assertThat(browser.get("/alerts").status()).isEqualTo(403);
  }

  @Test
  void others_do_not_see_it() {
    String page = "/account/alerts/" + opened().value();
    Person other = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    assertThat(latchkey.browser().signIn(other).get(page).status()).isEqualTo(404);
    Person colleague = latchkey.person(home, mei.user().role(), latchkey.team(home));
    assertThat(latchkey.browser().signIn(colleague).get(page).status()).isEqualTo(403);
  }

  @Test
  void an_administrator_chooses_the_rules() {
    Browser browser = latchkey.browser().signIn(head);
    Answer rules = browser.get("/alerts/rules");
    assertThat(rules.body()).contains("Refused calls in an hour");
    String[] flawed = {"kind", "calls_refused", "on", "yes", "threshold", "3"};
    assertThat(post(browser, rules, "/alerts/rules", flawed).body())
        .contains("Enter a number from 10 to 1,000,000.");
    String[] off = {"kind", "calls_refused", "threshold", "500"};
    assertThat(post(browser, rules, "/alerts/rules", off).status()).isEqualTo(303);
    assertThat(acts.rules().of(home.id(), AlertKind.CALLS_REFUSED))
        .extracting("isOn", "threshold")
        .containsExactly(false, 500);
  }

  private static Answer post(Browser browser, Answer page, String path, String... fields) {
    return browser.post(path, Http.fields(Browser.hidden(page), fields));
  }
}
