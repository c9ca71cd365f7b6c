package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a client authenticates, and what an unknown caller learns: rules 2.1, 2.2 and 2.9. */
public class ClientAuthenticationTest extends OnBothStores {
  /** What a passkey would sign. It is new on each page. */
  private static final String CHALLENGE = "challenge&#34;:&#34;[^&]*";

  private final Person person = latchkey.person();
  private final App app = latchkey.app();
  private final Browser browser = latchkey.browser();

  private Map<String, String> exchange(String code) {
    return App.fields("grant_type", "authorization_code", "code", code);
  }

  @Test
  void basic_is_as_good_as_form_fields() {
    browser.signIn(person);
    for (String header :
        List.of(
            app.basic(),
            App.basic(escaped(app.id()), escaped(app.secret())),
            app.basic().replace("Basic", "bAsIc"))) {
      Answer answer = app.token(exchange(app.code(browser)), "Authorization", header);
      assertThat(answer.status()).as(header).isEqualTo(200);
    }
    Answer named =
        app.token(
            Http.fields(exchange(app.code(browser)), "client_id", app.id()),
            "Authorization",
            app.basic());
    assertThat(named.status()).isEqualTo(200);
  }

  /** Encodes signs that need no encoding, as some libraries do. */
  private static String escaped(String text) {
    return text.replace("_", "%5F").replace("-", "%2D");
  }

  @Test
  void the_secret_sent_twice_or_two_identities_are_an_invalid_request() {
    String code = app.code(browser.signIn(person));
    var both = Http.fields(exchange(code), "client_id", app.id(), "client_secret", app.secret());
    assertRefused(app.token(both, "Authorization", app.basic()), 400, "invalid_request");
    var disagreeing = Http.fields(exchange(code), "client_id", latchkey.app().id());
    assertRefused(app.token(disagreeing, "Authorization", app.basic()), 400, "invalid_request");
    assertThat(app.redeem(code).status()).isEqualTo(200);
  }

  @Test
  void a_wrong_missing_or_foreign_secret_is_invalid_client_and_spends_nothing() {
    String code = app.code(browser.signIn(person));
    App other = latchkey.app();
    for (String secret :
        new String[] {
          null,
          "",
          "wrong",
          other.secret(),
          app.secret() + "x",
          app.secret().toLowerCase(Locale.ROOT)
        }) {
      Answer refused = app.redeem(code, "client_secret", secret);
      assertRefused(refused, 401, "invalid_client");
      assertThat(refused.has("WWW-Authenticate")).isFalse();
    }
    assertRefused(app.redeem(code, "client_id", "cli_unknown"), 401, "invalid_client");
    assertRefused(app.redeem(code, "client_id", null), 400, "invalid_request");
    assertThat(app.redeem(code).status()).isEqualTo(200);
  }

  @Test
  void only_a_failed_basic_attempt_gets_a_basic_challenge() {
    String code = app.code(browser.signIn(person));
    for (String header :
        List.of(
            App.basic(app.id(), "wrong"),
            App.basic("cli_unknown", app.secret()),
            App.basic("", app.secret()),
            "Basic",
            "Basic !!!",
            "Basic " + "YQ==")) {
      Answer refused = app.token(exchange(code), "Authorization", header);
      assertRefused(refused, 401, "invalid_client");
      assertThat(refused.header("WWW-Authenticate")).startsWith("Basic");
    }
    Answer otherScheme = app.token(exchange(code), "Authorization", "Bearer " + app.secret());
    assertRefused(otherScheme, 400, "invalid_request");
    assertThat(otherScheme.has("WWW-Authenticate")).isFalse();
    Answer byForm =
        app.token(Http.fields(exchange(code), "client_id", app.id(), "client_secret", "wrong"));
    assertRefused(byForm, 401, "invalid_client");
    assertThat(byForm.has("WWW-Authenticate")).isFalse();
    assertThat(app.redeem(code).status()).isEqualTo(200);
  }

  @Test
  void a_refresh_needs_no_secret_but_one_that_is_sent_must_be_right() {
    Tokens tokens = app.tokens(browser.signIn(person));

    assertRefused(app.refresh(tokens.refresh(), "client_secret", "wrong"), 401, "invalid_client");
    assertRefused(app.refresh(tokens.refresh(), "client_id", "cli_unknown"), 401, "invalid_client");
    assertRefused(app.refresh(tokens.refresh(), "client_id", null), 400, "invalid_request");
    var basic = App.fields("grant_type", "refresh_token", "refresh_token", tokens.refresh());
    assertRefused(
        app.token(basic, "Authorization", App.basic(app.id(), "wrong")), 401, "invalid_client");

    Tokens next = Tokens.of(app.refresh(tokens.refresh(), "client_secret", app.secret()));
    Answer last =
        app.token(
            Http.fields(basic, "refresh_token", next.refresh()), "Authorization", app.basic());
    assertThat(last.status()).isEqualTo(200);
  }

  @Test
  void fields_in_the_address_are_refused() {
    String code = app.code(browser.signIn(person));
    for (String name :
        List.of(
            "client_id", "client_secret", "code", "grant_type", "refresh_token", "code_verifier")) {
      var fields =
          Http.fields(exchange(code), "client_id", app.id(), "client_secret", app.secret());
      String value = fields.getOrDefault(name, "x");
      for (var body : List.of(fields, Http.fields(fields, name, null))) {
        Answer refused =
            Http.here().form(latchkey.url() + "/oauth2/token?" + name + "=" + value, body);
        assertRefused(refused, 400, "invalid_request");
      }
    }
    assertThat(app.redeem(code).status()).isEqualTo(200);
  }

  @Test
  void a_missing_or_repeated_field_is_an_invalid_request() {
    Tokens tokens = app.tokens(browser.signIn(person));
    String code = app.code(browser);
    for (String name : List.of("code", "grant_type", "client_id")) {
      assertRefused(app.redeem(code, name, null), 400, "invalid_request");
      assertRefused(app.redeem(code, name, ""), 400, "invalid_request");
    }
    assertRefused(app.refresh(tokens.refresh(), "refresh_token", null), 400, "invalid_request");
    String whole =
        Http.encoded(
            Http.fields(exchange(code), "client_id", app.id(), "client_secret", app.secret()));
    for (String name : List.of("client_id", "client_secret", "code", "grant_type")) {
      assertRefused(rawForm(whole + "&" + name + "=x"), 400, "invalid_request");
    }
    assertThat(app.redeem(code).status()).isEqualTo(200);
  }

  @Test
  void unknown_grant_types_are_named_as_such() {
    for (String type :
        List.of("password", "client_credentials", "implicit", "x", "Refresh_Token")) {
      assertRefused(app.redeem("x", "grant_type", type), 400, "unsupported_grant_type");
    }
  }

  @Test
  void a_made_up_code_or_refresh_token_is_an_invalid_grant() {
    assertRefused(app.redeem("made-up"), 400, "invalid_grant");
    assertRefused(app.refresh("made-up"), 400, "invalid_grant");
  }

  @Test
  void wrong_secrets_are_throttled_for_one_credential_from_one_address() {
    String code = app.code(browser.signIn(person));
    App bystander = latchkey.app();
    String theirs = bystander.code(browser);

    for (int attempt = 1; attempt <= 20; attempt++) {
      assertRefused(app.redeem(code, "client_secret", "wrong"), 401, "invalid_client");
    }

    Answer wrong = app.redeem(code, "client_secret", "wrong");
    assertThat(wrong.status()).isEqualTo(429);
    assertThat(Integer.parseInt(wrong.header("Retry-After"))).isBetween(1, 60);
    assertThat(app.redeem(code).status()).as("right, from the same address").isEqualTo(429);
    assertThat(app.revoke("x").status()).as("at every endpoint").isEqualTo(429);
    assertThat(bystander.redeem(theirs).status()).as("another credential").isEqualTo(200);
    assertThat(app.elsewhere().redeem(code).status()).as("the rightful holder").isEqualTo(200);

    String later = app.code(browser);
    latchkey.clock.pass(Duration.ofSeconds(Integer.parseInt(wrong.header("Retry-After"))));
    assertThat(app.redeem(later).status()).as("after the wait").isEqualTo(200);
  }

  @Test
  void right_secrets_are_never_throttled() {
    browser.signIn(person);
    Tokens tokens = app.tokens(browser);
    for (int time = 0; time < 60; time++) {
      assertThat(app.inspect(tokens.access()).status()).isEqualTo(200);
    }
  }

  @Test
  void wrong_passwords_are_throttled_for_one_account_from_one_address() {
    Browser guesser = latchkey.browser();
    Answer page = guesser.get("/sign-in");
    for (int attempt = 1; attempt <= 10; attempt++) {
      assertThat(guesser.submit(page, "email", person.email(), "password", "guess").status())
          .isEqualTo(401);
    }

    Answer wrong = guesser.submit(page, "email", person.email(), "password", "guess");
    assertThat(wrong.status()).isEqualTo(429);
    int wait = Integer.parseInt(wrong.header("Retry-After"));
    assertThat(wait).isBetween(1, 60);
    assertThat(
            guesser.submit(page, "email", person.email(), "password", person.password()).status())
        .as("right, from the same address")
        .isEqualTo(429);
    latchkey.browser().signIn(latchkey.person());
    new Browser(latchkey.url(), Http.elsewhere()).signIn(person);

    latchkey.clock.pass(Duration.ofSeconds(wait));
    latchkey.browser().signIn(person);
  }

  @Test
  void an_unknown_account_is_answered_like_a_wrong_password() {
    Answer page = browser.get("/sign-in");
    Answer unknown = browser.submit(page, "email", "nobody@example.com", "password", "guess");
    Answer wrong = browser.submit(page, "email", person.email(), "password", "guess");
    assertThat(unknown.status()).isEqualTo(wrong.status()).isEqualTo(401);
    assertThat(unknown.body().replace("nobody@example.com", "X").replaceAll(CHALLENGE, ""))
        .isEqualTo(wrong.body().replace(person.email(), "X").replaceAll(CHALLENGE, ""));
  }

  /** If only existing accounts cost a hash, the response time would reveal which accounts exist. */
  @Test
  void every_refused_sign_in_costs_one_hash() {
    Person disabled = latchkey.person();
    latchkey.disable(disabled);
    assertThat(hashesToRefuse(person.email(), "guess")).as("a wrong password").isEqualTo(1);
    assertThat(hashesToRefuse("nobody@example.com", "guess")).as("unknown").isEqualTo(1);
    assertThat(hashesToRefuse(disabled.email(), "guess")).as("disabled").isEqualTo(1);
    assertThat(hashesToRefuse(disabled.email(), disabled.password()))
        .as("disabled, with the right password")
        .isEqualTo(1);
    assertThat(hashesToRefuse("x".repeat(300) + "@example.com", "guess"))
        .as("longer than any address")
        .isEqualTo(1);
  }

  private long hashesToRefuse(String email, String password) {
    long before = latchkey.installation().passwords().hashed();
    Answer page = browser.get("/sign-in");
    assertThat(browser.submit(page, "email", email, "password", password).status()).isIn(401, 403);
    return latchkey.installation().passwords().hashed() - before;
  }

  private Answer rawForm(String body) {
    return Http.here()
        .post(
            latchkey.url() + "/oauth2/token",
            "application/x-www-form-urlencoded",
            body.getBytes(StandardCharsets.UTF_8));
  }

  public static void assertRefused(Answer answer, int status, String error) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.error()).isEqualTo(error);
    assertThat(answer.text("error_description")).isNotEmpty();
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
  }
}
