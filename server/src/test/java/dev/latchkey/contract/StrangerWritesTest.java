package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.PasskeyDevice;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.Rules;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Credential;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What callers without a session, and apps of another organization, can make the server store is
 * limited. Each test has a server of its own, because callers of one network share their limits.
 */
@EachStore.ForClass
class StrangerWritesTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Latchkey latchkey;
  private final Person person;
  private final Browser browser;

  StrangerWritesTest(Store store) {
    this.latchkey = Latchkey.start(store, StrangerWritesTest::withDevices);
    this.person = latchkey.person();
    this.browser = latchkey.browser();
  }

  private static Settings withDevices(Settings settings) {
    return settings.with(Latchkey.rules(Rules.DeviceFlow.TYPED));
  }

  @AfterEach
  void stop() {
    latchkey.close();
  }

  @Test
  void a_passkey_that_does_not_exist_leaves_no_entry_in_the_audit_log() {
    Answer page = browser.get("/sign-in");
    var unknown = new PasskeyDevice(latchkey.url());
    long before = rows("audit");

    assertThat(answerWith(page, unknown).status()).isEqualTo(401);

    assertThat(rows("audit")).isEqualTo(before);
  }

  @Test
  void the_first_answer_to_a_challenge_is_the_only_one_whether_right_or_wrong() {
    PasskeyDevice known = passkey();
    var unknown = new PasskeyDevice(latchkey.url());
    Answer page = browser.get("/sign-in");
    String forged = unknown.sign(PasskeyDevice.options(page)).replace(unknown.id(), known.id());
    long before = rows("audit");

    for (int i = 0; i < 5; i++) {
      assertThat(answer(page, forged).status()).isEqualTo(401);
    }
    assertThat(rows("audit") - before).as("entries about one answer").isEqualTo(1);
    assertThat(answerWith(page, known).status()).as("after a wrong answer").isEqualTo(401);

    Answer second = browser.get("/sign-in");
    assertThat(answerWith(second, unknown).status()).isEqualTo(401);
    assertThat(answerWith(second, known).status()).as("after an unknown one").isEqualTo(401);
    Answer third = browser.get("/sign-in");
    assertThat(answerWith(third, known).status()).isEqualTo(303);
  }

  @Test
  void wrong_answers_of_passkeys_are_limited_for_each_network() {
    PasskeyDevice known = passkey();
    var unknown = new PasskeyDevice(latchkey.url());
    for (int i = 0; i < 60; i++) {
      assertThat(answerWith(browser.get("/sign-in"), unknown).status()).isEqualTo(401);
    }
    long before = rows("sent_forms");

    Answer refused = answerWith(browser.get("/sign-in"), unknown);

    assertThat(refused.status()).isEqualTo(429);
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
    assertThat(rows("sent_forms")).isEqualTo(before);
    var there = new Browser(latchkey.url(), Http.elsewhere());
    Answer page = there.get("/sign-in");
    String right = known.sign(PasskeyDevice.options(page));
    assertThat(there.post("/sign-in/passkey", with(page, "passkey", right)).status())
        .as("from another network")
        .isEqualTo(303);
    latchkey.clock.pass(MINUTE);
    known.counter++;
    assertThat(answerWith(browser.get("/sign-in"), known).status()).isEqualTo(303);
  }

  @Test
  void correct_answers_of_passkeys_are_not_limited() {
    PasskeyDevice known = passkey();

    for (int i = 0; i < 70; i++) {
      known.counter++;
      assertThat(answerWith(browser.get("/sign-in"), known).status()).isEqualTo(303);
    }
  }

  @Test
  void credentials_that_do_not_exist_leave_nothing_in_the_store_and_are_limited() {
    Map<String, Long> before = Map.of("throttles", rows("throttles"), "audit", rows("audit"));
    var random = new SecureRandom();
    String url = latchkey.url() + "/oauth2/token";
    Answer last = null;

    for (int i = 0; i < 121; i++) {
      String unknown = Id.CLIENT.draw(random).value();
      last =
          Http.here()
              .form(
                  url,
                  App.fields(
                      "grant_type",
                      "authorization_code",
                      "code",
                      "x",
                      "client_id",
                      unknown,
                      "client_secret",
                      "x"));
      assertThat(last.status()).isEqualTo(i < 120 ? 401 : 429);
    }

    assertThat(last.header("Retry-After")).isNotEmpty();
    assertThat(Map.of("throttles", rows("throttles"), "audit", rows("audit"))).isEqualTo(before);
    App app = latchkey.app(person);
    assertThat(app.redeem(app.code(browser.signIn(person))).status())
        .as("a credential that exists")
        .isEqualTo(200);
  }

  @Test
  void wrong_passwords_for_invented_accounts_are_limited_for_each_network() {
    Answer page = browser.get("/sign-in");
    for (int i = 0; i < 200; i++) {
      assertThat(guess(page, "nobody" + i + "@example.com").status()).isEqualTo(401);
    }
    long before = rows("throttles");

    assertThat(guess(page, "unknown@example.com").status()).isEqualTo(429);

    assertThat(rows("throttles")).isEqualTo(before);
    new Browser(latchkey.url(), Http.elsewhere()).signIn(person);
    latchkey.clock.pass(MINUTE);
    latchkey.browser().signIn(person);
  }

  @Test
  void entries_about_callers_who_proved_nothing_are_limited_for_their_network_and_in_all() {
    Answer page = browser.get("/sign-in");
    long before = rows("audit");
    for (int minute = 0; minute < 3; minute++) {
      for (int i = 0; i < 150; i++) {
        guess(page, "nobody" + i + "@example.com");
      }
      latchkey.clock.pass(MINUTE);
    }

    assertThat(rows("audit") - before).isBetween(240L, 252L);
    for (int i = 0; i < 10; i++) {
      guess(page, person.email());
    }
    assertThat(rows("audit") - before).isBetween(240L, 252L);
    latchkey.clock.pass(Duration.ofHours(2));
    long later = rows("audit");
    fill("unproven  ");
    guess(page, person.email());
    assertThat(rows("audit")).as("when all networks have used it up").isEqualTo(later);
  }

  @Test
  void entries_about_one_person_are_limited_for_all_networks() {
    Answer page = browser.get("/sign-in");
    long before = rows("audit");
    fill("unproven about " + person.id() + " ");

    guess(page, person.email());

    assertThat(rows("audit")).isEqualTo(before);
    guess(page, latchkey.person().email());
    assertThat(rows("audit")).isGreaterThan(before);
  }

  @Test
  void nobody_fills_the_audit_log_of_another_organization_with_spent_codes_and_old_tokens() {
    App app = latchkey.app();
    String code = app.code(browser.signIn(person));
    Tokens old = Tokens.of(app.redeem(code));
    Tokens fresh = Tokens.of(app.refresh(old.refresh()));
    app.revoke(fresh.access());
    long before = rows("audit");

    for (int i = 0; i < 30; i++) {
      assertThat(app.redeem(code).error()).isEqualTo("invalid_grant");
      assertThat(app.refresh(old.refresh()).error()).isEqualTo("invalid_grant");
      assertThat(app.revoke(fresh.access()).status()).isEqualTo(200);
    }

    assertThat(rows("audit") - before).isEqualTo(20);
  }

  @Test
  void the_replay_that_ends_a_grant_is_recorded_however_many_came_before() {
    App app = latchkey.app();
    Tokens other = app.tokens(browser.signIn(person));
    app.refresh(other.refresh());
    Tokens old = app.tokens(browser);
    app.refresh(old.refresh());
    for (int i = 0; i < 25; i++) {
      app.refresh(other.refresh());
    }
    latchkey.clock.pass(MINUTE.plusSeconds(1));
    long before = recorded("token_replayed");

    assertThat(app.refresh(old.refresh()).error()).isEqualTo("invalid_grant");

    assertThat(recorded("token_replayed") - before).isEqualTo(1);
    app.refresh(old.refresh());
    assertThat(recorded("token_replayed") - before).as("it ends once").isEqualTo(1);
  }

  @Test
  void the_requests_of_devices_are_limited_for_each_network() {
    App app = latchkey.app(person, "https://app.example/callback", Credential.Option.DEVICE_FLOW);
    for (int i = 0; i < 30; i++) {
      assertThat(beginDevice(app, Http.here()).status()).isEqualTo(200);
    }
    long before = rows("device_requests");

    Answer refused = beginDevice(app, Http.here());

    assertThat(refused.status()).isEqualTo(429);
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
    assertThat(rows("device_requests")).isEqualTo(before);
    assertThat(beginDevice(app, Http.elsewhere()).status()).isEqualTo(200);
    latchkey.clock.pass(MINUTE);
    assertThat(beginDevice(app, Http.here()).status()).isEqualTo(200);
  }

  private Answer beginDevice(App app, Http from) {
    return from.form(
        latchkey.url() + "/oauth2/device_authorization",
        App.fields("client_id", app.id(), "client_secret", app.secret()));
  }

  private PasskeyDevice passkey() {
    var device = new PasskeyDevice(latchkey.url());
    Browser owner = latchkey.browser().signIn(person);
    Answer offer = Authenticator.post(owner, "passkeys/new");
    Answer added =
        owner.submit(
            offer, "name", "Phone", "passkey", device.create(PasskeyDevice.options(offer)));
    assertThat(added.status()).isEqualTo(200);
    device.counter++;
    return device;
  }

  private Answer answerWith(Answer page, PasskeyDevice device) {
    return answer(page, device.sign(PasskeyDevice.options(page)));
  }

  private Answer answer(Answer page, String answer) {
    return browser.post("/sign-in/passkey", with(page, "passkey", answer));
  }

  private static Map<String, String> with(Answer page, String... fields) {
    return Http.fields(Browser.hidden(page), fields);
  }

  private Answer guess(Answer page, String email) {
    return browser.submit(page, "email", email, "password", "a guess");
  }

  /** Fills a bucket, as many callers together would. */
  private void fill(String name) {
    latchkey
        .installation()
        .database()
        .write(sql ->
            sql.update(
                """
                INSERT INTO throttles (bucket, full_until) VALUES (:bucket, :full)
                ON CONFLICT (bucket) DO UPDATE SET full_until = :full
                """,
                Map.of(
                    "bucket",
                    SecretHash.of(name),
                    "full",
                    latchkey.clock.instant().plus(Duration.ofHours(1)))));
  }

  private long rows(String table) {
    return latchkey
        .installation()
        .database()
        .read(sql ->
            sql.one("SELECT COUNT(*) AS n FROM " + table, row -> row.large("n")).orElseThrow());
  }

  private long recorded(String outcome) {
    return latchkey.log().lines().filter(line -> line.contains("\"" + outcome + "\"")).count();
  }
}
