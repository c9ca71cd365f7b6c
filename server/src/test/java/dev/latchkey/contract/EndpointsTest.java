package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Each endpoint of contract 4 with every documented field, tested with a client that was written
 * from the contract alone.
 */
class EndpointsTest extends OnBothStores {
  private final Person person = latchkey.person();
  private final App app = latchkey.app();
  private final Browser browser = latchkey.browser();

  @Test
  void authorize_leads_a_stranger_through_sign_in_to_consent_and_back_with_code_and_state() {
    Answer arrival = browser.get("/oauth2/authorize?" + app.request());
    assertThat(arrival.status()).isEqualTo(302);
    Answer signIn = browser.follow(arrival);
    assertThat(signIn.body()).contains("name=\"password\"");

    Answer signedIn =
        browser.submit(signIn, "email", person.email(), "password", person.password());
    assertThat(signedIn.status()).isEqualTo(303);
    Answer consent = browser.follow(signedIn);
    assertThat(consent.status()).isEqualTo(200);
    assertThat(consent.body())
        .contains(app.credential().name(), "https://app.example", "read:issue:info");

    Answer back = browser.approve(consent);
    assertThat(back.status()).isEqualTo(303);
    assertThat(back.location()).startsWith("https://app.example/callback?");
    assertThat(back.sent().get("code")).startsWith("lk_ac_");
    assertThat(back.sent().get("state")).isNotEmpty();
  }

  @Test
  void authorize_shows_consent_at_once_to_a_user_who_is_logged_in() {
    browser.signIn(person);

    Answer arrival = browser.get("/oauth2/authorize?" + app.request());

    assertThat(arrival.status()).isEqualTo(302);
    assertThat(browser.follow(arrival).body()).contains(app.credential().name());
  }

  @Test
  void the_token_endpoint_answers_a_code_with_every_documented_field() {
    Answer answer = app.redeem(app.code(browser.signIn(person)));

    assertThat(answer.status()).isEqualTo(200);
    assertTokenResponse(answer);
  }

  @Test
  void the_token_endpoint_answers_a_refresh_token_with_every_documented_field_and_no_secret_sent() {
    Tokens tokens = app.tokens(browser.signIn(person));

    Answer answer = app.refresh(tokens.refresh());

    assertThat(answer.status()).isEqualTo(200);
    assertTokenResponse(answer);
  }

  private void assertTokenResponse(Answer answer) {
    JsonNode json = answer.json();
    assertThat(json.propertyNames())
        .containsExactlyInAnyOrder(
            "access_token",
            "refresh_token",
            "token_type",
            "expires_in",
            "scope",
            "scopes",
            "user_id",
            "email");
    assertThat(answer.text("access_token")).startsWith("lk_at_");
    assertThat(answer.text("refresh_token")).startsWith("lk_rt_");
    assertThat(answer.text("token_type")).isEqualTo("Bearer");
    assertThat(json.path("expires_in").isIntegralNumber()).isTrue();
    assertThat(json.path("expires_in").intValue()).isEqualTo(86_400);
    assertThat(answer.text("scope")).isEqualTo(Latchkey.SCOPE);
    assertThat(json.path("scopes").valueStream().map(JsonNode::stringValue))
        .isEqualTo(List.of(Latchkey.SCOPE.split(",")));
    assertThat(answer.text("user_id")).isEqualTo(person.id());
    assertThat(answer.text("email")).isEqualTo(person.email());
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void an_access_token_opens_the_open_interface_for_its_user() {
    App directory = latchkey.app(person, List.of("https://app.example/cb"), "read:directory:users");
    Tokens tokens = directory.tokens(browser.signIn(person));

    Answer answer = latchkey.call(tokens.access());

    assertThat(answer.status()).isEqualTo(200);
    for (String name : List.of("id", "sub", "user_id")) {
      assertThat(answer.text(name)).isEqualTo(person.id());
    }
    assertThat(answer.text("email")).isEqualTo(person.email());
  }

  @Test
  void introspection_tells_every_documented_field() {
    Tokens tokens = app.tokens(browser.signIn(person));

    Answer answer = latchkey.introspect(tokens.access());

    assertThat(answer.status()).isEqualTo(200);
    JsonNode json = answer.json();
    assertThat(json.path("active").isBoolean()).isTrue();
    assertThat(json.path("active").booleanValue()).isTrue();
    assertThat(answer.text("sub")).isEqualTo(person.id());
    assertThat(answer.text("scope")).isEqualTo(Latchkey.SCOPE);
    assertThat(answer.text("client_id")).isEqualTo(app.id());
    assertThat(answer.text("token_type")).isEqualTo("Bearer");
    assertThat(json.path("exp").isIntegralNumber()).isTrue();
    assertThat(json.path("exp").longValue())
        .isEqualTo(latchkey.clock.instant().getEpochSecond() + 86_400);
    assertThat(answer.text("team_id")).isEqualTo(person.team());
    assertThat(answer.text("org_id")).isEqualTo(latchkey.organization().id().value());
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void introspection_of_an_organization_token_names_the_virtual_administrator_and_no_end() {
    Latchkey.Machine whole = latchkey.machine(person, Optional.empty());

    Answer answer = latchkey.introspect(whole.token());

    assertThat(answer.json().path("active").booleanValue()).isTrue();
    assertThat(answer.text("sub")).isEqualTo(whole.credential().subject().value());
    assertThat(answer.text("sub")).startsWith("adm_");
    assertThat(answer.text("client_id")).isEqualTo(whole.credential().clientId().value());
    assertThat(answer.text("scope")).isEqualTo(Latchkey.SCOPE);
    assertThat(answer.text("org_id")).isEqualTo(latchkey.organization().id().value());
    assertThat(answer.json().has("exp")).isFalse();
    assertThat(answer.json().has("team_id")).isFalse();
  }

  @Test
  void introspection_of_a_team_wide_organization_token_names_the_team() {
    var team = latchkey.team();

    Latchkey.Machine machine = latchkey.machine(person, Optional.of(team));

    assertThat(latchkey.introspect(machine.token()).text("team_id")).isEqualTo(team.id().value());
  }

  @Test
  void revocation_answers_an_empty_object() {
    Tokens tokens = app.tokens(browser.signIn(person));

    Answer answer = app.revoke(tokens.access());

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    assertThat(answer.body()).isEqualTo("{}");
    assertThat(latchkey.isActive(tokens.access())).isFalse();
  }
}
