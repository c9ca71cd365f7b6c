package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One entry of the audit log: its page, its names, and the line that stands for several. */
class AuditEntryPageTest extends OnBothStores {
  private static final Pattern ENTRY = Pattern.compile("href=\"/audit/([0-9]+)\"");

  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person administrator = latchkey.administrator(home);
  private final Person member = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(administrator);
  }

  @Test
  void an_entry_keeps_the_name_of_its_time_and_says_the_name_of_today() {
    String before = member.user().name();
    latchkey.browser().signIn(member);
    rename("Renamed Later");

    String list = browser.get("/audit?event=SIGN_IN&actor=" + member.email()).body();
    String page = entryOf("?event=SIGN_IN&actor=" + member.email());
    String json = browser.get("/audit/export.jsonl?event=SIGN_IN").body();

    assertThat(list).contains(before + "</a> signed in").doesNotContain("Renamed Later</a>");
    assertThat(page).contains(before + "</a> signed in", "now called Renamed Later");
    assertThat(json)
        .contains("\"actor_name\":\"Renamed Later\"", "\"recorded_actor\":\"" + before + "\"")
        .contains("\"recorded_org\":\"" + home.name() + "\"");
  }

  /** They are most of the log, and are written in batches. */
  @Test
  void what_apps_do_has_no_names_and_shows_those_of_today() {
    App app = latchkey.app(member);
    Tokens tokens = app.tokens(latchkey.browser().signIn(member));
    app.refresh(tokens.refresh());
    rename("Renamed Later");

    String list = browser.get("/audit?event=TOKEN_REFRESH").body();
    String json = browser.get("/audit/export.jsonl?event=TOKEN_REFRESH").body();

    assertThat(list).contains("refreshed the tokens of", "Renamed Later</a>");
    assertThat(json.lines()).hasSize(1);
    assertThat(json).contains("\"actor_name\":\"Renamed Later\"").doesNotContain("recorded_");
  }

  @Test
  void an_entry_of_another_organization_does_not_exist() {
    Person theirs = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    String number = number("?event=SIGN_IN");
    String call = "/audit/" + number;

    Answer page = latchkey.browser().signIn(theirs).get(call);
    Answer unknown = latchkey.browser().signIn(theirs).get("/audit/999999999");

    assertThat(browser.get(call).status()).isEqualTo(200);
    assertThat(page.status()).isEqualTo(404);
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(browser.get("/audit/x").status()).isEqualTo(404);
    assertThat(latchkey.browser().signIn(member).get(call).status()).isEqualTo(403);
  }

  @Test
  void repeated_entries_are_one_line_that_unfolds() {
    Browser guessing = latchkey.browser();
    for (int i = 0; i < 4; i++) {
      guessing.submit(guessing.get("/sign-in"), "email", member.email(), "password", "wrong " + i);
    }

    String body = browser.get("/audit?event=SIGN_IN&outcome=REFUSED").body();

    assertThat(body.split("<tr data-entry")).hasSize(2);
    assertThat(body).contains("4 times,").contains("<details class=\"repeated\">");
    assertThat(ENTRY.matcher(body).results().map(found -> found.group(1)).distinct()).hasSize(4);
    assertThat(browser.get("/audit/export.jsonl?event=SIGN_IN&outcome=REFUSED").body().lines())
        .hasSize(4);
  }

  @Test
  void the_entries_of_one_request_are_found() {
    RequestMoment moment = latchkey.now().identified(Optional.of("request-7"));
    for (AuditOutcome outcome : List.of(AuditOutcome.QUEUE_FULL, AuditOutcome.NOT_DELIVERED)) {
      latchkey.stores().users().directory().mailed(member.user().id(), outcome, moment);
    }

    String body = browser.get("/audit?request=request-7").body();
    String page = entryOf("?request=request-7");

    assertThat(ENTRY.matcher(body).results()).hasSize(2);
    assertThat(body).contains("Request: <strong>request-7");
    assertThat(page).contains("/audit?request=request-7\"", "All of this request");
    assertThat(browser.get("/audit?request=request-8").body()).doesNotContain("<tr data-entry");
  }

  private void rename(String name) {
    var administration = latchkey.stores().users().administration();
    var known = administration.find(member.user().id()).orElseThrow();
    var by = new Actor.Person(administrator.user(), latchkey.now());
    administration.change(known, member.user().renamed(name), by);
  }

  private String number(String query) {
    return ENTRY
        .matcher(browser.get("/audit" + query).body())
        .results()
        .map((MatchResult found) -> found.group(1))
        .findFirst()
        .orElseThrow();
  }

  private String entryOf(String query) {
    Answer answer = browser.get("/audit/" + number(query));
    assertThat(answer.status()).isEqualTo(200);
    return answer.body();
  }
}
