package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The password must be entered again before a sensitive action (rule 6.5; security rows 77 and 82).
 */
class PasswordAgainTest extends OnBothStores {
  private static final String SESSION = "latchkey_session";
  private static final Pattern TOKEN = Pattern.compile("name=\"form_token\" value=\"([^\"]+)\"");
  private static final String SECURITY = "/account/security";

  private final Person administrator = latchkey.administrator();
  private final App app = latchkey.app(administrator);
  private final Latchkey.Machine machine = latchkey.machine(administrator, Optional.empty());
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signInLongAgo() {
    browser.signIn(administrator);
    latchkey.clock.pass(Duration.ofMinutes(11));
  }

  @Test
  void the_password_gives_the_session_a_new_id_and_ends_the_old_one() {
    String before = browser.cookie(SESSION);
    Browser copy = browser.at(latchkey.url());

    assertThat(send(secrets(), "current_password", administrator.password()).status())
        .isEqualTo(200);

    assertThat(browser.cookie(SESSION)).isNotEqualTo(before);
    assertThat(isSignedIn(browser)).isTrue();
    assertThat(isSignedIn(copy)).isFalse();
    assertThat(send(secrets()).status()).as("not asked for again").isEqualTo(409);
  }

  @Test
  void the_page_that_answers_belongs_to_the_new_session() {
    Answer page = send(secrets(), "current_password", administrator.password());

    Matcher token = TOKEN.matcher(page.body());
    assertThat(token.find()).isTrue();
    Answer out = browser.post("/sign-out", Map.of("form_token", token.group(1)));
    assertThat(out.location()).isEqualTo("/sign-in");
    assertThat(isSignedIn(browser)).isFalse();
  }

  @Test
  void a_wrong_password_leaves_the_session_as_it_is() {
    String before = browser.cookie(SESSION);

    assertThat(send(secrets(), "current_password", "wrong").status()).isEqualTo(403);

    assertThat(browser.cookie(SESSION)).isEqualTo(before);
    assertThat(isSignedIn(browser)).isTrue();
  }

  @Test
  void ending_the_other_sessions_keeps_the_new_one() {
    Browser other = latchkey.browser().signIn(administrator);

    Answer ended =
        send(
            SECURITY + "/sessions",
            "which",
            "others",
            "current_password",
            administrator.password());

    assertThat(ended.status()).isEqualTo(303);
    assertThat(isSignedIn(other)).isFalse();
    assertThat(isSignedIn(browser)).isTrue();
  }

  @Test
  void a_new_password_is_taken_long_after_sign_in_and_the_browser_stays_signed_in() {
    Answer changed =
        send(
            SECURITY + "/password",
            "current_password",
            administrator.password(),
            "new_password",
            "seven wet umbrellas",
            "repeated_password",
            "seven wet umbrellas");

    assertThat(changed.status()).isEqualTo(303);
    assertThat(changed.headers().allValues("Set-Cookie"))
        .filteredOn(cookie -> cookie.startsWith(SESSION))
        .hasSize(1);
    assertThat(isSignedIn(browser)).isTrue();
  }

  @Test
  void a_wrong_current_password_in_the_change_form_counts_once() {
    for (int i = 0; i < 10; i++) {
      assertThat(change("wrong " + i).status()).isEqualTo(403);
    }

    Answer last = change("wrong 10");

    assertThat(last.status()).isEqualTo(429);
    assertThat(last.has("Retry-After")).isTrue();
  }

  @Test
  void every_page_says_when_to_try_again_after_too_many_wrong_ones() {
    for (int i = 0; i < 10; i++) {
      send(secrets(), "current_password", "wrong " + i);
    }
    String own = "/account/credentials/" + app.id();
    String all = "/organization/credentials/" + machine.credential().clientId().value();

    for (List<String> act :
        List.of(
            List.of(own + "/delete", "name", app.credential().name()),
            List.of(own + "/transfer", "new_owner", latchkey.person().email()),
            List.of(own + "/secrets/new"),
            List.of(all + "/tokens/new", "overlap", "NONE"),
            List.of("/organization/credentials/new", "name", "Machine", "scope", "read:issue:info"),
            List.of(SECURITY + "/sessions", "which", "others"),
            List.of(SECURITY + "/factor/new"),
            List.of(
                "/organization/people/new",
                "name",
                "New",
                "email",
                "new-" + administrator.email(),
                "role",
                "MEMBER"))) {
      Answer refused =
          browser.post(
              act.getFirst(),
              Http.fields(
                  fields("current_password", administrator.password()),
                  act.subList(1, act.size()).toArray(String[]::new)));

      assertThat(refused.status()).as(act.getFirst()).isEqualTo(429);
      assertThat(refused.headers().allValues("Retry-After"))
          .as(act.getFirst())
          .containsExactly("6");
    }
  }

  @Test
  void a_new_personal_credential_needs_it_and_nothing_must_be_typed_again() {
    Answer form = browser.get("/account/credentials/new");
    assertThat(form.body()).contains("name=\"current_password\"");
    String[] typed = {
      "name",
      "Board Sync",
      "redirect_uri",
      "https://board.example/callback",
      "scope",
      "read:issue:info",
      "option",
      "REQUIRE_PROOF_KEY",
      "networks",
      "192.0.2.0/24"
    };

    Answer refused = browser.submit(form, typed);

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body())
        .contains(
            "value=\"Board Sync\"",
            "value=\"https://board.example/callback\"",
            "192.0.2.0/24</textarea>",
            "This is not your password.")
        .containsPattern("value=\"read:issue:info\"[^>]* checked")
        .containsPattern("value=\"REQUIRE_PROOF_KEY\" checked")
        .doesNotContain("lk_cs_");
    assertThat(latchkey.owned(administrator)).hasSize(2);
    Answer created =
        browser.post(
            "/account/credentials/new",
            Http.fields(
                Http.fields(Browser.hidden(refused), typed),
                "current_password",
                administrator.password()));
    assertThat(created.status()).isEqualTo(200);
    assertThat(created.body()).contains("lk_cs_");
  }

  private String secrets() {
    return "/account/credentials/" + app.id() + "/secrets/new";
  }

  private Answer change(String current) {
    return send(
        SECURITY + "/password",
        "current_password",
        current,
        "new_password",
        "seven wet umbrellas",
        "repeated_password",
        "seven wet umbrellas");
  }

  private Answer send(String path, String... more) {
    return browser.post(path, fields(more));
  }

  private Map<String, String> fields(String... more) {
    String token = Browser.hidden(browser.get(SECURITY)).get("form_token");
    return Http.fields(
        Map.of("form_token", token, "form_id", Id.FORM.draw(new SecureRandom()).value()), more);
  }

  private static boolean isSignedIn(Browser browser) {
    return browser.get(SECURITY).status() == 200;
  }
}
