package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How a session starts and ends (security rows 76 to 79 and 112). */
class SessionsTest extends OnBothStores {
  private static final String HERE = "/account/credentials";
  private static final String COOKIE = "latchkey_session";

  private final Person person = latchkey.person();
  private final Browser browser = latchkey.browser();

  @Test
  void sign_in_replaces_a_planted_session() {
    Person attacker = latchkey.person();
    Browser planted = latchkey.browser().signIn(attacker);
    String theirs = planted.cookie(COOKIE);

    planted.signIn(person);

    assertThat(planted.cookie(COOKIE)).isNotEqualTo(theirs);
    assertThat(isSignedIn(planted)).isTrue();
    assertThat(opens(theirs)).isFalse();
  }

  @Test
  void a_made_up_session_key_is_not_accepted() {
    assertThat(opens("lk_ss_" + "0".repeat(49))).isFalse();
    assertThat(opens("anything")).isFalse();
    assertThat(opens("")).isFalse();
  }

  @Test
  void signing_out_ends_the_session_at_the_server() {
    browser.signIn(person);
    String before = browser.cookie(COOKIE);

    Answer out = browser.signOut();

    assertThat(out.status()).isEqualTo(303);
    assertThat(browser.cookie(COOKIE)).isEmpty();
    assertThat(opens(before)).isFalse();
  }

  @Test
  void a_session_without_use_ends() {
    browser.signIn(person);
    Duration idle = latchkey.settings().limits().sessionIdle();
    latchkey.clock.pass(idle.minusSeconds(1));
    assertThat(isSignedIn(browser)).isTrue();
    latchkey.clock.pass(idle.minusSeconds(1));
    assertThat(isSignedIn(browser)).as("used half way").isTrue();

    latchkey.clock.pass(idle);

    assertThat(isSignedIn(browser)).isFalse();
  }

  @Test
  void a_session_in_use_ends_too() {
    browser.signIn(person);
    Duration most = latchkey.settings().limits().session();
    Duration step = latchkey.settings().limits().sessionIdle().minusSeconds(1);
    Duration spent = Duration.ZERO;
    for (; spent.plus(step).compareTo(most) < 0; spent = spent.plus(step)) {
      latchkey.clock.pass(step);
      assertThat(isSignedIn(browser)).as("after %s", spent.plus(step)).isTrue();
    }

    latchkey.clock.pass(most.minus(spent));

    assertThat(isSignedIn(browser)).isFalse();
  }

  @Test
  void the_cookie_is_out_of_reach_for_scripts_and_other_sites() {
    Answer in =
        browser.submit(
            browser.get("/sign-in"), "email", person.email(), "password", person.password());

    assertThat(in.headers().allValues("Set-Cookie"))
        .filteredOn(cookie -> cookie.startsWith(COOKIE + "="))
        .singleElement()
        .asString()
        .contains("; HttpOnly", "; SameSite=Lax", "; Path=/")
        .doesNotContain("Domain", "Max-Age");
  }

  @Test
  void another_site_can_start_a_sign_in_but_not_finish_one() {
    App app = latchkey.app();

    Answer started =
        browser.follow(
            browser.get("/oauth2/authorize?" + app.request(), "Sec-Fetch-Site", "cross-site"));
    Answer forced =
        browser.post(
            "/sign-in",
            Http.fields(
                Browser.hidden(started), "email", person.email(), "password", person.password()),
            "Sec-Fetch-Site",
            "cross-site");

    assertThat(started.status()).isEqualTo(200);
    assertThat(started.body()).contains("name=\"password\"");
    assertThat(forced.status()).isEqualTo(403);
    assertThat(browser.cookie(COOKIE)).isEmpty();
  }

  private static boolean isSignedIn(Browser browser) {
    return browser.get(HERE).status() == 200;
  }

  private boolean opens(String session) {
    Answer answer = Http.here().get(latchkey.url() + HERE, "Cookie", COOKIE + "=" + session);
    return answer.status() == 200;
  }
}
