package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.PasskeyDevice;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Passkeys, as the second step after a password and instead of a password. */
class PasskeyTest extends OnBothStores {
  private static final String SECURITY = "/account/security";

  private final Person person = latchkey.person();
  private final Browser first = latchkey.browser();
  private final PasskeyDevice device = new PasskeyDevice(latchkey.url());
  private List<String> recoveryCodes;

  @BeforeEach
  void add() {
    recoveryCodes = Authenticator.codesOn(add(first.signIn(person), device).body());
  }

  @Test
  void it_signs_in_without_a_password_and_leads_to_the_page_that_was_asked_for() {
    Browser browser = latchkey.browser();
    Answer page = browser.follow(browser.get("/account/apps"));

    Answer in = signIn(browser, page, device.sign(PasskeyDevice.options(page)));

    assertThat(in.location()).isEqualTo("/account/apps");
    assertThat(isSignedIn(browser)).isTrue();
    assertThat(auditRecords("sign_in", "passkey")).isEqualTo(1);
  }

  @Test
  void after_the_password_it_is_asked_for_and_the_password_alone_is_no_session() {
    Browser browser = afterPassword();
    assertThat(isSignedIn(browser)).isFalse();

    Answer in = answer(browser, device);

    assertThat(in.location()).isEqualTo("/");
    assertThat(isSignedIn(browser)).isTrue();
    assertThat(browser.cookie("latchkey_pending")).isEmpty();
  }

  @Test
  void the_first_passkey_comes_with_ten_recovery_codes_and_each_replaces_it_once() {
    assertThat(recoveryCodes).hasSize(10).doesNotHaveDuplicates();
    String code = recoveryCodes.getFirst();
    Browser browser = afterPassword();

    assertThat(browser.submit(codeForm(browser), "code", code).status()).isEqualTo(303);
    Browser again = afterPassword();
    assertThat(again.submit(codeForm(again), "code", code).status()).isEqualTo(401);
    assertThat(Authenticator.codesOn(add(first, new PasskeyDevice(latchkey.url())).body()))
        .isEmpty();
  }

  @Test
  void of_many_browsers_with_one_answer_exactly_one_is_let_in() {
    Browser browser = latchkey.browser();
    Answer page = browser.get("/sign-in");
    Map<String, String> form =
        Http.fields(Browser.hidden(page), "passkey", device.sign(PasskeyDevice.options(page)));

    List<Answer> answers =
        Crowd.of(8, i -> browser.at(latchkey.url()).post("/sign-in/passkey", form));

    assertThat(answers).filteredOn(answer -> answer.status() == 303).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.status() == 401).hasSize(7);
  }

  @Test
  void an_answer_for_another_browser_or_another_step_is_refused() {
    Browser browser = latchkey.browser();
    Answer page = browser.get("/sign-in");
    Browser other = latchkey.browser();
    Answer theirs = other.get("/sign-in");
    String stolen = device.sign(PasskeyDevice.options(page));

    assertThat(signIn(other, theirs, stolen).status()).isEqualTo(401);
    Browser waiting = afterPassword();
    assertThat(complete(waiting, stolen).status()).isEqualTo(401);
    String ofStep = device.sign(PasskeyDevice.options(waiting.get("/sign-in/code")));
    assertThat(signIn(browser, page, ofStep).status()).isEqualTo(401);
    assertThat(signIn(browser, page, stolen).status()).isEqualTo(303);
  }

  @Test
  void an_answer_that_comes_after_ten_minutes_is_refused() {
    Browser browser = latchkey.browser();
    Answer page = browser.get("/sign-in");
    String answer = device.sign(PasskeyDevice.options(page));
    latchkey.clock.pass(Duration.ofMinutes(10).plusSeconds(1));

    assertThat(signIn(browser, page, answer).status()).isEqualTo(401);
  }

  @Test
  void an_answer_that_was_made_for_another_site_is_refused() {
    device.origin = "https://latchkey.example.net";

    assertThat(signIn(device).status()).isEqualTo(401);
    assertThat(auditRecords("sign_in", "passkey_wrong")).isEqualTo(1);
  }

  @Test
  void instead_of_a_password_the_device_must_have_checked_the_person() {
    device.isVerifying = false;

    assertThat(signIn(device).status()).isEqualTo(401);
    assertThat(answer(afterPassword(), device).status()).isEqualTo(303);
  }

  @Test
  void a_copied_passkey_is_refused_once_the_original_was_used() {
    device.counter = 5;
    assertThat(signIn(device).status()).isEqualTo(303);
    device.counter = 5;
    assertThat(signIn(device).status()).isEqualTo(401);
    device.counter = 6;
    assertThat(signIn(device).status()).isEqualTo(303);
  }

  @Test
  void the_signature_of_another_key_is_refused() {
    PasskeyDevice unknown = new PasskeyDevice(latchkey.url());
    assertThat(signIn(unknown).status()).isEqualTo(401);

    Browser browser = latchkey.browser();
    Answer page = browser.get("/sign-in");
    String forged = unknown.sign(PasskeyDevice.options(page)).replace(unknown.id(), device.id());
    assertThat(signIn(browser, page, forged).status()).isEqualTo(401);
  }

  @Test
  void the_passkey_of_another_person_does_not_complete_a_sign_in() {
    Person other = latchkey.person();
    PasskeyDevice theirs = new PasskeyDevice(latchkey.url());
    add(latchkey.browser().signIn(other), theirs);

    Browser browser = afterPassword();

    answer(browser, theirs);

    assertThat(isSignedIn(browser)).isFalse();
  }

  @Test
  void malformed_answers_are_refused() {
    Browser browser = latchkey.browser();
    Answer page = browser.get("/sign-in");
    String sound = device.sign(PasskeyDevice.options(page));

    for (String text :
        List.of(
            "",
            "{}",
            "[]",
            "null",
            "\"\"",
            "{\"id\":1}",
            "{\"id\":\"\",\"rawId\":\"\",\"type\":\"public-key\",\"response\":{}}",
            sound.substring(0, sound.length() / 2),
            sound.replace("clientDataJSON", "other"),
            sound.replace("authenticatorData", "other"),
            sound.replace("signature", "other"))) {
      assertThat(signIn(browser, page, text).status()).as(text).isEqualTo(401);
    }
    assertThat(signIn(browser, page, sound).status()).isEqualTo(303);
  }

  @Test
  void without_the_last_passkey_the_password_is_enough_and_the_recovery_codes_are_gone() {
    assertThat(remove().location()).endsWith("?done=passkey-removed");

    assertThat(signIn(device).status()).isEqualTo(401);
    assertThat(latchkey.browser().signIn(person).cookie("latchkey_session")).isNotEmpty();
    assertThat(first.get(SECURITY).body()).doesNotContain("Recovery codes");
    assertThat(remove().status()).isEqualTo(409);
    assertThat(auditRecords("passkey_remove", "ok")).isEqualTo(1);
  }

  @Test
  void adding_and_removing_sign_every_other_browser_out_and_long_after_need_the_password() {
    Browser there = latchkey.browser();
    Answer page = there.get("/sign-in");
    signIn(there, page, device.sign(PasskeyDevice.options(page)));
    latchkey.clock.pass(Duration.ofMinutes(11));
    assertThat(remove().status()).isEqualTo(403);
    assertThat(post(first, "passkeys/new").status()).isEqualTo(403);
    assertThat(isSignedIn(there)).isTrue();

    assertThat(remove("current_password", person.password()).status()).isEqualTo(303);

    assertThat(isSignedIn(first)).isTrue();
    assertThat(isSignedIn(there)).isFalse();
  }

  @Test
  void with_a_passkey_new_recovery_codes_are_created_and_the_app_is_removed() {
    Authenticator.enrol(first, latchkey.clock.instant());
    String options = PasskeyDevice.options(first.get(SECURITY));

    Answer renewed = post(first, "factor/codes", "passkey", device.sign(options));
    Answer again = post(first, "factor/codes", "passkey", device.sign(options));

    assertThat(Authenticator.codesOn(renewed.body())).hasSize(10);
    assertThat(again.status()).isEqualTo(403);
    String fresh = PasskeyDevice.options(first.get(SECURITY));
    assertThat(post(first, "factor/remove", "passkey", device.sign(fresh)).location())
        .endsWith("?done=factor");
    assertThat(afterPassword().get("/sign-in/code").body()).contains("Use your passkey");
  }

  @Test
  void long_after_sign_in_a_passkey_and_the_password_in_one_form_create_new_recovery_codes() {
    latchkey.clock.pass(Duration.ofMinutes(11));
    String signed = device.sign(PasskeyDevice.options(first.get(SECURITY)));

    assertThat(post(first, "factor/codes", "passkey", signed).status()).isEqualTo(403);
    Answer renewed =
        post(first, "factor/codes", "passkey", signed, "current_password", person.password());

    assertThat(Authenticator.codesOn(renewed.body())).hasSize(10);
  }

  @Test
  void a_disabled_person_is_not_let_in() {
    Browser browser = latchkey.browser();
    Answer page = browser.get("/sign-in");
    Browser waiting = afterPassword();
    String second = device.sign(PasskeyDevice.options(waiting.get("/sign-in/code")));
    latchkey.disable(person);

    assertThat(signIn(browser, page, device.sign(PasskeyDevice.options(page))).status())
        .isEqualTo(401);
    complete(waiting, second);
    assertThat(isSignedIn(waiting)).isFalse();
  }

  @Test
  void an_administrator_removes_them_all_and_every_session_ends() {
    add(first, new PasskeyDevice(latchkey.url()));
    Browser admin = latchkey.browser().signIn(latchkey.administrator());
    String page = "/organization/people/" + person.id();
    assertThat(admin.get(page).body()).contains("2 passkeys");
    String token = Browser.hidden(admin.get(SECURITY)).get("form_token");

    Answer done = admin.post(page + "/factor", App.fields("form_token", token));

    assertThat(done.location()).endsWith("?done=factor");
    assertThat(isSignedIn(first)).isFalse();
    assertThat(signIn(device).status()).isEqualTo(401);
    assertThat(latchkey.browser().signIn(person).cookie("latchkey_session")).isNotEmpty();
  }

  @Test
  void of_many_passkeys_added_at_once_ten_are_stored() {
    List<Answer> offers = Stream.generate(() -> post(first, "passkeys/new")).limit(12).toList();

    List<Answer> added = Crowd.of(offers.size(), i -> create(offers.get(i), "Key " + i));

    assertThat(added).filteredOn(answer -> answer.status() == 303).hasSize(9);
    assertThat(added).filteredOn(answer -> answer.status() == 409).hasSize(3);
  }

  @Test
  void a_passkey_that_exists_and_an_answer_of_another_session_are_not_added() {
    Browser theirs = latchkey.browser().signIn(latchkey.person());
    Answer offer = post(first, "passkeys/new");
    String options = PasskeyDevice.options(offer);

    assertThat(create(offer, device, "Again").status()).isEqualTo(409);
    var fresh = new PasskeyDevice(latchkey.url());
    assertThat(create(offer, fresh, "").status()).isEqualTo(400);
    String sound = fresh.create(options);
    Answer ofThem = post(theirs, "passkeys/new");
    assertThat(theirs.submit(ofThem, "name", "x", "passkey", sound).status()).isEqualTo(400);
    String challenge = Browser.hidden(offer).get("challenge");
    assertThat(
            theirs.submit(ofThem, "name", "x", "passkey", sound, "challenge", challenge).status())
        .isEqualTo(409);
    for (String text :
        List.of(
            "{}",
            "null",
            sound.replace("attestationObject", "other"),
            sound.replaceAll("(attestationObject\":\").{40}", "$1"),
            sound.replaceAll("(clientDataJSON\":\")[^\"]*", "$1"))) {
      assertThat(first.submit(offer, "name", "x", "passkey", text).status())
          .as(text)
          .isEqualTo(400);
    }
  }

  @Test
  void a_page_with_an_error_carries_the_first_challenge() {
    Answer offer = post(first, "passkeys/new");

    Answer again = create(offer, "");

    assertThat(again.status()).isEqualTo(400);
    assertThat(PasskeyDevice.options(again)).isEqualTo(PasskeyDevice.options(offer));
    assertThat(create(again, "Laptop").status()).isEqualTo(303);
  }

  @Test
  void with_an_old_sign_in_the_form_for_a_new_passkey_gives_no_challenge_and_adds_nothing() {
    latchkey.clock.pass(Duration.ofMinutes(11));

    for (String challenge : List.of("", "x", "AAAA")) {
      Answer refused = post(first, "passkeys", "name", "", "challenge", challenge);

      assertThat(refused.status()).as(challenge).isEqualTo(409);
      assertThat(refused.body()).doesNotContain("data-passkey=\"create\"");
    }
  }

  @Test
  void a_challenge_from_a_recent_sign_in_does_not_add_a_passkey_long_after() {
    latchkey.clock.pass(Duration.ofMinutes(9));
    Answer offer = post(first, "passkeys/new");
    latchkey.clock.pass(Duration.ofMinutes(2));

    for (Answer refused :
        List.of(
            create(offer, "Laptop"),
            create(create(offer, ""), "Laptop"),
            create(offer, "Laptop", "current_password", "wrong"))) {
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.body()).contains("name=\"current_password\"", "value=\"Laptop\"");
      assertThat(PasskeyDevice.options(refused)).isEqualTo(PasskeyDevice.options(offer));
    }

    Answer unnamed = create(offer, "", "current_password", person.password());
    assertThat(unnamed.status()).isEqualTo(400);
    assertThat(create(unnamed, "Laptop").status()).isEqualTo(303);
    assertThat(auditRecords("passkey_add", "ok")).isEqualTo(2);
  }

  @Test
  void long_after_sign_in_it_takes_the_place_of_the_password_once() {
    latchkey.clock.pass(Duration.ofMinutes(11));
    String before = first.cookie("latchkey_session");
    Browser copy = first.at(latchkey.url());
    Answer page = first.get(SECURITY);
    String signed = device.sign(PasskeyDevice.optionsAgain(page));

    Answer offer = post(first, "passkeys/new", "current_passkey", signed);

    assertThat(offer.status()).isEqualTo(200);
    assertThat(first.cookie("latchkey_session")).isNotEqualTo(before);
    assertThat(isSignedIn(copy)).isFalse();
    assertThat(post(first, "passkeys/new").status()).as("not asked again").isEqualTo(200);
    assertThat(auditRecords("sign_in", "passkey_again")).isEqualTo(1);
    latchkey.clock.pass(Duration.ofMinutes(11));
    assertThat(post(first, "passkeys/new", "current_passkey", signed).status()).isEqualTo(403);
  }

  @Test
  void in_place_of_the_password_it_must_fit_the_person_the_session_and_the_step() {
    Browser other = latchkey.browser();
    Answer page = other.get("/sign-in");
    signIn(other, page, device.sign(PasskeyDevice.options(page)));
    var strange = new PasskeyDevice(latchkey.url());
    add(latchkey.browser().signIn(latchkey.person()), strange);
    latchkey.clock.pass(Duration.ofMinutes(11));
    Answer asking = first.get(SECURITY);

    String ofStep = device.sign(PasskeyDevice.options(asking));
    String ofSession = device.sign(PasskeyDevice.optionsAgain(other.get(SECURITY)));
    String ofPerson = strange.sign(PasskeyDevice.optionsAgain(asking));
    device.isVerifying = false;
    String unverified = device.sign(PasskeyDevice.optionsAgain(first.get(SECURITY)));

    for (String wrong : List.of(ofStep, ofSession, ofPerson, unverified, "{}", "x")) {
      Answer refused = post(first, "passkeys/new", "current_passkey", wrong);
      assertThat(refused.status()).as(wrong).isEqualTo(403);
      assertThat(refused.body()).contains("The passkey could not be checked");
    }
    device.isVerifying = true;
    String right = device.sign(PasskeyDevice.optionsAgain(first.get(SECURITY)));
    assertThat(post(first, "passkeys/new", "current_passkey", right).status()).isEqualTo(200);
  }

  @Test
  void of_many_requests_with_one_answer_in_place_of_the_password_one_is_let_through() {
    latchkey.clock.pass(Duration.ofMinutes(11));
    Answer page = first.get(SECURITY);
    String token = Browser.hidden(page).get("form_token");
    String signed = device.sign(PasskeyDevice.optionsAgain(page));
    Map<String, String> form = App.fields("form_token", token, "current_passkey", signed);

    List<Answer> answers =
        Crowd.of(8, i -> first.at(latchkey.url()).post(SECURITY + "/passkeys/new", form));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
  }

  @Test
  void a_person_without_a_passkey_is_asked_for_the_password_only() {
    Browser plain = latchkey.browser().signIn(latchkey.person());
    latchkey.clock.pass(Duration.ofMinutes(11));

    assertThat(plain.get(SECURITY).body())
        .contains("name=\"current_password\"")
        .doesNotContain("current_passkey");
  }

  /** Sends the form for a new passkey with the answer of a new device. */
  private Answer create(Answer offer, String name, String... more) {
    return create(offer, new PasskeyDevice(latchkey.url()), name, more);
  }

  private Answer create(Answer offer, PasskeyDevice with, String name, String... more) {
    String created = with.create(PasskeyDevice.options(offer));
    String[] fields =
        Stream.concat(Stream.of("name", name, "passkey", created), Stream.of(more))
            .toArray(String[]::new);
    return first.submit(offer, fields);
  }

  private Answer signIn(PasskeyDevice with) {
    Browser browser = latchkey.browser();
    Answer page = browser.get("/sign-in");
    return signIn(browser, page, with.sign(PasskeyDevice.options(page)));
  }

  private static Answer signIn(Browser browser, Answer page, String answer) {
    return browser.post("/sign-in/passkey", Http.fields(Browser.hidden(page), "passkey", answer));
  }

  private Browser afterPassword() {
    Browser browser = latchkey.browser();
    Answer half =
        browser.submit(
            browser.get("/sign-in"), "email", person.email(), "password", person.password());
    assertThat(half.location()).isEqualTo("/sign-in/code");
    return browser;
  }

  private static Answer codeForm(Browser browser) {
    return browser.get("/sign-in/code");
  }

  /** Completes the second step with this device. */
  private static Answer answer(Browser browser, PasskeyDevice with) {
    return complete(browser, with.sign(PasskeyDevice.options(browser.get("/sign-in/code"))));
  }

  private static Answer complete(Browser browser, String answer) {
    String token = Browser.hidden(browser.get("/sign-in")).get("form_token");
    return browser.post("/sign-in/code", App.fields("form_token", token, "passkey", answer));
  }

  private static Answer post(Browser browser, String form, String... fields) {
    return Authenticator.post(browser, form, fields);
  }

  private Answer remove(String... password) {
    String token = Browser.hidden(first.get(SECURITY)).get("form_token");
    return first.post(
        SECURITY + "/passkeys/remove",
        Http.fields(App.fields("form_token", token, "passkey_id", device.id()), password));
  }

  private static Answer add(Browser browser, PasskeyDevice device) {
    Answer offer = post(browser, "passkeys/new");
    return browser.submit(
        offer, "name", "Phone", "passkey", device.create(PasskeyDevice.options(offer)));
  }

  private static boolean isSignedIn(Browser browser) {
    return browser.get(SECURITY).status() == 200;
  }

  private long auditRecords(String event, String outcome) {
    return latchkey
        .log()
        .lines()
        .filter(line ->
            line.contains("\"" + event + "\"")
                && line.contains("\"" + outcome + "\"")
                && line.contains(person.id()))
        .count();
  }
}
