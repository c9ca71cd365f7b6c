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
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.User;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tokens: what they contain, how long they are valid, and how they end (rules 2.2 to 2.8, 5.1, 5.3
 * and 6.4).
 */
class TokenTest extends OnBothStores {
  private final Person person = latchkey.person();
  private final App app = latchkey.app();
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(person);
  }

  // 2.3

  @Test
  void an_access_token_is_valid_for_exactly_a_day() {
    Tokens tokens = app.tokens(browser);
    latchkey.clock.pass(Duration.ofSeconds(86_399));
    assertThat(latchkey.isActive(tokens.access())).isTrue();

    latchkey.clock.pass(Duration.ofSeconds(1));
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(latchkey.call(tokens.access()).status()).isEqualTo(401);
    assertThat(app.refresh(tokens.refresh()).status())
        .as("the refresh token is still active")
        .isEqualTo(200);
  }

  @Test
  void a_refresh_token_is_valid_for_thirty_days() {
    Tokens kept = app.tokens(browser);
    Tokens forgotten = app.tokens(browser);
    latchkey.clock.pass(Duration.ofDays(30).minusSeconds(1));
    assertThat(app.refresh(kept.refresh()).status()).isEqualTo(200);

    latchkey.clock.pass(Duration.ofSeconds(1));
    assertRefused(app.refresh(forgotten.refresh()), 400, "invalid_grant");
  }

  @Test
  void a_grant_ends_a_year_after_consent_however_often_it_is_refreshed() {
    Tokens tokens = app.tokens(browser);
    for (int month = 1; month <= 14; month++) {
      latchkey.clock.pass(Duration.ofDays(26));
      tokens = Tokens.of(app.refresh(tokens.refresh()));
    }
    latchkey.clock.pass(Duration.ofDays(365 - 14 * 26).minusSeconds(10));
    Answer last = app.refresh(tokens.refresh());
    assertThat(last.json().path("expires_in").intValue()).isEqualTo(10);
    assertThat(latchkey.isActive(last.text("access_token"))).isTrue();

    latchkey.clock.pass(Duration.ofSeconds(10));

    assertThat(latchkey.isActive(last.text("access_token"))).isFalse();
    assertRefused(app.refresh(last.text("refresh_token")), 400, "invalid_grant");
  }

  // 2.4

  @Test
  void a_refresh_may_narrow_the_access_token_and_never_widen_it() {
    Tokens tokens = app.tokens(browser, "scope", "read:issue:info,write:issue:info");

    assertRefused(app.refresh(tokens.refresh(), "scope", Latchkey.SCOPE), 400, "invalid_scope");
    assertThat(latchkey.isActive(tokens.access())).as("the refusal changed nothing").isTrue();
    Answer narrowed = app.refresh(tokens.refresh(), "scope", "read:issue:info");
    assertThat(narrowed.text("scope")).isEqualTo("read:issue:info");
    assertThat(latchkey.introspect(narrowed.text("access_token")).text("scope"))
        .isEqualTo("read:issue:info");
    Answer again = app.refresh(narrowed.text("refresh_token"));
    assertThat(again.text("scope")).as("the grant's").isEqualTo("read:issue:info,write:issue:info");
  }

  @Test
  void a_refresh_for_a_scope_that_names_nothing_is_refused() {
    Tokens tokens = app.tokens(browser);

    assertRefused(app.refresh(tokens.refresh(), "scope", " ,"), 400, "invalid_scope");
    assertThat(latchkey.isActive(tokens.access())).isTrue();
  }

  @Test
  void a_credential_may_have_spaces_in_scope() {
    App spaced =
        latchkey.app(
            person, "https://app.example/callback", Credential.Option.SPACE_SEPARATED_SCOPE);
    Answer answer = spaced.redeem(spaced.code(browser));
    assertThat(answer.text("scope")).isEqualTo(Latchkey.SCOPE.replace(',', ' '));
    assertThat(answer.json().path("scopes").size()).isEqualTo(3);
    assertThat(spaced.refresh(answer.text("refresh_token"), "scope", Latchkey.SCOPE).text("scope"))
        .isEqualTo(Latchkey.SCOPE.replace(',', ' '));
  }

  /** Some libraries read the scope that they asked for in another form as a changed scope. */
  @Test
  void a_client_that_asks_with_spaces_is_answered_with_spaces() {
    String commas = "read:issue:info,write:issue:info";
    String spaces = "read:issue:info write:issue:info";
    String more = "read:issue:info,read:project:info,write:issue:info";

    Answer first = app.redeem(app.code(browser, "scope", spaces));
    assertThat(first.text("scope")).isEqualTo(spaces);
    Answer next = app.refresh(first.text("refresh_token"));
    assertThat(next.text("scope")).as("of the authorization request").isEqualTo(spaces);
    Answer own = app.refresh(next.text("refresh_token"), "scope", commas);
    assertThat(own.text("scope")).as("of the request itself").isEqualTo(commas);
    Answer one = app.refresh(own.text("refresh_token"), "scope", "read:issue:info");
    assertThat(app.refresh(one.text("refresh_token")).text("scope")).isEqualTo(spaces);

    Answer documented = app.redeem(app.code(browser));
    assertThat(documented.text("scope")).isEqualTo(more);
    assertThat(app.refresh(documented.text("refresh_token"), "scope", spaces).text("scope"))
        .isEqualTo(spaces);
    assertThat(app.redeem(app.code(browser, "scope", commas)).text("scope")).isEqualTo(commas);
    assertThat(app.redeem(app.code(browser, "scope", more.replaceFirst(",", " "))).text("scope"))
        .as("both")
        .isEqualTo(more);
    assertThat(app.redeem(app.code(browser), "scope", spaces).text("scope"))
        .as("an exchange that names a scope")
        .isEqualTo(more.replace(',', ' '));
    assertThat(latchkey.introspect(app.tokens(browser, "scope", spaces).access()).text("scope"))
        .as("contract 2.3")
        .isEqualTo(commas);
  }

  // 2.5, 2.6

  @Test
  void a_refresh_token_is_bound_to_its_credential() {
    Tokens tokens = app.tokens(browser);
    App other = latchkey.app();

    assertRefused(other.refresh(tokens.refresh()), 400, "invalid_grant");

    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(app.refresh(tokens.refresh()).status()).isEqualTo(200);
  }

  @Test
  void a_replay_within_a_minute_is_refused_and_nothing_else() {
    Tokens old = app.tokens(browser);
    Tokens fresh = Tokens.of(app.refresh(old.refresh()));

    latchkey.clock.pass(Duration.ofSeconds(59));
    assertRefused(app.refresh(old.refresh()), 400, "invalid_grant");

    assertThat(latchkey.isActive(fresh.access())).isTrue();
    assertThat(app.refresh(fresh.refresh()).status()).isEqualTo(200);
  }

  @Test
  void a_replay_after_a_minute_ends_the_whole_grant() {
    Tokens old = app.tokens(browser);
    Tokens bystander = app.tokens(browser);
    Tokens fresh = Tokens.of(app.refresh(old.refresh()));

    latchkey.clock.pass(Duration.ofSeconds(61));
    assertRefused(app.refresh(old.refresh()), 400, "invalid_grant");

    assertThat(latchkey.isActive(fresh.access())).isFalse();
    assertRefused(app.refresh(fresh.refresh()), 400, "invalid_grant");
    assertThat(latchkey.isActive(bystander.access())).isTrue();
    assertThat(latchkey.log()).contains("token_replayed");
  }

  @Test
  void a_late_replay_by_another_credential_ends_nothing() {
    Tokens old = app.tokens(browser);
    Tokens fresh = Tokens.of(app.refresh(old.refresh()));
    App other = latchkey.app();

    latchkey.clock.pass(Duration.ofSeconds(61));
    assertRefused(other.refresh(old.refresh()), 400, "invalid_grant");

    assertThat(latchkey.isActive(fresh.access())).isTrue();
  }

  // 2.7

  @Test
  void a_lost_answer_is_repeated_for_the_same_key() {
    Tokens old = app.tokens(browser);

    Answer first = app.refreshWithKey(old.refresh(), "key-1");
    latchkey.clock.pass(Duration.ofSeconds(59));
    Answer again = app.refreshWithKey(old.refresh(), "key-1");

    assertThat(first.status()).isEqualTo(200);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(latchkey.isActive(first.text("access_token"))).isTrue();
  }

  @Test
  void another_key_another_scope_or_no_key_is_another_request() {
    Tokens old = app.tokens(browser);
    Answer first = app.refreshWithKey(old.refresh(), "key-1");

    assertRefused(app.refreshWithKey(old.refresh(), "key-2"), 400, "invalid_grant");
    assertRefused(
        app.refreshWithKey(old.refresh(), "key-1", "scope", "read:issue:info"),
        400,
        "invalid_grant");
    assertRefused(app.refresh(old.refresh()), 400, "invalid_grant");
    assertThat(latchkey.isActive(first.text("access_token"))).isTrue();
  }

  @Test
  void an_answer_is_not_repeated_for_another_credential() {
    Tokens old = app.tokens(browser);
    app.refreshWithKey(old.refresh(), "key-1");

    assertRefused(latchkey.app().refreshWithKey(old.refresh(), "key-1"), 400, "invalid_grant");
  }

  @Test
  void an_answer_is_not_repeated_after_a_minute_or_a_revoke() {
    Tokens old = app.tokens(browser);
    Answer first = app.refreshWithKey(old.refresh(), "key-1");
    app.revoke(first.text("access_token"));
    assertRefused(app.refreshWithKey(old.refresh(), "key-1"), 400, "invalid_grant");

    Tokens late = app.tokens(browser);
    app.refreshWithKey(late.refresh(), "key-1");
    latchkey.clock.pass(Duration.ofSeconds(61));
    assertRefused(app.refreshWithKey(late.refresh(), "key-1"), 400, "invalid_grant");
  }

  @Test
  void an_idempotency_key_has_at_most_255_characters() {
    Tokens tokens = app.tokens(browser);
    assertRefused(app.refreshWithKey(tokens.refresh(), "k".repeat(256)), 400, "invalid_request");
    assertThat(app.refreshWithKey(tokens.refresh(), "k".repeat(255)).status()).isEqualTo(200);
  }

  @Test
  void an_idempotency_key_is_sent_once_and_an_empty_one_is_none() {
    Tokens tokens = app.tokens(browser);
    var fields =
        App.fields(
            "client_id",
            app.id(),
            "grant_type",
            "refresh_token",
            "refresh_token",
            tokens.refresh());

    assertRefused(
        app.token(fields, "Idempotency-Key", "a", "Idempotency-Key", "a"), 400, "invalid_request");
    assertThat(app.refreshWithKey(tokens.refresh(), "").status()).isEqualTo(200);
    assertRefused(app.refreshWithKey(tokens.refresh(), ""), 400, "invalid_grant");
  }

  // 5.1, 5.3

  @Test
  void secrets_have_their_prefix_and_a_checksum_that_anyone_can_compute() {
    String code = app.code(browser);
    Tokens tokens = Tokens.of(app.redeem(code));
    String machine = latchkey.machine(person, Optional.empty()).token();

    assertSound(code, "lk_ac_");
    assertSound(tokens.access(), "lk_at_");
    assertSound(tokens.refresh(), "lk_rt_");
    assertSound(app.secret(), "lk_cs_");
    assertSound(machine, "lk_ot_");
  }

  private static void assertSound(String secret, String prefix) {
    assertThat(secret).matches(prefix + "[0-9A-Za-z]{49}");
    String body = secret.substring(0, secret.length() - 6);
    var crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.US_ASCII));
    String digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    var checksum = new StringBuilder();
    for (long rest = crc.getValue(); rest > 0; rest /= 62) {
      checksum.insert(0, digits.charAt((int) (rest % 62)));
    }
    assertThat(secret).endsWith("0".repeat(6 - checksum.length()) + checksum);
  }

  @Test
  void one_kind_of_secret_never_stands_in_for_another() {
    String code = app.code(browser);
    Tokens tokens = app.tokens(browser);
    String machine = latchkey.machine(person, Optional.empty()).token();
    String session = browser.cookie("latchkey_session");
    assertThat(session).isNotEmpty();

    for (String other : List.of(code, tokens.refresh(), app.secret(), session)) {
      assertThat(latchkey.introspect(other).body()).isEqualTo("{\"active\":false}");
      assertThat(latchkey.call(other).status()).isEqualTo(401);
    }
    for (String other :
        List.of(tokens.access(), tokens.refresh(), app.secret(), machine, session)) {
      assertRefused(app.redeem(other), 400, "invalid_grant");
    }
    for (String other : List.of(code, tokens.access(), app.secret(), machine, session)) {
      assertRefused(app.refresh(other), 400, "invalid_grant");
    }
    for (String other : List.of(code, tokens.access(), tokens.refresh(), machine, session)) {
      assertRefused(app.withSecret(other).redeem(code), 401, "invalid_client");
    }
    for (String other : List.of(code, tokens.access(), tokens.refresh(), machine, app.secret())) {
      Answer page =
          Http.here()
              .get(latchkey.url() + "/consent?request=x", "Cookie", "latchkey_session=" + other);
      assertThat(page.location()).isEqualTo("/sign-in?next=%2Fconsent%3Frequest%3Dx");
    }
    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(app.redeem(code).status()).isEqualTo(200);
  }

  @Test
  void a_secret_with_its_prefix_changed_is_not_another_secret() {
    Tokens tokens = app.tokens(browser);
    String bare = tokens.access().substring("lk_at_".length());
    for (String prefix : List.of("", "lk_rt_", "lk_ot_", "LK_AT_", "lk_at", "lk_at_ ")) {
      Answer answer = latchkey.introspect(prefix + bare);
      assertThat(answer.body()).doesNotContain("true");
    }
  }

  // 6.4

  @Test
  void an_email_address_is_never_given_to_a_second_user() {
    User first = person.user();
    Tokens tokens = app.tokens(browser);
    latchkey.disable(person);
    var second =
        new User(
            Id.USER.draw(latchkey.installation().random()),
            first.email(),
            "Another name",
            first.organization(),
            User.Role.MEMBER,
            List.of());

    boolean isAdded =
        latchkey.stores().users().directory().add(second, new PasswordHash("x"), latchkey.now());

    assertThat(isAdded).isFalse();
    assertThat(latchkey.isActive(tokens.access())).isFalse();
  }

  @Test
  void a_disabled_user_has_nothing_active_and_enabling_reactivates_nothing() {
    String code = app.code(browser);
    Tokens tokens = app.tokens(browser);
    latchkey.clock.pass(Duration.ofSeconds(1));

    latchkey.disable(person);
    assertAllInactive(code, tokens);
    Answer signIn = latchkey.browser().get("/sign-in");
    assertThat(signIn.status()).isEqualTo(200);

    latchkey.clock.pass(Duration.ofSeconds(1));
    latchkey.enable(person);
    assertAllInactive(code, tokens);
    Tokens newTokens = app.tokens(latchkey.browser().signIn(person));
    assertThat(latchkey.isActive(newTokens.access())).isTrue();
  }

  private void assertAllInactive(String code, Tokens tokens) {
    assertRefused(app.redeem(code), 400, "invalid_grant");
    assertThat(latchkey.introspect(tokens.access()).body()).isEqualTo("{\"active\":false}");
    assertThat(latchkey.call(tokens.access()).status()).isEqualTo(401);
    assertRefused(app.refresh(tokens.refresh()), 400, "invalid_grant");
    assertThat(browser.authorize(app.request()).body()).contains("name=\"password\"");
  }

  @Test
  void a_disabled_user_cannot_sign_in() {
    latchkey.disable(person);
    Browser theirs = latchkey.browser();
    Answer refused =
        theirs.submit(
            theirs.get("/sign-in"), "email", person.email(), "password", person.password());
    assertThat(refused.status()).isEqualTo(403);
    assertThat(theirs.cookie("latchkey_session")).isEmpty();
  }

  @Test
  void the_personal_credentials_of_a_disabled_owner_stop_working() {
    Person owner = latchkey.person();
    App theirs = latchkey.app(owner);
    String code = theirs.code(browser);
    Tokens tokens = theirs.tokens(browser);
    Latchkey.Machine machine = latchkey.machine(owner, Optional.empty());

    User.Role role = owner.user().role();
    assertThat(role).isEqualTo(User.Role.MEMBER);
    latchkey.disable(owner);

    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertRefused(theirs.redeem(code), 401, "invalid_client");
    assertThat(theirs.refresh(tokens.refresh()).status()).isIn(400, 401);
    assertThat(browser.authorize(theirs.request()).status()).isEqualTo(400);
    assertThat(latchkey.isActive(machine.token()))
        .as("organization credentials outlive their creator")
        .isTrue();
  }
}
