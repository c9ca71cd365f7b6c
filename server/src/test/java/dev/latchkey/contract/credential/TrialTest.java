package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page on which the owner of a credential goes through the whole flow (decision 0060). */
class TrialTest extends OnBothStores {
  private static final Pattern START = Pattern.compile("<a href=\"(/oauth2/authorize\\?[^\"]*)\"");

  private final Person owner = latchkey.person();
  private final App app =
      latchkey.app(owner, List.of("https://app.example/callback"), "read:directory:users");
  private final Browser browser = latchkey.browser().signIn(owner);
  private final String page = "/account/credentials/" + app.id() + "/try";

  @Test
  void the_whole_flow_is_sent_and_shown() {
    register();
    Answer arrived = authorize();
    assertThat(arrived.body()).contains("GET /oauth2/authorize?", "Location: ", "lk_ac_");

    Answer exchanged = step(arrived, "EXCHANGE");
    Tokens first = Tokens.in(exchanged);
    assertThat(exchanged.body())
        .contains("POST /oauth2/token HTTP/1.1", "Host: localhost:" + latchkey.port())
        .contains("grant_type=authorization_code", "HTTP/1.1 200", "token_type");
    assertThat(latchkey.isActive(first.access)).isTrue();
    Answer called = step(exchanged, "CALL");
    assertThat(called.body())
        .contains("GET /openapi/v2/directory/users/me HTTP/1.1", owner.email());
    Answer inspected = step(called, "INTROSPECT");
    assertThat(inspected.body()).contains("GET /oauth2/introspect HTTP/1.1", owner.id());
    Answer refreshed = step(inspected, "REFRESH");
    Tokens second = Tokens.in(refreshed);
    assertThat(refreshed.body()).contains("grant_type=refresh_token");
    assertThat(latchkey.isActive(first.access)).isFalse();
    assertThat(latchkey.isActive(second.access)).isTrue();
    Answer revoked = step(refreshed, "REVOKE");

    assertThat(latchkey.isActive(second.access)).isFalse();
    assertThat(revoked.body())
        .contains("GET /oauth2/introspect HTTP/1.1", "grant_type=authorization_code")
        .contains("Content-Type: application/json");
    assertThat(revoked.header("Cache-Control")).isEqualTo("no-store");
    assertThat(revoked.header("Content-Security-Policy")).contains("connect-src 'self';");
    assertThat(shown(revoked)).doesNotContain(app.secret()).contains("****");
    assertThat(latchkey.log())
        .doesNotContain(app.secret(), first.access, first.refresh, second.access);
  }

  @Test
  void every_step_can_be_repeated_and_shows_how_it_is_refused() {
    register();
    Answer exchanged = step(authorize(), "EXCHANGE");

    assertThat(step(exchanged, "EXCHANGE").body()).contains("invalid_grant");
    Answer wrong =
        browser.submit(exchanged, "step", "REVOKE", "client_secret", latchkey.app().secret());
    assertThat(wrong.body()).contains("HTTP/1.1 401", "invalid_client");
  }

  @Test
  void the_redirect_uri_is_added_as_the_last_one_and_audited() {
    Answer before = browser.get(page);
    assertThat(before.body()).doesNotContain("/oauth2/authorize");

    register();

    Credential.Personal now =
        latchkey
            .stores()
            .credentials()
            .credentials()
            .findActive(app.credential().clientId())
            .orElseThrow();
    assertThat(now.redirectUris().stream().map(RedirectUri::text))
        .containsExactly("https://app.example/callback", latchkey.url() + page + "/callback");
    assertThat(latchkey.log().lines().filter(line -> line.contains("credential_change")))
        .anyMatch(line -> line.contains(app.id()));
    assertThat(browser.get(page).body()).contains("/oauth2/authorize?");
  }

  @Test
  void an_answer_that_this_session_has_not_asked_for_is_refused() {
    register();
    String ours = start(browser.get(page));
    Answer answer = browser.approve(browser.authorize(ours.substring(ours.indexOf('?') + 1)));
    String arrival = answer.location().substring(latchkey.url().length());

    String state = answer.sent().getOrDefault("state", "");
    for (String other :
        List.of(
            state + "x", (state.startsWith("x") ? "y" : "x") + state.substring(1), "mine", "")) {
      Answer refused = browser.get(arrival.replace("state=" + state, "state=" + other));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(Browser.hidden(refused)).containsEntry("code", "");
    }
    Answer otherIssuer =
        browser.get(arrival.replaceAll("iss=[^&]*", "iss=https%3A%2F%2Fevil.example"));
    assertThat(otherIssuer.status()).isEqualTo(400);
    Browser otherSession = latchkey.browser().signIn(owner);
    assertThat(otherSession.get(arrival).status()).isEqualTo(400);
    assertThat(browser.get(arrival).status()).isEqualTo(200);
  }

  @Test
  void only_the_owner_can_use_it() {
    register();
    for (Person other : List.of(latchkey.person(), latchkey.administrator())) {
      Browser theirs = latchkey.browser().signIn(other);
      assertThat(theirs.get(page).status()).isEqualTo(404);
      assertThat(theirs.get(page + "/callback?code=x").status()).isEqualTo(404);
    }
    assertThat(latchkey.browser().get(page).location()).startsWith("/sign-in");
  }

  @Test
  void a_step_without_what_it_needs_sends_nothing() {
    register();
    Answer arrived = authorize();

    assertThat(step(arrived, "CALL").status()).isEqualTo(400);
    assertThat(browser.submit(arrived, "step", "EXCHANGE").status()).isEqualTo(400);
    assertThat(step(arrived, "DELETE").status()).isEqualTo(400);
    String lines = "x\r\nX-Forwarded-For: 1.2.3.4";
    assertThat(browser.submit(arrived, "step", "CALL", "access_token", lines).status())
        .isEqualTo(400);
    assertThat(step(arrived, "EXCHANGE").body()).contains("HTTP/1.1 200");
  }

  private void register() {
    Answer added = browser.submit(browser.get(page));
    assertThat(added.status()).isEqualTo(303);
  }

  /** Goes to the consent page and comes back with a code. */
  private Answer authorize() {
    String start = start(browser.get(page));
    Answer consent = browser.authorize(start.substring(start.indexOf('?') + 1));
    return browser.follow(browser.approve(consent));
  }

  private static String start(Answer page) {
    Matcher link = START.matcher(page.body());
    assertThat(link.find()).isTrue();
    return link.group(1).replace("&amp;", "&");
  }

  private Answer step(Answer at, String name) {
    return browser.submit(at, "step", name, "client_secret", app.secret());
  }

  /** Everything that the page shows as a text. */
  private static String shown(Answer page) {
    var texts = new ArrayList<String>();
    Matcher code = Pattern.compile("(?s)<code[^>]*>(.*?)</code>").matcher(page.body());
    while (code.find()) {
      texts.add(code.group(1));
    }
    return String.join("\n", texts);
  }

  private record Tokens(String access, String refresh) {
    static Tokens in(Answer page) {
      var hidden = Browser.hidden(page);
      return new Tokens(
          hidden.getOrDefault("access_token", ""), hidden.getOrDefault("refresh_token", ""));
    }
  }
}
