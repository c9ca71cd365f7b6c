package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A person sees and ends their own sessions, and changes their password (security rows 81, 95-97).
 */
class AccountSecurityTest extends OnBothStores {
  private static final String HERE = "/account/security";
  private static final String FRESH = " seven wet umbrellas ";
  private static final Pattern SESSION = Pattern.compile("name=\"session\" value=\"([^\"]+)\"");

  private final Person person = latchkey.person();
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(person);
  }

  @Test
  void the_sessions_are_listed_and_the_current_one_is_marked() {
    assertThat(sessions(browser)).isEmpty();
    latchkey.browser().signIn(person);
    latchkey.browser().signIn(latchkey.person());

    Answer page = browser.get(HERE);

    assertThat(page.status()).isEqualTo(200);
    assertThat(sessions(browser)).hasSize(1);
    assertThat(page.body())
        .containsOnlyOnce("<mark>this browser</mark>")
        .contains("127.0.0.1", latchkey.clock.instant().toString())
        .doesNotContain(browser.cookie("latchkey_session"));
  }

  @Test
  void a_session_names_its_browser_and_system_but_not_the_header() {
    signInAs("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0");
    signInAs("<b>anything</b>");

    Answer page = browser.get(HERE);

    assertThat(page.body())
        .contains("<strong>Firefox on Windows</strong>", "<strong>Unknown browser</strong>")
        .doesNotContain("Mozilla", "rv:140", "Firefox/", "anything");
  }

  @Test
  void signing_out_everywhere_ends_this_session_too_and_leads_to_the_sign_in_page() {
    Browser other = latchkey.browser().signIn(person);
    Browser ofAnother = latchkey.browser().signIn(latchkey.person());
    Browser copy = browser.at(latchkey.url());

    Answer ended = send(browser, "sessions", "which", "everywhere");

    assertThat(ended.status()).isEqualTo(303);
    assertThat(ended.location()).isEqualTo("/sign-in");
    assertThat(browser.cookie("latchkey_session")).isEmpty();
    assertThat(isSignedIn(copy)).isFalse();
    assertThat(isSignedIn(other)).isFalse();
    assertThat(isSignedIn(ofAnother)).isTrue();
    assertThat(auditRecords("session_end", "all")).isEqualTo(1);
  }

  @Test
  void signing_out_everywhere_is_possible_with_one_session_and_needs_the_password_later() {
    latchkey.clock.pass(Duration.ofMinutes(11));
    assertThat(browser.get(HERE).body()).contains("value=\"everywhere\"");
    Browser other = latchkey.browser().signIn(person);

    assertThat(send(browser, "sessions", "which", "everywhere").status()).isEqualTo(403);
    assertThat(isSignedIn(other)).isTrue();

    Answer ended =
        send(browser, "sessions", "which", "everywhere", "current_password", person.password());
    assertThat(ended.location()).isEqualTo("/sign-in");
    assertThat(browser.cookie("latchkey_session")).isEmpty();
    assertThat(isSignedIn(other)).isFalse();
  }

  private void signInAs(String userAgent) {
    Browser fresh = latchkey.browser();
    Map<String, String> form =
        Http.fields(
            Browser.hidden(fresh.get("/sign-in")),
            "email",
            person.email(),
            "password",
            person.password());
    assertThat(fresh.post("/sign-in", form, "User-Agent", userAgent).status()).isEqualTo(303);
  }

  @Test
  void only_the_selected_session_ends() {
    Browser other = latchkey.browser().signIn(person);
    String session = sessions(browser).getFirst();
    Browser third = latchkey.browser().signIn(person);

    Answer ended = send(browser, "sessions", "which", "chosen", "session", session);

    assertThat(ended.status()).isEqualTo(303);
    assertThat(isSignedIn(other)).isFalse();
    assertThat(isSignedIn(third)).isTrue();
    assertThat(isSignedIn(browser)).isTrue();
    assertThat(auditRecords("session_end", "ok")).isEqualTo(1);
  }

  @Test
  void all_other_sessions_can_be_ended_together() {
    Browser other = latchkey.browser().signIn(person);
    Browser third = latchkey.browser().signIn(person);

    assertThat(send(browser, "sessions", "which", "others").status()).isEqualTo(303);

    assertThat(isSignedIn(other)).isFalse();
    assertThat(isSignedIn(third)).isFalse();
    assertThat(isSignedIn(browser)).isTrue();
  }

  @Test
  void the_session_of_another_person_is_not_found_and_stays_active() {
    latchkey.browser().signIn(person);
    String session = sessions(browser).getFirst();
    Browser stranger = latchkey.browser().signIn(latchkey.person());

    Answer refused = send(stranger, "sessions", "which", "chosen", "session", session);

    assertThat(refused.status()).isEqualTo(404);
    assertThat(sessions(browser)).containsExactly(session);
    assertThat(send(stranger, "sessions", "which", "chosen").status()).isEqualTo(400);
    assertThat(send(stranger, "sessions", "which", "chosen", "session", "x").status())
        .isEqualTo(400);
  }

  @Test
  void ending_sessions_long_after_sign_in_needs_the_password() {
    latchkey.clock.pass(Duration.ofMinutes(11));
    Browser other = latchkey.browser().signIn(person);

    assertThat(send(browser, "sessions", "which", "others").status()).isEqualTo(403);
    assertThat(send(browser, "sessions", "which", "others", "current_password", "wrong").status())
        .isEqualTo(403);
    assertThat(isSignedIn(other)).isTrue();

    assertThat(
            send(browser, "sessions", "which", "others", "current_password", person.password())
                .status())
        .isEqualTo(303);
    assertThat(isSignedIn(other)).isFalse();
  }

  @Test
  void a_changed_password_ends_every_other_session_and_renews_this_one() {
    Browser other = latchkey.browser().signIn(person);
    String before = browser.cookie("latchkey_session");
    Browser copy = browser.at(latchkey.url());

    Answer changed = change(person.password(), FRESH);

    assertThat(changed.status()).isEqualTo(303);
    assertThat(isSignedIn(other)).isFalse();
    assertThat(isSignedIn(copy)).isFalse();
    assertThat(browser.cookie("latchkey_session")).isNotEqualTo(before);
    assertThat(isSignedIn(browser)).isTrue();
    assertThat(signInWith(person.password()).status()).isEqualTo(401);
    assertThat(signInWith(FRESH.strip()).status()).isEqualTo(401);
    assertThat(signInWith(FRESH).status()).isEqualTo(303);
    assertThat(auditRecords("password_change", "ok")).isEqualTo(1);
  }

  @Test
  void without_the_current_password_nothing_changes() {
    Browser other = latchkey.browser().signIn(person);

    assertThat(change(null, FRESH).status()).isEqualTo(403);
    assertThat(change("a wrong one", FRESH).status()).isEqualTo(403);

    assertThat(isSignedIn(other)).isTrue();
    assertThat(signInWith(FRESH).status()).isEqualTo(401);
    assertThat(signInWith(person.password()).status()).isEqualTo(303);
    assertThat(auditRecords("sign_in", "password_change_wrong")).isEqualTo(1);
  }

  @Test
  void wrong_current_passwords_count_as_wrong_sign_ins() {
    Answer last = change("wrong 0", FRESH);
    for (int i = 1; i <= 10; i++) {
      last = change("wrong " + i, FRESH);
    }

    assertThat(last.status()).isEqualTo(429);
    assertThat(last.has("Retry-After")).isTrue();
    assertThat(change(person.password(), FRESH).status()).isEqualTo(429);
    assertThat(signInWith(person.password()).status()).isEqualTo(429);
  }

  @Test
  void of_many_changes_at_once_one_wins() {
    String token = token(browser);

    List<Answer> answers =
        Crowd.of(
            6,
            i ->
                browser
                    .at(latchkey.url())
                    .post(HERE + "/password", fields(token, person.password(), FRESH + i)));

    assertThat(answers.stream().filter(answer -> answer.status() == 303)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1234567",
        "password",
        "PassWord1",
        "latchkey-2026",
        "PERSON@EXAMPLE.COM",
        "person!!1"
      })
  void a_password_that_is_easy_to_guess_is_refused(String chosen) {
    assertThat(change(person.password(), chosen).status()).isEqualTo(400);
    assertThat(change(person.password(), person.email()).status()).isEqualTo(400);
    assertThat(change(person.password(), person.user().name() + "!").status()).isEqualTo(400);
    assertThat(change(person.password(), "x".repeat(129)).status()).isEqualTo(400);
    assertThat(signInWith(person.password()).status()).isEqualTo(303);
  }

  @ParameterizedTest
  @ValueSource(strings = {"vW8+ \u00e4\u4e2d", "\ud83d\udd11", "long"})
  void every_character_of_a_password_counts(String kind) {
    String chosen = kind.equals("long") ? "x".repeat(127) + "y" : kind.repeat(8);
    assertThat(change(person.password(), chosen).status()).isEqualTo(303);

    assertThat(signInWith(chosen.substring(0, chosen.length() - 1) + "z").status()).isEqualTo(401);
    assertThat(signInWith(chosen).status()).isEqualTo(303);
  }

  @Test
  void a_new_password_must_be_repeated_correctly() {
    Map<String, String> fields = fields(token(browser), person.password(), FRESH);

    Answer refused =
        browser.post(HERE + "/password", Http.fields(fields, "repeated_password", "other"));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(signInWith(person.password()).status()).isEqualTo(303);
  }

  private Answer change(String current, String chosen) {
    return browser.post(HERE + "/password", fields(token(browser), current, chosen));
  }

  private static Map<String, String> fields(String token, String current, String chosen) {
    return Http.fields(
        Map.of("form_token", token),
        "current_password",
        current,
        "new_password",
        chosen,
        "repeated_password",
        chosen);
  }

  private static Answer send(Browser browser, String form, String... fields) {
    return browser.post(
        HERE + "/" + form, Http.fields(Map.of("form_token", token(browser)), fields));
  }

  private Answer signInWith(String password) {
    Browser fresh = latchkey.browser();
    return fresh.submit(fresh.get("/sign-in"), "email", person.email(), "password", password);
  }

  private static boolean isSignedIn(Browser browser) {
    return browser.get(HERE).status() == 200;
  }

  private static String token(Browser browser) {
    return Browser.hidden(browser.get(HERE)).get("form_token");
  }

  private static List<String> sessions(Browser browser) {
    return SESSION
        .matcher(browser.get(HERE).body())
        .results()
        .map(found -> found.group(1))
        .toList();
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
