package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An administrator sees what a person holds, and ends sessions and the access of apps. */
class PersonTabsTest extends OnBothStores {
  private static final String HERE = "/organization/people/";
  private static final List<String> TABS =
      List.of("", "/credentials", "/apps", "/sessions", "/activity");
  private static final Pattern GRANT = Pattern.compile("name=\"grant\" value=\"([^\"]+)\"");
  private static final Pattern SESSION = Pattern.compile("name=\"session\" value=\"([^\"]+)\"");

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team apollo = latchkey.team(acme);
  private final Person olga =
      latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, false, apollo);
  private final Person mei = latchkey.person(acme, User.Role.MEMBER, false, apollo);
  private final App app = latchkey.app(latchkey.person());
  private final Browser browser = latchkey.browser();
  private final Browser hers = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(olga);
    hers.signIn(mei);
  }

  @Test
  void the_tabs_show_what_the_person_holds() {
    App owned = latchkey.app(mei);
    app.tokens(hers);

    assertThat(tab("/credentials").body())
        .contains(owned.credential().name(), "/organization/credentials/" + owned.id());
    assertThat(tab("/apps").body())
        .contains(app.credential().name(), "Owner: ")
        .doesNotContain(mei.password());
    assertThat(tab("/sessions").body())
        .contains("127.0.0.1", "1 session")
        .doesNotContain(hers.cookie("latchkey_session"));
    assertThat(tab("/activity").body()).contains("gave the credential");
    for (String path : TABS) {
      assertThat(tab(path).body())
          .as(path)
          .contains("href=\"%s%s%s\" aria-current".formatted(HERE, mei.id(), path));
    }
  }

  @Test
  void only_administrators_of_the_person_see_the_tabs() {
    Organization elsewhere = latchkey.organization(Organization.Kind.MULTI_TEAM);
    Browser stranger = latchkey.browser().signIn(latchkey.administrator(elsewhere));
    Browser colleague =
        latchkey.browser().signIn(latchkey.person(acme, User.Role.MEMBER, true, apollo));

    for (String path : TABS) {
      assertThat(stranger.get(HERE + mei.id() + path).status()).as(path).isEqualTo(404);
      assertThat(colleague.get(HERE + mei.id() + path).status()).as(path).isEqualTo(403);
    }
    assertThat(latchkey.log()).contains("person_of_others");
  }

  @Test
  void a_session_ends_after_the_administrator_was_asked() {
    Browser other = latchkey.browser().signIn(mei);
    List<String> sessions = found(SESSION, tab("/sessions"));
    assertThat(sessions).hasSize(2);

    Answer asked = browser.get(HERE + mei.id() + "/sessions/end?session=" + sessions.get(0));
    assertThat(asked.body()).contains("End 1 session?", mei.email());
    assertThat(isSignedIn(hers) && isSignedIn(other)).isTrue();
    Answer ended = browser.submit(asked);

    assertThat(ended.status()).isEqualTo(303);
    assertThat(browser.follow(ended).body()).contains("1 session has ended.", "1 session");
    assertThat(isSignedIn(hers)).isNotEqualTo(isSignedIn(other));
    assertThat(auditRecords("session_end", "session_by_administrator")).isEqualTo(1);
    assertThat(browser.get("/audit").body()).contains("ended a session of");
    Answer again = browser.submit(asked);
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.body()).contains("It had already ended");
    assertThat(auditRecords("session_end", "session_by_administrator")).isEqualTo(1);
  }

  @Test
  void the_access_of_an_app_ends_with_its_tokens() {
    Tokens first = app.tokens(hers);
    Tokens second = app.tokens(hers);
    List<String> grants = found(GRANT, tab("/apps"));
    assertThat(grants).hasSize(2);

    Answer asked =
        browser.get(
            HERE
                + mei.id()
                + "/apps/end?grant=%s&grant=%s".formatted(grants.get(0), grants.get(1)));
    assertThat(asked.body()).contains("End the access of 2 apps?", "refresh token: 2");
    assertThat(browser.submitAll(asked).status()).isEqualTo(303);

    assertThat(latchkey.isActive(first.access())).isFalse();
    assertThat(latchkey.isActive(second.access())).isFalse();
    assertThat(app.refresh(second.refresh()).error()).isEqualTo("invalid_grant");
    assertThat(isSignedIn(hers)).isTrue();
    assertThat(auditRecords("grant_end", "access_by_administrator")).isEqualTo(2);
  }

  @Test
  void what_belongs_to_another_person_is_not_ended_here() {
    Person mo = latchkey.person(acme, User.Role.MEMBER, false, apollo);
    Browser his = latchkey.browser().signIn(mo);
    Tokens tokens = app.tokens(his);
    String grant = found(GRANT, browser.get(HERE + mo.id() + "/apps")).getFirst();
    String session = found(SESSION, browser.get(HERE + mo.id() + "/sessions")).getFirst();

    assertThat(send(mei, "/apps/end", "grant", grant).status()).isEqualTo(409);
    assertThat(send(mei, "/sessions/end", "session", session).status()).isEqualTo(409);

    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(isSignedIn(his)).isTrue();
  }

  @Test
  void nothing_ends_for_a_person_with_a_higher_role_or_for_oneself() {
    Person sam = latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, false, apollo);
    Browser his = latchkey.browser().signIn(sam);
    String session = found(SESSION, latchkeyView(sam)).getFirst();

    assertThat(tabOf(sam, "/sessions").body()).contains("127.0.0.1").doesNotContain("checkbox");
    assertThat(send(sam, "/sessions/end", "session", session).status()).isEqualTo(403);
    assertThat(send(olga, "/sessions/end", "session", session).status()).isEqualTo(403);

    assertThat(isSignedIn(his)).isTrue();
  }

  @Test
  void a_person_who_was_changed_since_the_page_was_shown_keeps_everything() {
    Tokens tokens = app.tokens(hers);
    String grant = found(GRANT, tab("/apps")).getFirst();
    String session = found(SESSION, tab("/sessions")).getFirst();
    Answer apps = browser.get(HERE + mei.id() + "/apps/end?grant=" + grant);
    Answer sessions = browser.get(HERE + mei.id() + "/sessions/end?session=" + session);
    latchkey.makeMember(mei, olga);

    assertThat(browser.submit(apps).status()).isEqualTo(409);
    assertThat(browser.submit(sessions).status()).isEqualTo(409);

    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(isSignedIn(hers)).isTrue();
  }

  @Test
  void of_many_endings_at_once_one_is_recorded() {
    app.tokens(hers);
    String grant = found(GRANT, tab("/apps")).getFirst();
    Answer asked = browser.get(HERE + mei.id() + "/apps/end?grant=" + grant);

    List<Answer> answers = Crowd.of(6, i -> browser.submit(asked));

    assertThat(answers.stream().filter(answer -> answer.status() == 303)).hasSize(1);
    assertThat(answers.stream().filter(answer -> answer.status() == 409)).hasSize(5);
    assertThat(auditRecords("grant_end", "access_by_administrator")).isEqualTo(1);
  }

  @Test
  void long_after_sign_in_the_password_is_needed() {
    app.tokens(hers);
    String grant = found(GRANT, tab("/apps")).getFirst();
    latchkey.clock.pass(Duration.ofMinutes(11));
    Answer asked = browser.get(HERE + mei.id() + "/apps/end?grant=" + grant);

    Answer wrong = browser.submit(asked, "current_password", "wrong");

    assertThat(wrong.status()).isEqualTo(403);
    assertThat(found(GRANT, tab("/apps"))).hasSize(1);
    assertThat(browser.submit(wrong, "current_password", olga.password()).status()).isEqualTo(303);
    assertThat(found(GRANT, tab("/apps"))).isEmpty();
  }

  @Test
  void the_apps_of_a_person_are_divided_into_pages_without_gaps() {
    IntStream.range(0, 30).forEach(i -> app.tokens(hers));

    for (String order : List.of("APP&direction=ASC", "ALLOWED&direction=DESC", "END")) {
      String query = "/apps?size=25&sort=" + order;
      List<String> first = found(GRANT, tab(query));
      List<String> second = found(GRANT, tab(query + "&page=2"));
      assertThat(first).hasSize(25);
      assertThat(second).hasSize(5).doesNotContainAnyElementsOf(first);
    }
  }

  /** The tab as a super administrator sees it. */
  private Answer latchkeyView(Person person) {
    Person root =
        latchkey.person(latchkey.organization(), User.Role.SUPER_ADMINISTRATOR, latchkey.team());
    return latchkey.browser().signIn(root).get(HERE + person.id() + "/sessions");
  }

  private Answer tab(String path) {
    return tabOf(mei, path);
  }

  private Answer tabOf(Person person, String path) {
    Answer page = browser.get(HERE + person.id() + path);
    assertThat(page.status()).as(path).isEqualTo(200);
    return page;
  }

  private Answer send(Person whom, String path, String field, String value) {
    String token = Browser.hidden(browser.get("/account/profile")).get("form_token");
    String version = String.valueOf(latchkey.managed(whom).version());
    return browser.post(
        HERE + whom.id() + path,
        Http.fields(Map.of("form_token", token), "version", version, field, value));
  }

  private static boolean isSignedIn(Browser browser) {
    return browser.get("/account/profile").status() == 200;
  }

  private static List<String> found(Pattern pattern, Answer page) {
    return pattern.matcher(page.body()).results().map(found -> found.group(1)).toList();
  }

  private long auditRecords(String event, String outcome) {
    return latchkey
        .log()
        .lines()
        .filter(line ->
            line.contains("\"" + event + "\"")
                && line.contains("\"" + outcome + "\"")
                && line.contains("\"about_user_id\":\"" + mei.id() + "\""))
        .count();
  }
}
