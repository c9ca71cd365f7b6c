package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.audit.AuditRecords;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The audit log is read by the people whom it concerns, and by no one else (rule 6.6). */
class AuditTest extends OnBothStores {
  private static final Pattern NEXT = Pattern.compile("href=\"([^\"]+)\"[^>]* rel=\"next\"");
  private static final Pattern TIME =
      Pattern.compile("href=\"(/audit/[0-9]+)\" data-drawer><time datetime=\"([^\"]+)\"");

  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person administrator = latchkey.administrator(home);
  private final Person member = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(administrator);
  }

  @Test
  void an_entry_is_a_sentence_that_leads_to_the_person_and_the_credential() {
    App app = latchkey.app(member);
    Browser guessing = latchkey.browser();
    guessing.submit(guessing.get("/sign-in"), "email", member.email(), "password", "the wrong one");

    String page = browser.get("/audit").body();

    assertThat(page)
        .contains("Sign-in refused for " + member.user().name() + ": wrong password")
        .contains("<a href=\"/organization/people/" + member.id() + "\">")
        .contains("<a href=\"/organization/credentials/" + app.id() + "\">")
        .doesNotContain("password_wrong");
  }

  @Test
  void a_user_whom_the_server_or_a_command_added_has_not_added_themselves() {
    var directory = latchkey.stores().users().directory();
    for (RequestMoment added :
        List.of(
            RequestMoment.ofServer(latchkey.clock.instant()),
            RequestMoment.ofCommand(latchkey.clock.instant()))) {
      Id.User id = Id.USER.draw(new SecureRandom());
      var mo =
          new User(id, id.value() + "@example.com", "Mo", home.id(), User.Role.MEMBER, List.of());
      assertThat(directory.add(mo, new PasswordHash("none"), added)).isTrue();
    }

    String page = browser.get("/audit?event=USER_CREATE").body().replaceAll("<[^>]+>", "");

    assertThat(page)
        .contains("The server added the user Mo")
        .contains("An operator on the server added the user Mo")
        .doesNotContain("Mo added the user Mo");
  }

  @Test
  void a_change_of_a_credential_records_what_was_added_and_removed() {
    Credential.Personal before = createCredential("Issue Helper");
    var after =
        new Credential.Personal(
            before.clientId(),
            "Issue \"Planner\"",
            before.organization(),
            before.owner(),
            Scopes.parse("read:project:info"),
            before.redirectUris(),
            Set.of(Credential.Option.REQUIRE_PROOF_KEY),
            AllowedNetworks.EVERYWHERE,
            before.profile(),
            before.createdAt(),
            before.version());
    assertThat(
            latchkey
                .stores()
                .credentials()
                .credentials()
                .change(after, before.owner(), latchkey.now()))
        .isTrue();

    String page = browser.get("/audit?event=CREDENTIAL_CHANGE").body();
    String json = browser.get("/audit/export.jsonl?event=CREDENTIAL_CHANGE").body();

    assertThat(page)
        .contains("<details>", "Issue Helper", "Issue \"Planner\"")
        .contains("read:issue:info", "read:project:info", "Require PKCE")
        .doesNotContain("REQUIRE_PROOF_KEY");
    assertThat(json)
        .contains(
            "\"detail\":{\"name\":{\"before\":[\"Issue Helper\"],\"after\":[\"Issue"
                + " \\\"Planner\\\"\"]},"
                + "\"scope\":{\"before\":[\"read:issue:info\"],\"after\":[\"read:project:info\"]},"
                + "\"options\":{\"before\":[],\"after\":[\"REQUIRE_PROOF_KEY\"]}}");
    assertThat(browser.get("/audit/export.csv?event=CREDENTIAL_CHANGE").body())
        .contains("\"{\"\"name\"\":{\"\"before\"\":[\"\"Issue Helper\"\"]");
    assertThat(latchkey.log()).contains("credential_change").doesNotContain("Planner");
  }

  @Test
  void a_change_of_a_user_records_role_teams_email_and_state() {
    var administration = latchkey.stores().users().administration();
    var by = new Actor.Person(administrator.user(), latchkey.now());
    ManagedUser known = administration.find(member.user().id()).orElseThrow();
    User wanted =
        new User(
            member.user().id(),
            "renamed-" + member.email(),
            member.user().name(),
            home.id(),
            User.Role.ORGANIZATION_ADMINISTRATOR,
            List.of());
    administration.change(known, wanted, by);
    known = administration.find(member.user().id()).orElseThrow();
    administration.disable(known, by);

    String page = browser.get("/audit").body();

    assertThat(page)
        .contains("renamed-" + member.email(), "Organization administrator", "Member")
        .contains(member.user().teams().getFirst().team().name())
        .contains("Active", "Disabled")
        .doesNotContain("ORGANIZATION_ADMINISTRATOR</span>");
    assertThat(browser.get("/audit/export.jsonl").body())
        .contains("\"state\":{\"before\":[\"ACTIVE\"],\"after\":[\"DISABLED\"]}");
  }

  /** The entry that records the creation of the member is about the member as well. */
  @Test
  void the_log_is_filtered_by_object_outcome_address_and_period() {
    latchkey
        .stores()
        .users()
        .directory()
        .mailed(member.user().id(), AuditOutcome.QUEUE_FULL, latchkey.now());
    latchkey.clock.pass(Duration.ofHours(2));
    browser.signIn(administrator);
    var elsewhere = new RequestMoment(latchkey.clock.instant(), "198.51.100.77");
    latchkey.stores().users().directory().mailed(member.user().id(), AuditOutcome.OK, elsewhere);

    assertThat(lines("?object=" + member.email())).hasSize(3);
    assertThat(lines("?object=" + member.email() + "&outcome=DONE")).hasSize(2);
    assertThat(lines("?object=" + member.email() + "&event=MAIL")).hasSize(2);
    assertThat(lines("?object=" + member.email() + "&event=MAIL&range=HOUR")).hasSize(1);
    assertThat(lines("?outcome=REFUSED")).hasSize(1);
    assertThat(lines("?event=MAIL&outcome=REFUSED")).hasSize(1);
    assertThat(lines("?address=198.51.100.77")).hasSize(1);
    assertThat(lines("?address=198.51.100.77&outcome=REFUSED")).isEmpty();
    assertThat(lines("?range=HOUR&event=MAIL")).hasSize(1);
    assertThat(lines("?range=WEEK&event=MAIL")).hasSize(2);
    assertThat(lines("?range=HOUR&outcome=REFUSED")).isEmpty();
    assertThat(lines("?event=SIGN_IN&actor=" + administrator.email())).hasSize(2);
    assertThat(lines("?event=SIGN_INS&actor=" + administrator.email())).hasSize(2);
    assertThat(lines("?event=SIGN_INS&object=" + member.email())).isEmpty();
    String all = "?event=MAIL&outcome=REFUSED&range=MONTH&object=" + member.email();
    assertThat(browser.get("/audit/export.jsonl" + all).body().lines())
        .singleElement()
        .asString()
        .contains("\"outcome\":\"queue_full\"");
    assertThat(browser.get("/audit/export.csv" + all).body().lines()).hasSize(2);
  }

  @Test
  void a_search_by_person_leaves_out_refreshes_unless_they_are_chosen() {
    App app = latchkey.app(member);
    app.refresh(app.tokens(latchkey.browser().signIn(member)).refresh());
    String said = "Token refreshes and code exchanges are not listed";
    String byMember = "?actor=" + member.email();

    assertThat(browser.get("/audit" + byMember).body())
        .contains(said, "signed in")
        .doesNotContain(" refreshed the tokens of ");
    assertThat(lines(byMember + "&event=TOKEN_REFRESH")).hasSize(1);
    assertThat(browser.get("/audit" + byMember + "&object=" + app.id()).body())
        .contains(" refreshed the tokens of ")
        .doesNotContain(said);
    assertThat(browser.get("/audit").body())
        .contains(" refreshed the tokens of ")
        .doesNotContain(said);
  }

  /** At noon in UTC the next day has begun in Kiribati. */
  @Test
  void days_begin_in_the_time_zone_of_the_reader() {
    Instant before = latchkey.clock.instant();
    Instant now = before.truncatedTo(ChronoUnit.DAYS).plus(Duration.ofHours(36));
    latchkey.clock.pass(Duration.between(before, now));
    browser.signIn(administrator);
    LocalDate there = LocalDate.ofInstant(now, ZoneId.of("Pacific/Kiritimati"));
    LocalDate here = LocalDate.ofInstant(now, ZoneOffset.UTC);
    String zone = "&zone=Pacific%2FKiritimati";

    assertThat(lines("?from=" + there + zone)).isNotEmpty();
    assertThat(lines("?from=" + there.plusDays(1) + zone)).isEmpty();
    assertThat(lines("?from=" + there)).isEmpty();
    assertThat(lines("?range=TODAY" + zone)).isNotEmpty();
    assertThat(lines("?range=TODAY&event=SIGN_IN" + zone)).hasSize(1);
    assertThat(lines("?range=YESTERDAY" + zone)).isEmpty();
    latchkey.clock.pass(Duration.ofDays(1));
    browser.signIn(administrator);
    assertThat(lines("?range=YESTERDAY&event=SIGN_IN" + zone)).hasSize(1);
    assertThat(browser.get("/audit?from=" + there + zone).body())
        .contains("<strong>" + there + " (Pacific/Kiritimati)</strong>")
        .contains("/audit/export.csv?from=" + there + "&amp;zone=Pacific%2FKiritimati");
    assertThat(browser.get("/audit?from=" + here + "&zone=Mars").body())
        .contains("<strong>" + here + " (UTC)</strong>");
  }

  @Test
  void a_filter_that_is_set_can_be_removed_and_the_address_holds_the_others() {
    String page = browser.get("/audit?outcome=DONE&range=WEEK&address=192.0.2.1").body();

    assertThat(page)
        .contains(
            "href=\"/audit?address=192.0.2.1&amp;range=WEEK\" aria-label=\"Remove the"
                + " filter Outcome: Done\"")
        .contains(
            "href=\"/audit?outcome=DONE&amp;address=192.0.2.1\" aria-label=\"Remove the"
                + " filter Period: Last 7 days\"")
        .contains("/audit/export.csv?outcome=DONE&amp;address=192.0.2.1&amp;range=WEEK");
  }

  @Test
  void a_saved_view_is_an_address_and_is_marked_while_it_is_shown() {
    latchkey
        .stores()
        .users()
        .directory()
        .mailed(member.user().id(), AuditOutcome.QUEUE_FULL, latchkey.now());
    Browser guessing = latchkey.browser();
    guessing.submit(guessing.get("/sign-in"), "email", member.email(), "password", "the wrong one");

    assertThat(browser.get("/audit").body())
        .contains("<a href=\"/audit\" aria-current=\"page\">All entries</a>");
    assertThat(lines("?outcome=REFUSED")).hasSize(2);
    assertThat(lines("?event=SIGN_IN&outcome=REFUSED")).hasSize(1);
    assertThat(lines("?event=ADMINISTRATION").size()).isGreaterThanOrEqualTo(4);
    assertThat(browser.get("/audit?event=ADMINISTRATION").body())
        .contains("aria-current=\"page\">Changes by administrators</a>")
        .doesNotContain(" signed in", "Sign-in refused");
  }

  @Test
  void new_entries_are_asked_for_after_the_newest_one_that_is_shown() {
    Matcher follow =
        Pattern.compile("data-follow=\"([^\"]+)\"")
            .matcher(browser.get("/audit?event=MAIL").body());
    assertThat(follow.find()).isTrue();
    String address = follow.group(1).replace("&amp;", "&");
    assertThat(browser.get(address).status()).isEqualTo(204);

    latchkey
        .stores()
        .users()
        .directory()
        .mailed(member.user().id(), AuditOutcome.OK, latchkey.now());
    latchkey.browser().signIn(member);

    Answer newer = browser.get(address);
    assertThat(times(newer)).hasSize(1);
    assertThat(newer.body()).startsWith("<div").doesNotContain("<html", " signed in");
    assertThat(browser.get("/audit").header("Content-Security-Policy"))
        .contains("connect-src 'self'");
    assertThat(latchkey.browser().signIn(member).get(address).status()).isEqualTo(403);
  }

  /** The organization has an index. The address is then compared with each of its entries. */
  @Test
  void a_page_compares_a_bounded_number_of_entries_and_says_so() {
    var address = "203.0.113.9";
    var now = new RequestMoment(latchkey.clock.instant(), address);
    latchkey.stores().users().directory().mailed(member.user().id(), AuditOutcome.OK, now);
    insertSignIns("203.0.113.10", AuditRecords.MAX_COMPARED + 100);
    String filter = "?address=" + address;

    Answer first = browser.get("/audit" + filter);

    assertThat(times(first)).isEmpty();
    assertThat(first.body()).contains("10,000 entries were compared with these filters");
    Answer second = browser.get(link(first, "next"));
    assertThat(times(second)).hasSize(1);
    assertThat(second.body()).doesNotContain("were compared", "rel=\"next\"");
    assertThat(browser.get("/audit/export.jsonl" + filter).body().lines()).hasSize(1);
  }

  private void insertSignIns(String address, int count) {
    latchkey
        .installation()
        .database()
        .write(sql ->
            sql.updateEach(
                """
                INSERT INTO audit (at, event, outcome, user_id, organization_id, address)
                VALUES (?, 'SIGN_IN', 'ok', ?, ?, ?)
                """,
                Collections.nCopies(count, latchkey.clock.instant()),
                at -> List.of(at, member.user().id(), home.id(), address)));
  }

  /** All entries are of the same millisecond, and new ones arrive while the pages are read. */
  @Test
  void each_entry_is_on_exactly_one_page_in_both_directions() {
    for (int i = 0; i < 120; i++) {
      var from = new RequestMoment(latchkey.clock.instant(), "192.0.2." + i);
      latchkey.stores().users().directory().mailed(member.user().id(), AuditOutcome.OK, from);
    }
    Answer first = browser.get("/audit?event=MAIL");
    latchkey
        .stores()
        .users()
        .directory()
        .mailed(member.user().id(), AuditOutcome.OK, latchkey.now());
    Answer second = browser.get(link(first, "next"));
    Answer third = browser.get(link(second, "next"));

    assertThat(Stream.of(first, second, third).map(page -> times(page).size()))
        .containsExactly(50, 50, 20);
    assertThat(third.body()).doesNotContain("rel=\"next\"");
    Answer secondAgain = browser.get(link(third, "prev"));
    assertThat(table(secondAgain)).isEqualTo(table(second));
    Answer firstAgain = browser.get(link(secondAgain, "prev"));
    assertThat(table(firstAgain)).isEqualTo(table(first));
    assertThat(times(browser.get(link(firstAgain, "prev")))).hasSize(1);
  }

  private static String link(Answer page, String direction) {
    Matcher found =
        Pattern.compile("href=\"([^\"]+)\"[^>]* rel=\"" + direction + "\"").matcher(page.body());
    assertThat(found.find()).as(page.toString()).isTrue();
    return found.group(1).replace("&amp;", "&");
  }

  private static String table(Answer page) {
    return page.body().replaceAll("(?s).*(<tbody[^>]*>.*</tbody>).*", "$1");
  }

  @Test
  void an_administrator_reads_what_concerns_the_organization_and_no_more() {
    App app = latchkey.app(member);
    app.refresh(app.tokens(latchkey.browser().signIn(member)).refresh());
    Person stranger = latchkey.person();
    latchkey.browser().signIn(stranger);

    Answer page = browser.get("/audit");

    assertThat(page.body())
        .contains(
            " signed in",
            " access",
            " exchanged an authorization code of ",
            " refreshed the tokens of ")
        .contains(member.email(), app.credential().name())
        .doesNotContain(stranger.email());
  }

  @Test
  void a_super_administrator_reads_all_or_one_organization() {
    Person elsewhere = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    latchkey.browser().signIn(elsewhere);
    browser.signIn(latchkey.person(home, User.Role.SUPER_ADMINISTRATOR, latchkey.team(home)));

    assertThat(browser.get("/audit").body()).contains(administrator.email(), elsewhere.email());
    assertThat(browser.get("/audit?organization=" + home.id().value()).body())
        .contains(administrator.email())
        .doesNotContain(elsewhere.email());
  }

  @Test
  void a_team_administrator_reads_the_log_of_a_single_team_organization_only() {
    Organization solo = latchkey.organization(Organization.Kind.SINGLE_TEAM);
    Person lead = latchkey.lead(solo);
    Person lesser = latchkey.lead(home);

    assertThat(latchkey.browser().signIn(lead).get("/audit").body()).contains(lead.email());
    assertThat(latchkey.browser().signIn(lesser).get("/audit").status()).isEqualTo(403);
  }

  @Test
  void a_member_may_not_read_the_log_and_the_attempt_is_recorded() {
    Browser theirs = latchkey.browser().signIn(member);

    for (String path : List.of("/audit", "/audit/export.csv", "/audit/export.jsonl")) {
      assertThat(theirs.get(path).status()).isEqualTo(403);
    }

    assertThat(browser.get("/audit?event=RIGHT_REFUSED").body())
        .contains(" was refused access: the page is not for this role", member.email())
        .doesNotContain("place_not_for_role");
    assertThat(theirs.get("/account/credentials").body()).doesNotContain("/audit");
  }

  @Test
  void the_log_of_another_organization_is_not_found() {
    Organization other = latchkey.organization(Organization.Kind.MULTI_TEAM);

    for (String path : List.of("/audit", "/audit/export.csv")) {
      assertThat(browser.get(path + "?organization=" + other.id().value()).status()).isEqualTo(404);
    }
  }

  @Test
  void the_log_is_filtered_by_day_person_credential_and_event() {
    App app = latchkey.app(member);
    String today = latchkey.clock.instant().atZone(ZoneOffset.UTC).toLocalDate().toString();
    latchkey.clock.pass(Duration.ofDays(2));
    String later = latchkey.clock.instant().atZone(ZoneOffset.UTC).toLocalDate().toString();
    browser.signIn(administrator);
    latchkey.browser().signIn(member);

    assertThat(lines("?from=" + later)).hasSize(2);
    assertThat(lines("?until=" + today).size()).isGreaterThan(3);
    assertThat(lines("?from=" + later + "&until=" + today)).isEmpty();
    assertThat(lines("?from=" + later + "&actor=" + member.email())).hasSize(1);
    assertThat(lines("?object=" + app.id())).hasSize(1);
    assertThat(lines("?event=CREDENTIAL_CREATE")).hasSize(1);
    for (String nonsense :
        List.of(
            "?from=x",
            "?event=x",
            "?actor=x",
            "?object=%27",
            "?object=x%40y",
            "?outcome=x",
            "?range=x",
            "?until=1")) {
      assertThat(lines(nonsense)).as(nonsense).isEmpty();
    }
  }

  /** ISO 8601 also allows years of nine digits, but no database can store moments so far away. */
  @Test
  void a_day_that_cannot_be_stored_matches_no_entries() {
    for (String day : List.of("%2B999999999-12-31", "-999999999-01-01", "%2B10000-01-01")) {
      for (String path : List.of("/audit", "/audit/export.csv", "/audit/export.jsonl")) {
        for (String end : List.of("from", "until")) {
          Answer answer = browser.get(path + "?" + end + "=" + day);

          assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
          assertThat(answer.body()).doesNotContain("<time datetime", "sign_in");
        }
      }
    }
    assertThat(browser.get("/audit?until=9999-12-31").body()).contains("<time datetime");
  }

  @Test
  void the_pages_omit_nothing_and_repeat_nothing() {
    for (int i = 0; i < 120; i++) {
      latchkey.app(member);
    }

    var all = new ArrayList<String>();
    Optional<String> next = Optional.of("/audit?event=CREDENTIAL_CREATE");
    int pages = 0;
    while (next.isPresent()) {
      Answer page = browser.get(next.get());
      all.addAll(times(page));
      next =
          NEXT.matcher(page.body())
              .results()
              .map(found -> found.group(1).replace("&amp;", "&"))
              .findFirst();
      pages++;
    }

    assertThat(pages).isEqualTo(3);
    assertThat(all).hasSize(120);
    assertThat(browser.get("/audit/export.jsonl?event=CREDENTIAL_CREATE").body().lines())
        .hasSize(120);
  }

  @Test
  void a_download_is_complete_and_no_cell_is_a_formula() {
    for (int i = 0; i < 600; i++) {
      latchkey
          .stores()
          .users()
          .directory()
          .mailed(administrator.user().id(), AuditOutcome.QUEUE_FULL, latchkey.now());
    }
    createCredential("=HYPERLINK(\"http://evil.example\",\"x\")");
    createCredential("@SUM(1,2)");

    Answer csv = browser.get("/audit/export.csv");
    Answer json = browser.get("/audit/export.jsonl");

    assertThat(csv.header("Content-Type")).startsWith("text/csv");
    assertThat(csv.header("Content-Disposition")).contains("attachment", "audit.csv");
    List<String> rows = List.of(csv.body().split("\r\n"));
    assertThat(rows.getFirst()).startsWith("at,event,outcome,user_id,email");
    assertThat(rows.stream().filter(row -> row.contains("queue_full"))).hasSize(600);
    assertThat(csv.body())
        .contains("\"'=HYPERLINK(\"\"http://evil.example\"\",\"\"x\"\")\"", "\"'@SUM(1,2)\"")
        .doesNotContain(",=", ",@", "\"=");
    assertThat(json.body().lines().filter(line -> line.contains("queue_full"))).hasSize(600);
    assertThat(json.body().lines()).allMatch(line -> line.startsWith("{") && line.endsWith("}"));
    assertThat(lines("?event=AUDIT_EXPORT")).hasSize(2);
  }

  /** In many countries, spreadsheets expect semicolons between cells and split a cell there. */
  @Test
  void no_cell_is_a_formula_wherever_a_spreadsheet_splits() {
    for (String name :
        List.of(
            "x;=HYPERLINK(\"http://evil.example\")",
            "x; @SUM(1,2)",
            "x|-1",
            "x;\"=2",
            "x; \" +3",
            "x,+1",
            " =1",
            "\uFF1D1+1",
            "\uFF201")) {
      createCredential(name);
    }

    Answer csv = browser.get("/audit/export.csv");

    assertThat(csv.body())
        .contains("x;'=HYPERLINK", "x;' @SUM", "x|'-1", "x;'\"\"=2", "'\uFF1D1+1");
    for (String separator : List.of(";", "\\|", "\t", ",")) {
      assertThat(Stream.of(csv.body().split(separator + "|\r\n")))
          .map(cell -> cell.replaceAll("^[\"\\s]+", ""))
          .noneMatch(cell -> cell.matches("(?s)[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20].*"));
    }
  }

  @Test
  void the_owner_of_an_app_does_not_learn_who_denied_it() {
    Person owner = latchkey.person();
    App app = latchkey.app(owner);
    Browser theirs = latchkey.browser().signIn(member);
    theirs.deny(app.consentPage(theirs));
    Browser others = latchkey.browser().signIn(administrator);
    others.approve(app.consentPage(others));

    Answer page =
        latchkey.browser().signIn(owner).get("/account/credentials/" + app.id() + "/activity");

    assertThat(page.body())
        .contains(" denied the credential ", " gave the credential ", administrator.email())
        .doesNotContain(member.email());
    assertThat(browser.get("/audit?event=CONSENT_DENIED").body()).contains(member.email());
    Browser theirAdministrator =
        latchkey.browser().signIn(latchkey.administrator(latchkey.organization()));
    String home = owner.user().organization().value();
    for (String path : List.of("/audit", "/audit/export.csv", "/audit/export.jsonl")) {
      Answer audit = theirAdministrator.get(path + "?organization=" + home);
      assertThat(audit.status()).isEqualTo(200);
      assertThat(audit.body()).doesNotContain(member.email(), member.id());
    }
  }

  @Test
  void nobody_fills_the_audit_log_of_another_organization_with_refusals() {
    Person stranger = latchkey.person();
    Browser theirs = latchkey.browser().signIn(stranger);
    String path = "/organization/credentials?organization=" + home.id().value();
    App app = latchkey.app(member);

    for (int i = 0; i < 40; i++) {
      assertThat(theirs.get(path).status()).isEqualTo(403);
      assertThat(theirs.get("/account/credentials/" + app.id()).status()).isEqualTo(404);
    }

    String about = "\"user_id\":\"" + stranger.id() + "\"";
    assertThat(refusals(about)).isEqualTo(20);
    latchkey.clock.pass(Duration.ofMinutes(30));
    theirs.signIn(stranger);
    for (int i = 0; i < 40; i++) {
      theirs.get("/account/credentials/" + app.id());
    }
    assertThat(refusals(about)).as("half of them in half an hour").isEqualTo(30);
    latchkey.browser().signIn(member).get("/audit");
    assertThat(refusals("\"user_id\":\"" + member.id() + "\"")).isEqualTo(1);
  }

  @Test
  void nobody_fills_the_audit_log_of_another_organization_with_tokens_and_grants_of_its_apps() {
    App app = latchkey.app(member);
    Browser granting = latchkey.browser().signIn(member);
    Tokens tokens = app.tokens(granting);
    String page = granting.get("/account/apps").body();
    Matcher end = Pattern.compile("/account/apps/grant_[0-9A-Za-z]+/end").matcher(page);
    assertThat(end.find()).isTrue();
    Person stranger = latchkey.person();
    Browser theirs = latchkey.browser().signIn(stranger);
    var fields = Browser.hidden(theirs.get("/account/security"));
    App strangers = latchkey.app(stranger);

    for (int i = 0; i < 25; i++) {
      assertThat(theirs.post(end.group(), fields).status()).isEqualTo(404);
      assertThat(strangers.revoke(tokens.access()).status()).isEqualTo(200);
    }

    assertThat(refusals("\"user_id\":\"" + stranger.id() + "\"")).isEqualTo(20);
    assertThat(latchkey.log().lines().filter(line -> line.contains("\"not_its_own\"")))
        .filteredOn(line -> line.contains(strangers.id()))
        .hasSize(20);
    assertThat(latchkey.isActive(tokens.access())).isTrue();
  }

  private long refusals(String about) {
    return latchkey
        .log()
        .lines()
        .filter(line -> line.contains("\"right_refused\"") && line.contains(about))
        .count();
  }

  private Credential.Personal createCredential(String name) {
    var random = new SecureRandom();
    var credential =
        new Credential.Personal(
            Id.CLIENT.draw(random),
            name,
            home.id(),
            member.user().id(),
            Scopes.parse("read:issue:info"),
            List.of(),
            Set.of(),
            AllowedNetworks.EVERYWHERE,
            AppProfile.NONE,
            latchkey.clock.instant(),
            1);
    latchkey
        .stores()
        .credentials()
        .newCredentials()
        .create(credential, Secret.CLIENT.mint(random), Optional.empty(), latchkey.now());
    return credential;
  }

  private List<String> lines(String query) {
    Answer page = browser.get("/audit" + query);
    assertThat(page.status()).isEqualTo(200);
    return times(page);
  }

  /** Those of the entries. The line of several has the time of the newest as well. */
  private static List<String> times(Answer page) {
    var ofEntries = new LinkedHashMap<String, String>();
    TIME.matcher(page.body())
        .results()
        .forEach(found -> ofEntries.put(found.group(1), found.group(2)));
    return List.copyOf(ofEntries.values());
  }
}
