package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.credential.Credential;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The settings of a credential, whose sections are saved each for itself. */
class CredentialSettingsTest extends OnBothStores {
  private final Person owner = latchkey.administrator();
  private final App app = latchkey.app(owner);
  private final String path = "/account/credentials/" + app.id() + "/settings";
  private final Browser browser = latchkey.browser().signIn(owner);

  @Test
  void sections_that_are_open_at_the_same_time_do_not_undo_each_other() {
    Answer settings = browser.get(path);

    Answer scope = browser.save(settings, "SCOPES", "scope", "write:issue:info");
    browser.save(settings, "OPTIONS", "option", "REQUIRE_PROOF_KEY");
    browser.save(settings, "NETWORKS", "networks", "192.0.2.0/24");
    browser.save(settings, "REDIRECTS", "redirect_uri", "https://app.example/other");
    browser.save(settings, "IDENTITY", "name", "Planner", "homepage", "https://planner.example/");

    assertThat(scope.location()).endsWith("/settings?saved=yes#settings-scopes");
    Credential.Personal saved = (Credential.Personal) stored();
    assertThat(saved.name()).isEqualTo("Planner");
    assertThat(saved.profile().homepage()).isEqualTo("https://planner.example/");
    assertThat(saved.scope().names()).containsExactly("write:issue:info");
    assertThat(saved.options()).containsExactly(Credential.Option.REQUIRE_PROOF_KEY);
    assertThat(saved.networks().text()).isEqualTo("192.0.2.0/24");
    assertThat(saved.redirectUris())
        .extracting("text")
        .containsExactly("https://app.example/other");
  }

  @Test
  void a_section_is_not_saved_over_another_change_of_it() {
    Answer settings = browser.get(path);
    browser.save(settings, "NETWORKS", "networks", "192.0.2.0/24");

    Answer late = browser.save(settings, "NETWORKS", "networks", "198.51.100.0/24");

    assertThat(late.status()).isEqualTo(409);
    assertThat(late.body())
        .contains("<strong>192.0.2.0/24</strong>", "198.51.100.0/24</textarea>")
        .doesNotContain("data-label=\"Name\"");
    assertThat(stored().networks().text()).isEqualTo("192.0.2.0/24");
    browser.save(browser.get(path), "NETWORKS", "networks", "203.0.113.0/24");
    Answer later = browser.save(late, "NETWORKS", "networks", "198.51.100.0/24");
    assertThat(later.body()).contains("203.0.113.0/24").doesNotContain("<strong>192.0.2.0/24");
    assertThat(browser.save(later, "NETWORKS", "networks", "198.51.100.0/24").status())
        .isEqualTo(303);
    assertThat(stored().networks().text()).isEqualTo("198.51.100.0/24");
  }

  @Test
  void two_people_who_save_the_same_agree() {
    Answer settings = browser.get(path);
    for (int i = 0; i < 2; i++) {
      assertThat(browser.save(settings, "IDENTITY", "name", "Planner").status()).isEqualTo(303);
    }
  }

  @Test
  void what_is_wrong_stands_in_its_section_and_all_others_show_what_is_saved() {
    Answer flawed =
        browser.save(
            browser.get(path), "REDIRECTS", "redirect_uri", "http://app.example/", "name", "Other");

    assertThat(flawed.status()).isEqualTo(400);
    assertThat(flawed.body().split("role=\"alert\"")).hasSize(2);
    String section = flawed.body().replaceFirst("(?s).*id=\"settings-redirects\"", "");
    assertThat(section.substring(0, section.indexOf("</article>")))
        .contains("Nothing was saved", "Use https", "value=\"http://app.example/\"");
    assertThat(flawed.body()).doesNotContain("Other");
    assertThat(stored()).isEqualTo(app.credential());
  }

  @Test
  void a_form_that_names_no_section_changes_nothing() {
    String token = Browser.hidden(browser.get(path)).get("form_token");
    for (String part : new String[] {"", "EVERYTHING"}) {
      Answer refused =
          browser.post(path, Map.of("form_token", token, "part", part, "name", "Planner"));

      assertThat(refused.status()).isEqualTo(400);
    }
    assertThat(stored()).isEqualTo(app.credential());
  }

  @Test
  void an_organization_credential_has_only_its_own_sections() {
    Latchkey.Machine machine = latchkey.machine(owner, Optional.empty());
    Answer settings =
        browser.get(
            "/organization/credentials/" + machine.credential().clientId().value() + "/settings");

    assertThat(settings.body())
        .contains("settings-identity", "settings-scopes", "settings-networks")
        .doesNotContain("settings-redirects", "settings-options");
    assertThat(browser.save(settings, "IDENTITY", "name", "Nightly").status()).isEqualTo(303);
  }

  private Credential stored() {
    return latchkey.owned(owner).stream()
        .filter(each -> each.clientId().equals(app.credential().clientId()))
        .findFirst()
        .orElseThrow();
  }
}
