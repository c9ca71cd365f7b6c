package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.EnteredCode;
import dev.latchkey.model.person.Organization;
import dev.latchkey.storage.people.SecondFactors;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bouncycastle.util.encoders.Base32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The code of an authenticator app at sign-in (security rows 103, 104, 106). */
class SecondFactorTest extends OnBothStores {
  private static final String SECURITY = "/account/security";
  private static final Duration HALF_MINUTE = Duration.ofSeconds(30);

  private final Person person = latchkey.person();
  private final Browser first = latchkey.browser();
  private Authenticator app;

  @BeforeEach
  void enrol() {
    app = Authenticator.enrol(first.signIn(person), latchkey.clock.instant());
    latchkey.clock.pass(HALF_MINUTE);
  }

  @Test
  void after_the_password_the_code_is_asked_for_and_then_signs_in() {
    Browser browser = afterPassword();
    Answer page = browser.get("/sign-in/code");
    assertThat(page.status()).isEqualTo(200);

    Answer in = enter(browser, code());

    assertThat(in.location()).isEqualTo("/");
    assertThat(browser.cookie("latchkey_pending")).isEmpty();
    assertThat(isSignedIn(browser)).isTrue();
    assertThat(auditRecords("sign_in", "code_awaited")).isEqualTo(1);
  }

  @Test
  void the_code_leads_to_the_page_that_was_asked_for() {
    Browser browser = latchkey.browser();
    Answer page = browser.follow(browser.get("/account/apps"));
    Answer half = browser.submit(page, "email", person.email(), "password", person.password());

    Answer in = browser.submit(browser.follow(half), "code", code());

    assertThat(in.location()).isEqualTo("/account/apps");
  }

  @Test
  void the_password_alone_is_no_session() {
    Browser browser = afterPassword();
    String half = browser.cookie("latchkey_pending");

    assertThat(browser.cookie("latchkey_session")).isEmpty();
    assertThat(isSignedIn(browser)).isFalse();
    assertThat(
            Http.here()
                .get(latchkey.url() + SECURITY, "Cookie", "latchkey_session=" + half)
                .location())
        .isEqualTo("/sign-in?next=%2Faccount%2Fsecurity");
    assertThat(first.get(SECURITY).body()).containsOnlyOnce("data-label=\"Last seen\"");
  }

  @Test
  void of_many_browsers_with_one_code_exactly_one_is_let_in() {
    List<Browser> browsers = Stream.generate(this::afterPassword).limit(8).toList();
    List<Map<String, String>> forms =
        browsers.stream().map(each -> Browser.hidden(each.get("/sign-in/code"))).toList();
    String code = code();

    List<Answer> answers =
        Crowd.of(
            browsers.size(),
            i -> browsers.get(i).post("/sign-in/code", Http.fields(forms.get(i), "code", code)));

    assertThat(answers).filteredOn(answer -> answer.status() == 303).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.status() == 401).hasSize(7);
    assertThat(browsers).filteredOn(SecondFactorTest::isSignedIn).hasSize(1);
  }

  @Test
  void neither_a_used_code_nor_an_older_one_works() {
    String older = code();
    latchkey.clock.pass(HALF_MINUTE);
    String used = code();
    assertThat(enter(afterPassword(), used).status()).isEqualTo(303);

    assertThat(enter(afterPassword(), used).status()).isEqualTo(401);
    assertThat(enter(afterPassword(), older).status()).isEqualTo(401);
    latchkey.clock.pass(HALF_MINUTE);
    assertThat(enter(afterPassword(), code()).status()).isEqualTo(303);
  }

  @Test
  void a_key_from_a_recent_sign_in_does_not_set_up_the_app_long_after() {
    Person other = latchkey.person();
    Browser browser = latchkey.browser().signIn(other);
    latchkey.clock.pass(Duration.ofMinutes(9));
    Answer offer = Authenticator.post(browser, "factor/new");
    Authenticator theirs = Authenticator.reading(offer.body());
    latchkey.clock.pass(Duration.ofMinutes(2));
    String right = theirs.code(latchkey.clock.instant());

    Answer refused = browser.submit(offer, "code", right);

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body()).contains("name=\"current_password\"", theirs.key());
    assertThat(browser.get(SECURITY).body()).doesNotContain("Recovery codes");
    Answer wrong = browser.submit(refused, "code", "000000", "current_password", other.password());
    assertThat(wrong.status()).isEqualTo(403);
    assertThat(browser.submit(wrong, "code", right).status()).isEqualTo(200);
  }

  @Test
  void the_code_that_confirmed_the_app_does_not_sign_in() {
    Person other = latchkey.person();
    Browser browser = latchkey.browser().signIn(other);
    Authenticator fresh = Authenticator.enrol(browser, latchkey.clock.instant());
    Browser second = afterPassword(other);

    assertThat(enter(second, fresh.code(latchkey.clock.instant())).status()).isEqualTo(401);
  }

  @Test
  void of_100_guesses_at_once_ten_are_compared_and_the_owner_is_let_in_elsewhere() {
    Browser guesser = afterPassword();
    Map<String, String> form = Browser.hidden(guesser.get("/sign-in/code"));
    String right = code();

    List<Answer> answers =
        Crowd.of(
            100,
            i ->
                guesser
                    .at(latchkey.url())
                    .post("/sign-in/code", Http.fields(form, "code", wrong(app, i))));

    assertThat(answers).filteredOn(answer -> answer.status() == 401).hasSize(10);
    // 503: on a busy machine some wait too long for their turn.
    assertThat(answers).extracting(Answer::status).isSubsetOf(401, 429, 503);
    assertThat(enter(guesser, right).status()).isEqualTo(429);
    var owner = new Browser(latchkey.url(), Http.elsewhere());
    assertThat(enter(afterPassword(owner, person), right).status()).isEqualTo(303);
  }

  @Test
  void after_a_hundred_wrong_codes_a_day_a_recovery_code_helps() {
    for (int wait = 0; wait < 5; wait++) {
      Browser guesser = afterPassword();
      for (int i = 0; i < 20; i++) {
        latchkey.clock.pass(Duration.ofSeconds(6));
        assertThat(enter(guesser, wrong(app, i)).status()).isEqualTo(401);
      }
    }

    Browser browser = afterPassword();
    Answer refused = enter(browser, code());
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.body()).contains("Use a recovery code");
    assertThat(enter(browser, app.recoveryCodes().getFirst()).status()).isEqualTo(303);
    latchkey.clock.pass(Duration.ofDays(1));
    assertThat(enter(afterPassword(), code()).status()).isEqualTo(303);
  }

  @Test
  void each_recovery_code_works_once_also_at_once() {
    assertThat(app.recoveryCodes()).hasSize(10).doesNotHaveDuplicates();
    List<Browser> browsers = Stream.generate(this::afterPassword).limit(6).toList();
    String code = app.recoveryCodes().getFirst();

    List<Answer> answers = Crowd.of(browsers.size(), i -> enter(browsers.get(i), code));

    assertThat(answers).filteredOn(answer -> answer.status() == 303).hasSize(1);
    assertThat(auditRecords("recovery_code_use", "ok")).isEqualTo(1);
    assertThat(first.get(SECURITY).body()).contains("still work: 9 of 10");
  }

  @Test
  void the_wait_for_the_code_ends_after_five_minutes() {
    Browser browser = afterPassword();
    latchkey.clock.pass(Duration.ofMinutes(5));

    assertThat(browser.get("/sign-in/code").location()).isEqualTo("/sign-in");
    Answer late = post(browser, code());

    assertThat(late.location()).startsWith("/sign-in?");
    assertThat(isSignedIn(browser)).isFalse();
  }

  @Test
  void another_browser_does_not_wait_for_the_code() {
    afterPassword();
    Browser other = latchkey.browser();

    assertThat(other.get("/sign-in/code").location()).isEqualTo("/sign-in");
    assertThat(post(other, code()).location()).startsWith("/sign-in?");
  }

  @Test
  void a_reset_keeps_the_app_and_ends_the_wait_for_a_code() {
    Browser waiting = afterPassword();
    String chosen = "seven wet umbrellas";
    Answer handout = act(latchkey.browser().signIn(latchkey.administrator()), "link", person);
    String link = handout.body().replaceAll("(?s).*>(http\\S+/password\\?key=\\S+?)<.*", "$1");
    Browser fresh = latchkey.browser();
    Answer reset =
        fresh.submit(fresh.get(link), "new_password", chosen, "repeated_password", chosen);
    assertThat(reset.status()).isEqualTo(303);

    assertThat(post(waiting, code()).location()).startsWith("/sign-in?");
    Browser browser = afterPassword(new Person(person.user(), chosen));
    latchkey.clock.pass(HALF_MINUTE);
    assertThat(enter(browser, code()).status()).isEqualTo(303);
  }

  @Test
  void disabling_ends_the_wait_for_a_code() {
    Browser waiting = afterPassword();
    latchkey.disable(person);
    latchkey.enable(person);

    assertThat(post(waiting, code()).location()).startsWith("/sign-in?");
  }

  @Test
  void adding_an_app_signs_every_other_browser_out() {
    Person other = latchkey.person();
    Browser here = latchkey.browser().signIn(other);
    Browser there = latchkey.browser().signIn(other);

    Authenticator.enrol(here, latchkey.clock.instant());

    assertThat(isSignedIn(here)).isTrue();
    assertThat(isSignedIn(there)).isFalse();
    assertThat(auditRecords("second_factor_add", "ok", other)).isEqualTo(1);
  }

  @Test
  void only_a_code_of_the_key_on_offer_turns_it_on() {
    Person other = latchkey.person();
    Browser browser = latchkey.browser().signIn(other);
    Answer offer = Authenticator.post(browser, "factor/new");
    Authenticator fresh = Authenticator.reading(offer.body());
    String right = fresh.code(latchkey.clock.instant());

    Answer refused = browser.submit(offer, "code", wrong(fresh, 0));

    assertThat(refused.status()).isEqualTo(403);
    assertThat(Authenticator.reading(refused.body()).key()).isEqualTo(fresh.key());
    assertThat(latchkey.browser().signIn(other).cookie("latchkey_session")).isNotEmpty();
    assertThat(browser.submit(refused, "code", right).status()).isEqualTo(200);
    assertThat(browser.submit(refused, "code", right).status()).isEqualTo(409);
  }

  @Test
  void a_key_offered_to_another_person_or_forged_is_refused() {
    Person other = latchkey.person();
    Browser browser = latchkey.browser().signIn(other);
    Answer offer = Authenticator.post(browser, "factor/new");
    Authenticator fresh = Authenticator.reading(offer.body());
    String sealed = Browser.hidden(offer).get("offer");
    String right = fresh.code(latchkey.clock.instant());

    Browser stranger = latchkey.browser().signIn(latchkey.person());
    Browser again = latchkey.browser().signIn(other);

    for (String text : List.of(sealed, sealed.substring(4), "AAAA", "", "?")) {
      assertThat(confirm(stranger, text, right).status()).isEqualTo(409);
      assertThat(confirm(again, text, right).status()).isEqualTo(409);
    }
    assertThat(confirm(browser, sealed, right).status()).isEqualTo(200);
  }

  @Test
  void removing_the_app_needs_its_code_and_long_after_sign_in_the_password() {
    Browser other = afterPassword();
    enter(other, code());
    latchkey.clock.pass(Duration.ofMinutes(11));

    assertThat(remove("code", code()).status()).isEqualTo(403);
    assertThat(remove("code", code(), "current_password", "wrong").status()).isEqualTo(403);
    assertThat(remove("current_password", person.password()).status()).isEqualTo(403);
    assertThat(remove("code", wrong(app, 1), "current_password", person.password()).status())
        .isEqualTo(403);
    assertThat(isSignedIn(other)).isTrue();

    assertThat(remove("code", code(), "current_password", person.password()).status())
        .isEqualTo(303);
    assertThat(isSignedIn(first)).isTrue();
    assertThat(isSignedIn(other)).isFalse();
    assertThat(latchkey.browser().signIn(person).cookie("latchkey_session")).isNotEmpty();
    assertThat(auditRecords("second_factor_remove", "ok")).isEqualTo(1);
  }

  @Test
  void wrong_codes_of_a_signed_in_browser_count_as_wrong_sign_ins() {
    String right = code();
    Answer last = remove("code", wrong(app, 0));
    for (int i = 1; i <= 10; i++) {
      last = remove("code", wrong(app, i));
    }

    assertThat(last.status()).isEqualTo(429);
    assertThat(last.has("Retry-After")).isTrue();
    assertThat(enter(afterPassword(), right).status()).isEqualTo(429);
  }

  @Test
  void new_recovery_codes_invalidate_the_old_ones() {
    Answer renewed = Authenticator.post(first, "factor/codes", "code", code());
    List<String> fresh = Authenticator.codesOn(renewed.body());

    assertThat(fresh).hasSize(10).doesNotContainAnyElementsOf(app.recoveryCodes());
    assertThat(enter(afterPassword(), app.recoveryCodes().getFirst()).status()).isEqualTo(401);
    assertThat(enter(afterPassword(), fresh.getFirst()).status()).isEqualTo(303);
  }

  @Test
  void an_administrator_removes_the_app_and_every_session_ends() {
    Browser admin = latchkey.browser().signIn(latchkey.administrator());
    assertThat(admin.get(page(person)).body()).contains("Remove the second factor");

    Answer done = act(admin, "factor", person);

    assertThat(done.location()).endsWith("?done=factor");
    assertThat(isSignedIn(first)).isFalse();
    assertThat(latchkey.browser().signIn(person).cookie("latchkey_session")).isNotEmpty();
    assertThat(admin.get(page(person)).body()).doesNotContain("Remove the second factor");
    assertThat(auditRecords("second_factor_remove", "ok")).isEqualTo(1);
  }

  @Test
  void nobody_else_can_remove_it() {
    Browser member = latchkey.browser().signIn(latchkey.person());
    var elsewhere = latchkey.organization(Organization.Kind.MULTI_TEAM);
    Browser stranger = latchkey.browser().signIn(latchkey.administrator(elsewhere));

    assertThat(act(member, "factor", person).status()).isIn(403, 404);
    assertThat(act(stranger, "factor", person).status()).isEqualTo(404);

    assertThat(afterPassword().get("/sign-in/code").status()).isEqualTo(200);
  }

  @Test
  void signing_in_with_a_code_leads_back_to_the_app_that_asked() {
    App asking = latchkey.app();
    Browser browser = latchkey.browser();
    Answer signIn = browser.authorize(asking.request());
    Answer half = browser.submit(signIn, "email", person.email(), "password", person.password());
    Answer consent = browser.follow(browser.submit(browser.follow(half), "code", code()));

    assertThat(browser.approve(consent).sent()).containsKey("code");
  }

  @Test
  void neither_the_store_nor_the_log_contains_the_key_or_a_code() {
    RequestMoment now = latchkey.now();
    var known =
        (SecondFactors.Attempt.Known)
            latchkey
                .stores()
                .signIn()
                .factors()
                .attempt(person.user().id(), new EnteredCode.OfApp("000000"), now);
    byte[] key = Base32.decode(app.key());

    byte[] sealed = known.sealedKey().orElseThrow();
    assertThat(sealed).hasSizeGreaterThan(key.length);
    assertThat(IntStream.range(0, sealed.length - 3))
        .noneMatch(at -> Arrays.equals(sealed, at, at + 4, key, 0, 4));
    enter(afterPassword(), code());
    assertThat(latchkey.log())
        .doesNotContain(app.key(), code())
        .doesNotContain(app.recoveryCodes());
  }

  private String code() {
    return app.code(latchkey.clock.instant());
  }

  /** A code that is not valid at this moment. */
  private String wrong(Authenticator app, int number) {
    List<String> right =
        Stream.of(-1, 0, 1)
            .map(step -> latchkey.clock.instant().plusSeconds(30L * step))
            .map(app::code)
            .toList();
    return IntStream.iterate(number, next -> next + 100)
        .mapToObj(next -> String.format("%06d", next))
        .filter(code -> !right.contains(code))
        .findFirst()
        .orElseThrow();
  }

  private Browser afterPassword() {
    return afterPassword(person);
  }

  private Browser afterPassword(Person who) {
    return afterPassword(latchkey.browser(), who);
  }

  private static Browser afterPassword(Browser browser, Person who) {
    Answer half =
        browser.submit(browser.get("/sign-in"), "email", who.email(), "password", who.password());
    assertThat(half.location()).isEqualTo("/sign-in/code");
    return browser;
  }

  private static Answer enter(Browser browser, String code) {
    return browser.submit(browser.get("/sign-in/code"), "code", code);
  }

  /** Sends a code from a form that was loaded earlier, so that the test can send it too late. */
  private static Answer post(Browser browser, String code) {
    String token = Browser.hidden(browser.get("/sign-in")).get("form_token");
    return browser.post("/sign-in/code", App.fields("form_token", token, "code", code));
  }

  private static Answer confirm(Browser browser, String offer, String code) {
    return Authenticator.post(browser, "factor/confirm", "offer", offer, "code", code);
  }

  private Answer remove(String... fields) {
    return Authenticator.post(first, "factor/remove", fields);
  }

  private static String page(Person whom) {
    return "/organization/people/" + whom.id();
  }

  private static Answer act(Browser browser, String form, Person whom) {
    String token = Browser.hidden(browser.get(SECURITY)).get("form_token");
    return browser.post(page(whom) + "/" + form, App.fields("form_token", token));
  }

  private static boolean isSignedIn(Browser browser) {
    return browser.get(SECURITY).status() == 200;
  }

  private long auditRecords(String event, String outcome) {
    return auditRecords(event, outcome, person);
  }

  private long auditRecords(String event, String outcome, Person who) {
    return latchkey
        .log()
        .lines()
        .filter(line ->
            line.contains("\"" + event + "\"")
                && line.contains("\"" + outcome + "\"")
                && line.contains(who.id()))
        .count();
  }
}
