package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tabs of a credential: each has its own address, and shows only what its reader may see. */
class CredentialTabsTest extends OnBothStores {
  private static final Duration LONG = Duration.ofDays(100);

  private final Person administrator = latchkey.administrator();
  private final App app =
      latchkey.app(
          administrator,
          List.of("https://app.example/callback"),
          "read:directory:users read:issue:info");
  private final Latchkey.Machine machine = latchkey.machine(administrator, Optional.empty());
  private final Browser browser = latchkey.browser().signIn(administrator);

  private final String own = "/account/credentials/" + app.id();
  private final String managed = "/organization/credentials/" + app.id();
  private final String ofOrganization =
      "/organization/credentials/" + machine.credential().clientId().value();

  @Test
  void the_owner_sees_the_secrets_of_a_personal_credential() {
    assertThat(tabs(own))
        .containsExactly(
            "", "/calls", "/scopes", "/secrets", "/access", "/reach", "/activity", "/settings");
  }

  @Test
  void an_administrator_sees_neither_secrets_nor_tokens_of_a_personal_credential() {
    assertThat(tabs(managed))
        .containsExactly("", "/calls", "/scopes", "/access", "/reach", "/activity", "/settings");
    for (String tab : List.of("/secrets", "/tokens")) {
      assertThat(browser.get(managed + tab).status()).as(tab).isEqualTo(404);
    }
  }

  @Test
  void an_organization_credential_has_tokens_instead_of_secrets() {
    assertThat(tabs(ofOrganization))
        .containsExactly("", "/calls", "/scopes", "/tokens", "/reach", "/activity", "/settings");
    for (String tab : List.of("/secrets", "/access")) {
      assertThat(browser.get(ofOrganization + tab).status()).as(tab).isEqualTo(404);
    }
  }

  @Test
  void every_tab_of_another_persons_credential_is_not_found() {
    Browser other = latchkey.browser().signIn(latchkey.person());
    for (String tab : tabs(own)) {
      assertThat(other.get(own + tab).status()).as(tab).isEqualTo(404);
    }
  }

  @Test
  void the_overview_warns_of_a_credential_that_is_no_longer_used() {
    assertThat(browser.get(own).body()).doesNotContain("No call for 90 days");

    latchkey.clock.pass(LONG);

    assertThat(latchkey.browser().signIn(administrator).get(own).body())
        .contains("No call for 90 days");
  }

  @Test
  void the_overview_counts_the_scopes_that_no_call_of_a_month_needed() {
    String warning = "One granted scope was not used in the last 30 days";
    callOnce();
    assertThat(browser.get(own).body()).doesNotContain(warning);

    latchkey.clock.pass(Duration.ofDays(31));
    callOnce();

    Browser later = latchkey.browser().signIn(administrator);
    assertThat(later.get(own).body()).contains(warning);
    assertThat(later.get(own + "/scopes").body())
        .contains("<td data-label=\"Calls\" class=\"number\">1</td>");
  }

  @Test
  void every_tab_says_that_the_owner_is_disabled() {
    Person owner = latchkey.person();
    String page = "/organization/credentials/" + latchkey.app(owner).id();
    assertThat(browser.get(page).body()).doesNotContain("Owner disabled");

    latchkey.disable(owner);

    for (String tab : List.of("", "/scopes", "/settings")) {
      assertThat(browser.get(page + tab).body()).as(tab).contains("Owner disabled");
    }
  }

  private void callOnce() {
    String token = app.tokens(latchkey.browser().signIn(administrator)).access();
    assertThat(latchkey.call(token).status()).isEqualTo(200);
    latchkey.wiring().usage().flush();
  }

  /** The tabs to which the page of a credential links. */
  private List<String> tabs(String page) {
    String body = browser.get(page).body();
    String links = body.substring(body.indexOf("<nav class=\"tabs\""));
    return Pattern.compile("<a href=\"" + page + "([^\"]*)\"")
        .matcher(links.substring(0, links.indexOf("</nav>")))
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
