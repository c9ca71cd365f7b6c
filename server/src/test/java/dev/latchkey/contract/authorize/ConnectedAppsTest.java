package dev.latchkey.contract.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A person sees which apps they have allowed, and ends their access (rule 6.2). */
class ConnectedAppsTest extends OnBothStores {
  private static final String HERE = "/account/apps";
  private static final Pattern END = Pattern.compile("href=\"(/account/apps/[^\"]+/end)\"");

  private final Person owner = latchkey.person();
  private final Person person = latchkey.person();
  private final App app = latchkey.app(owner);
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(person);
  }

  @Test
  void the_page_describes_what_was_allowed() {
    assertThat(browser.get(HERE).body()).contains("No connected apps");
    app.tokens(browser);

    Answer page = browser.get(HERE);

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body())
        .contains(app.credential().name(), owner.user().name())
        .contains(latchkey.organization().name())
        .contains(person.user().teams().getFirst().team().name())
        .contains(latchkey.clock.instant().toString())
        .contains(latchkey.clock.instant().plus(Duration.ofDays(365)).toString());
    assertThat(ends(page)).hasSize(1);
  }

  @Test
  void the_page_shows_when_access_was_first_and_last_used() {
    Tokens tokens = app.tokens(browser);
    assertThat(browser.get(HERE).body()).contains("Not used yet").doesNotContain("First used on");
    latchkey.clock.pass(Duration.ofMinutes(1));
    String used = used(tokens);

    assertThat(browser.get(HERE).body())
        .containsSubsequence("First used on", used, used)
        .doesNotContain("Not used yet");
  }

  @Test
  void ending_a_grant_revokes_its_access_and_refresh_token() {
    Tokens tokens = app.tokens(browser);

    Answer ended = end(browser, ends(browser.get(HERE)).getFirst());

    assertThat(ended.status()).isEqualTo(303);
    assertThat(browser.follow(ended).body()).contains("Access ended.");
    assertThat(browser.get(HERE).body()).doesNotContain("Access ended.");
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(latchkey.call(tokens.access()).status()).isEqualTo(401);
    Answer refused = app.refresh(tokens.refresh());
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.error()).isEqualTo("invalid_grant");
    assertThat(ends(browser.get(HERE))).isEmpty();
    assertThat(auditRecords("grant_end", "ok", person)).isEqualTo(1);
  }

  @Test
  void before_access_ends_a_page_says_what_ends() {
    Tokens tokens = app.tokens(browser);

    Answer asked = browser.get(ends(browser.get(HERE)).getFirst());

    assertThat(asked.body())
        .contains("End the access of " + app.credential().name() + "?")
        .contains(person.user().teams().getFirst().team().name() + " · ")
        .contains("Not used yet", "each with its refresh token: 1");
    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(browser.submit(asked).status()).isEqualTo(303);
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(browser.get(HERE + "/grant_unknown/end").status()).isEqualTo(404);
  }

  @Test
  void an_app_that_was_allowed_twice_stands_once_and_all_its_access_ends_at_once() {
    List<Tokens> ofApp = List.of(app.tokens(browser), app.tokens(browser));
    Tokens ofAnother = latchkey.app(owner).tokens(browser);

    Answer page = browser.get(HERE);

    assertThat(page.body().split("<tr class=\"group\">")).hasSize(2);
    assertThat(page.body()).contains("2 times allowed");
    Answer asked = browser.get(HERE + "/end?app=" + app.id());
    assertThat(asked.body())
        .contains("End the access of " + app.credential().name() + "?", "refresh token: 2");
    browser.submitAll(asked);
    assertThat(ofApp).noneMatch(tokens -> latchkey.isActive(tokens.access()));
    assertThat(latchkey.isActive(ofAnother.access())).isTrue();
    assertThat(browser.get(HERE + "/end?app=" + app.id()).status()).isEqualTo(404);
  }

  @Test
  void ending_a_grant_revokes_a_code_that_was_not_exchanged() {
    String code = app.code(browser);

    end(browser, ends(browser.get(HERE)).getFirst());

    assertThat(app.redeem(code).error()).isEqualTo("invalid_grant");
  }

  @Test
  void a_consent_whose_code_expired_unused_is_not_listed() {
    app.code(browser);
    assertThat(ends(browser.get(HERE))).hasSize(1);

    latchkey.clock.pass(Duration.ofMinutes(5));

    assertThat(ends(browser.get(HERE))).isEmpty();
  }

  @Test
  void each_consent_ends_separately_and_ending_it_twice_changes_nothing() {
    Tokens first = app.tokens(browser);
    String earlier = ends(browser.get(HERE)).getFirst();
    Tokens second = app.tokens(browser);
    assertThat(ends(browser.get(HERE))).hasSize(2);

    end(browser, earlier);
    assertThat(end(browser, earlier).status()).isEqualTo(303);

    assertThat(latchkey.isActive(first.access())).isFalse();
    assertThat(latchkey.isActive(second.access())).isTrue();
    assertThat(auditRecords("grant_end", "ok", person)).isEqualTo(1);
  }

  @Test
  void the_grant_of_another_person_is_not_found_and_stays_active() {
    Tokens tokens = app.tokens(browser);
    String path = ends(browser.get(HERE)).getFirst();
    Person stranger = latchkey.person();
    Browser other = latchkey.browser().signIn(stranger);

    assertThat(ends(other.get(HERE))).isEmpty();
    assertThat(end(other, path).status()).isEqualTo(404);
    assertThat(end(other, HERE + "/grant_unknown/end").status()).isEqualTo(404);

    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(app.refresh(tokens.refresh()).status()).isEqualTo(200);
    assertThat(auditRecords("right_refused", "grant_of_another", stranger)).isEqualTo(1);
  }

  @Test
  void a_form_that_is_not_ours_ends_nothing() {
    Tokens tokens = app.tokens(browser);
    String path = ends(browser.get(HERE)).getFirst();

    assertThat(browser.post(path, Map.of()).status()).isEqualTo(403);

    assertThat(latchkey.isActive(tokens.access())).isTrue();
  }

  private String used(Tokens tokens) {
    assertThat(latchkey.isActive(tokens.access())).isTrue();
    latchkey.wiring().usage().flush();
    return latchkey.clock.instant().toString();
  }

  private static Answer end(Browser browser, String path) {
    Answer form = browser.get("/account/credentials/new");
    return browser.post(path, Map.of("form_token", Browser.hidden(form).get("form_token")));
  }

  private static List<String> ends(Answer page) {
    return END.matcher(page.body()).results().map(found -> found.group(1)).toList();
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
