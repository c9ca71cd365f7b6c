package dev.latchkey.contract.token;

import static dev.latchkey.contract.credential.ClientAuthenticationTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.credential.Credential;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Introspection and revocation: rules 3.1 to 3.9. */
class IntrospectionTest extends OnBothStores {
  private static final String INACTIVE = "{\"active\":false}";

  private final Person person = latchkey.person();
  private final App app = latchkey.app();
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(person);
  }

  // 3.1

  @Test
  void an_inactive_token_looks_like_one_that_never_existed() {
    Tokens revoked = app.tokens(browser);
    app.revoke(revoked.access());
    Tokens rotated = app.tokens(browser);
    app.refresh(rotated.refresh());
    Tokens expired = app.tokens(browser);
    latchkey.clock.pass(Duration.ofDays(1));
    String token = expired.access();

    for (String inactive :
        List.of(
            revoked.access(),
            rotated.access(),
            expired.access(),
            "x",
            "lk_at_" + "0".repeat(49),
            token.substring(0, token.length() - 1),
            token + "0",
            "%00",
            "null")) {
      Answer answer = latchkey.introspect(inactive);
      assertThat(answer.status()).as(inactive).isEqualTo(200);
      assertThat(answer.body()).as(inactive).isEqualTo(INACTIVE);
      assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }
  }

  @Test
  void without_a_bearer_token_there_is_a_challenge() {
    Tokens tokens = app.tokens(browser);
    String url = latchkey.url() + "/oauth2/introspect";
    assertChallenged(Http.here().get(url));
    for (String header :
        List.of(
            app.basic(),
            "Basic " + tokens.access(),
            "Token " + tokens.access(),
            tokens.access(),
            "Bearer",
            "Bearer ",
            "Bearer a b",
            "Bearer " + tokens.access() + " x",
            "Bearer\t" + tokens.access())) {
      assertChallenged(Http.here().get(url, "Authorization", header));
    }
    assertThat(
            Http.here()
                .get(url, "Authorization", "bEARER " + tokens.access())
                .json()
                .path("active")
                .booleanValue())
        .isTrue();
  }

  private static void assertChallenged(Answer answer) {
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
    assertThat(answer.header("WWW-Authenticate")).doesNotContain("error=");
  }

  @Test
  void a_token_in_the_address_is_ignored() {
    Tokens tokens = app.tokens(browser);
    Tokens other = latchkey.app().tokens(browser);
    String url = latchkey.url() + "/oauth2/introspect";
    for (String name : List.of("token", "access_token")) {
      String query = url + "?" + name + "=" + other.access();
      assertChallenged(Http.here().get(query));
      Answer answer = Http.here().get(query, "Authorization", "Bearer " + tokens.access());
      assertThat(answer.text("client_id")).isEqualTo(app.id());
    }
  }

  // 3.3, 3.9

  @Test
  void a_credential_inspects_its_own_access_token_by_post() {
    Tokens tokens = app.tokens(browser);
    for (Answer answer :
        List.of(
            app.inspect(tokens.access()),
            Http.here()
                .form(
                    latchkey.url() + "/oauth2/introspect",
                    App.fields("token", tokens.access()),
                    "Authorization",
                    app.basic()))) {
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.json().path("active").booleanValue()).isTrue();
      assertThat(answer.text("scope")).isEqualTo(Latchkey.SCOPE.replace(',', ' '));
      assertThat(answer.json().path("scopes").size()).isEqualTo(3);
      assertThat(answer.text("client_id")).isEqualTo(app.id());
      assertThat(answer.text("sub")).isEqualTo(person.id());
      assertThat(answer.text("token_type")).isEqualTo("Bearer");
      assertThat(answer.text("team_id")).isEqualTo(person.team());
    }
  }

  @Test
  void a_credential_inspects_its_own_refresh_token_by_post() {
    Tokens tokens = app.tokens(browser);
    Answer answer = app.inspect(tokens.refresh(), "token_type_hint", "access_token");
    assertThat(answer.json().path("active").booleanValue()).isTrue();
    assertThat(answer.text("sub")).isEqualTo(person.id());
    assertThat(answer.text("client_id")).isEqualTo(app.id());
    assertThat(answer.text("scope")).isEqualTo(Latchkey.SCOPE.replace(',', ' '));
    assertThat(answer.json().path("exp").longValue())
        .isEqualTo(latchkey.clock.instant().getEpochSecond() + 30 * 86_400);
    assertThat(answer.json().has("token_type")).isFalse();

    app.refresh(tokens.refresh());
    assertThat(app.inspect(tokens.refresh()).body()).isEqualTo(INACTIVE);
  }

  @Test
  void a_credential_cannot_inspect_the_tokens_of_another() {
    Tokens tokens = app.tokens(browser);
    App other = latchkey.app();
    assertThat(other.inspect(tokens.access()).body()).isEqualTo(INACTIVE);
    assertThat(other.inspect(tokens.refresh()).body()).isEqualTo(INACTIVE);
    assertThat(other.inspect(latchkey.machine(person, Optional.empty()).token()).body())
        .isEqualTo(INACTIVE);
    assertThat(app.inspect("made-up").body()).isEqualTo(INACTIVE);
  }

  @Test
  void a_resource_server_sees_the_tokens_of_its_organization() {
    Tokens tokens = app.tokens(browser);
    App server =
        latchkey.app(person, "https://api.example/callback", Credential.Option.RESOURCE_SERVER);
    String machine = latchkey.machine(person, Optional.empty()).token();

    assertThat(server.inspect(tokens.access()).text("client_id")).isEqualTo(app.id());
    assertThat(server.inspect(tokens.refresh()).text("client_id")).isEqualTo(app.id());
    assertThat(server.inspect(machine).json().path("active").booleanValue()).isTrue();
    assertThat(server.inspect(machine).json().has("exp")).isFalse();
  }

  @Test
  void a_stranger_inspects_nothing() {
    Tokens tokens = app.tokens(browser);
    assertRefused(app.inspect(tokens.access(), "client_secret", "wrong"), 401, "invalid_client");
    assertRefused(app.inspect(tokens.access(), "client_secret", null), 401, "invalid_client");
    assertRefused(app.inspect(tokens.access(), "client_id", null), 400, "invalid_request");
    assertRefused(app.inspect(tokens.access(), "token", null), 400, "invalid_request");
  }

  @Test
  void a_field_sent_twice_or_in_the_address_is_refused_at_introspection() {
    Tokens tokens = app.tokens(browser);
    String url = latchkey.url() + "/oauth2/introspect";
    String fields =
        Http.encoded(
            App.fields(
                "client_id", app.id(), "client_secret", app.secret(), "token", tokens.access()));

    for (String name : List.of("token", "token_type_hint", "client_id", "client_secret")) {
      assertRefused(form(url + "?" + name + "=x", fields), 400, "invalid_request");
      assertRefused(form(url, fields + "&" + name + "=x&" + name + "=x"), 400, "invalid_request");
    }
    assertThat(form(url, fields).text("client_id")).isEqualTo(app.id());
  }

  // 3.4

  @Test
  void a_field_sent_twice_or_in_the_address_is_refused_at_revocation() {
    Tokens tokens = app.tokens(browser);
    String url = latchkey.url() + "/oauth2/revoke";
    String fields =
        Http.encoded(
            App.fields(
                "client_id", app.id(), "client_secret", app.secret(), "token", tokens.access()));

    for (String name :
        List.of("token", "token_type_hint", "client_id", "client_secret", "access_token")) {
      assertRefused(form(url + "?" + name + "=x", fields), 400, "invalid_request");
    }
    for (String name : List.of("token", "token_type_hint", "client_id", "client_secret")) {
      assertRefused(form(url, fields + "&" + name + "=x&" + name + "=x"), 400, "invalid_request");
    }
    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(form(url, fields).status()).isEqualTo(200);
    assertThat(latchkey.isActive(tokens.access())).isFalse();
  }

  private static Answer form(String url, String fields) {
    return Http.here()
        .post(url, "application/x-www-form-urlencoded", fields.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void revoking_an_inactive_or_unknown_token_always_succeeds() {
    Tokens tokens = app.tokens(browser);
    for (String token :
        List.of(tokens.access(), tokens.access(), "unknown", "lk_at_" + "0".repeat(49))) {
      Answer answer = app.revoke(token);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("{}");
    }
  }

  @Test
  void revoking_another_credentials_token_changes_nothing_and_is_refused_by_form() {
    Tokens tokens = app.tokens(browser);
    App other = latchkey.app();

    Answer json = other.revoke(tokens.access());
    assertThat(json.status()).isEqualTo(200);
    assertThat(json.body()).isEqualTo("{}");
    for (String token : List.of(tokens.access(), tokens.refresh())) {
      assertRefused(other.revokeByForm(token), 400, "invalid_grant");
    }

    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(app.refresh(tokens.refresh()).status()).isEqualTo(200);
    assertThat(latchkey.log()).contains("not_its_own");
  }

  @Test
  void an_organization_token_is_no_token_of_a_client() {
    String token = latchkey.machine(person, Optional.empty()).token();
    assertRefused(app.revokeByForm(token), 400, "unsupported_token_type");
    assertThat(app.revoke(token).body()).isEqualTo("{}");
    assertThat(latchkey.isActive(token)).isTrue();
  }

  @Test
  void a_wrong_client_revokes_nothing() {
    Tokens tokens = app.tokens(browser);
    assertRefused(app.withSecret("wrong").revoke(tokens.access()), 401, "invalid_client");
    assertRefused(
        app.withSecret(latchkey.app().secret()).revoke(tokens.access()), 401, "invalid_client");
    assertRefused(
        app.revokeByForm(tokens.access(), "client_id", "cli_unknown"), 401, "invalid_client");
    assertRefused(app.revokeByForm(tokens.access(), "client_secret", null), 401, "invalid_client");
    assertThat(latchkey.isActive(tokens.access())).isTrue();
  }

  @Test
  void a_field_missing_or_of_another_type_is_an_invalid_request() {
    Tokens tokens = app.tokens(browser);
    String whole =
        "{\"client_id\":\"%s\",\"client_secret\":\"%s\",\"access_token\":\"%s\"}"
            .formatted(app.id(), app.secret(), tokens.access());
    String token = "\"" + tokens.access() + "\"";
    for (String body :
        List.of(
            "",
            "{}",
            "[]",
            "null",
            "\"x\"",
            "[" + whole + "]",
            whole.replace("access_token", "token"),
            whole.replace("client_secret", "secret"),
            whole.replace("client_id", "id"),
            whole.replace(token, "null"),
            whole.replace(token, "1e3"),
            whole.replace(token, "true"),
            whole.replace(token, "\"\""),
            whole.replace(token, "\"\\u0000\""),
            whole.replace("_id\":\"", "_id\":\"\\u0000"),
            whole.replace(token, "[" + token + "]"),
            whole.replace(token, "{\"a\":" + token + "}"),
            whole.replace("}", ",\"access_token\":" + token + "}"),
            whole + whole,
            whole + "x",
            whole.replace("}", ""),
            whole.replace("}", ",}"),
            whole.replace('"', '\''))) {
      assertRefused(
          Http.here().json(latchkey.url() + "/oauth2/revoke", body), 400, "invalid_request");
    }
    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(Http.here().json(latchkey.url() + "/oauth2/revoke", whole).status()).isEqualTo(200);
    assertThat(latchkey.isActive(tokens.access())).isFalse();
  }

  // 3.5

  @Test
  void a_form_revokes_by_access_or_refresh_token() {
    Tokens byAccess = app.tokens(browser);
    assertThat(app.revokeByForm(byAccess.access()).body()).isEqualTo("{}");
    assertInactive(byAccess);

    Tokens byRefresh = app.tokens(browser);
    assertThat(app.revokeByForm(byRefresh.refresh(), "token_type_hint", "access_token").body())
        .isEqualTo("{}");
    assertInactive(byRefresh);

    Tokens byBasic = app.tokens(browser);
    Answer answer =
        Http.here()
            .form(
                latchkey.url() + "/oauth2/revoke",
                App.fields("token", byBasic.access()),
                "Authorization",
                app.basic());
    assertThat(answer.status()).isEqualTo(200);
    assertInactive(byBasic);
  }

  @Test
  void a_secret_sent_twice_is_refused_at_revocation_too() {
    Tokens tokens = app.tokens(browser);
    Answer answer =
        Http.here()
            .form(
                latchkey.url() + "/oauth2/revoke",
                App.fields("token", tokens.access(), "client_secret", app.secret()),
                "Authorization",
                app.basic());
    assertRefused(answer, 400, "invalid_request");
    assertThat(latchkey.isActive(tokens.access())).isTrue();
  }

  // 3.8

  @Test
  void revoking_a_pair_rotated_a_moment_ago_ends_the_pair_that_followed() {
    Tokens old = app.tokens(browser);
    Tokens fresh = Tokens.of(app.refresh(old.refresh()));

    latchkey.clock.pass(Duration.ofSeconds(59));
    assertThat(app.revoke(old.access()).status()).isEqualTo(200);

    assertInactive(fresh);
  }

  @Test
  void revoking_a_pair_rotated_long_ago_has_no_effect() {
    Tokens old = app.tokens(browser);
    Tokens fresh = Tokens.of(app.refresh(old.refresh()));

    latchkey.clock.pass(Duration.ofSeconds(60));
    assertThat(app.revoke(old.access()).status()).isEqualTo(200);

    assertThat(latchkey.isActive(fresh.access())).isTrue();
  }

  private void assertInactive(Tokens tokens) {
    assertThat(latchkey.introspect(tokens.access()).body()).isEqualTo(INACTIVE);
    assertRefused(app.refresh(tokens.refresh()), 400, "invalid_grant");
  }
}
