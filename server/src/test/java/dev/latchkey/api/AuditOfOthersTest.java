package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.audit.AuditRecords;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A search in the audit log of one organization, on the page, in a download and with the management
 * API, says nothing about the entries of others: neither that there are any, nor how many, nor
 * when.
 */
class AuditOfOthersTest extends OnBothStores {
  private static final String ADDRESS = "203.0.113.20";
  private static final int MANY = AuditRecords.MAX_COMPARED + 100;

  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person administrator = latchkey.administrator(home);
  private final Browser browser = latchkey.browser().signIn(administrator);
  private final String token = ManagementApi.token(latchkey, administrator);
  private final Organization elsewhere = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person stranger =
      latchkey.person(elsewhere, User.Role.MEMBER, latchkey.team(elsewhere));
  private final App theirs = latchkey.app(stranger);

  @Test
  void entries_of_others_are_neither_compared_nor_counted() {
    mailTo(administrator, ADDRESS);
    addEntries(elsewhere, stranger, theirs.id(), MANY);
    addEntries(elsewhere, administrator, theirs.id(), MANY);
    long last = lastEntry();

    for (String filter :
        List.of(
            "client_id=" + theirs.id(),
            "user_id=" + stranger.id(),
            "about_user_id=" + stranger.id(),
            "event=sign_in&user_id=" + administrator.id() + "&address=" + ADDRESS)) {
      assertThat(api(filter).json().path("entries")).as(filter).isEmpty();
      assertThat(api(filter).json().has("next_cursor")).as(filter).isFalse();
      assertThat(api(filter + "&cursor=" + last).json().has("next_cursor")).isFalse();
    }
    Answer ofAddress = api("address=" + ADDRESS);
    assertThat(ofAddress.json().path("entries")).hasSize(1);
    assertThat(ofAddress.json().has("next_cursor")).isFalse();
    assertThat(api("about_user_id=" + administrator.id() + "&address=" + ADDRESS).json())
        .isEqualTo(ofAddress.json());
    for (String filter :
        List.of(
            "object=" + theirs.id(), "object=" + stranger.email(), "actor=" + stranger.email())) {
      Answer page = browser.get("/audit?" + filter);
      assertThat(page.body())
          .as(filter)
          .doesNotContain("<time datetime", "were compared", "rel=\"next\"");
      assertThat(browser.get("/audit/export.jsonl?" + filter).body()).isEmpty();
    }
    assertThat(browser.get("/audit/export.jsonl?address=" + ADDRESS).body().lines()).hasSize(1);
    assertThat(browser.get("/audit?address=" + ADDRESS).body())
        .contains("<time datetime")
        .doesNotContain("were compared", "rel=\"next\"");
    assertThat(browser.get("/organization/people/" + administrator.id() + "/activity").body())
        .contains("<time datetime");
  }

  @Test
  void an_entry_of_others_is_the_same_as_none() {
    mailTo(administrator, ADDRESS);
    long own = lastEntry();
    addEntries(elsewhere, stranger, theirs.id(), 1);
    long foreign = lastEntry();

    assertThat(ManagementApi.get(latchkey, token, "/audit/" + own).text("entry_id"))
        .isEqualTo(String.valueOf(own));
    Answer refused = ManagementApi.get(latchkey, token, "/audit/" + foreign);
    Answer none = ManagementApi.get(latchkey, token, "/audit/" + (foreign + 1_000));
    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.body()).isEqualTo(none.body());
    assertThat(ManagementApi.get(latchkey, token, "/audit/x").status()).isEqualTo(404);
  }

  @Test
  void a_page_ends_at_an_entry_of_the_organization_and_continues_there() {
    mailTo(administrator, "198.51.100.20");
    addEntries(home, administrator, theirs.id(), MANY);
    addEntries(elsewhere, stranger, theirs.id(), MANY);
    String filter = "address=198.51.100.20";

    Answer first = api(filter);
    assertThat(first.json().path("entries")).isEmpty();
    String cursor = first.json().path("next_cursor").stringValue();
    assertThat(organizationOf(Long.parseLong(cursor))).isEqualTo(home.id().value());
    Answer second = api(filter + "&cursor=" + cursor);
    assertThat(second.json().path("entries")).hasSize(1);
    assertThat(second.json().has("next_cursor")).isFalse();
    assertThat(browser.get("/audit?" + filter).body()).contains("entries were compared");
  }

  @Test
  void the_number_of_an_entry_of_others_leads_nowhere() {
    mailTo(administrator, ADDRESS);
    addEntries(elsewhere, stranger, theirs.id(), 1);
    long last = lastEntry();

    assertThat(api("cursor=" + last).body()).isEqualTo(api("cursor=" + (last + 1)).body());
    assertThat(lines("/audit?after=" + last)).isEqualTo(lines("/audit?after=" + (last + 1)));
    assertThat(lines("/audit?after=" + last)).isEmpty();
  }

  @Test
  void the_page_does_not_say_whether_a_person_of_others_exists() {
    String unknown = "nobody-of-this-name@example.com";
    String ofStranger = browser.get("/audit?actor=" + stranger.email()).body();
    String ofNobody = browser.get("/audit?actor=" + unknown).body();

    assertThat(text(ofStranger.replace(stranger.email(), unknown))).isEqualTo(text(ofNobody));
  }

  private static String text(String page) {
    return page.substring(page.indexOf("<main")).replaceAll("<[^>]+>", "");
  }

  private List<String> lines(String path) {
    return browser.get(path).body().lines().filter(line -> line.contains("<time")).toList();
  }

  private Answer api(String query) {
    Answer answer = ManagementApi.get(latchkey, token, "/audit?" + query);
    assertThat(answer.status()).as(query).isEqualTo(200);
    return answer;
  }

  private static void mailTo(Person person, String address) {
    var now = new RequestMoment(latchkey.clock.instant(), address);
    latchkey.stores().users().directory().mailed(person.user().id(), AuditOutcome.OK, now);
  }

  /** Later than what is in the log, so they are read before it. */
  private static void addEntries(Organization home, Person person, String client, int count) {
    Instant at = latchkey.clock.instant().plusMillis(1);
    latchkey
        .installation()
        .database()
        .write(sql ->
            sql.updateEach(
                """
                INSERT INTO audit (at, event, outcome, user_id, about_user_id, client_id, organization_id,
                    address)
                VALUES (?, 'SIGN_IN', 'ok', ?, ?, ?, ?, ?)
                """,
                Collections.nCopies(count, at),
                each ->
                    List.of(
                        each,
                        person.user().id(),
                        person.user().id(),
                        new Id.Client(client),
                        home.id(),
                        ADDRESS)));
  }

  private static long lastEntry() {
    return latchkey
        .installation()
        .database()
        .read(sql ->
            sql.one("SELECT MAX(entry_id) AS last FROM audit", row -> row.large("last"))
                .orElseThrow());
  }

  private static String organizationOf(long entry) {
    return latchkey
        .installation()
        .database()
        .read(sql ->
            sql.one(
                    "SELECT organization_id FROM audit WHERE entry_id = ?",
                    row -> row.text("organization_id"),
                    entry)
                .orElseThrow());
  }
}
