package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.storage.operation.Usage;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The start page of each role: true figures, and nothing of people or organizations of others. */
class HomeTest extends OnBothStores {
  private static final String OLD_SECRET = "Secret older than 90 days";
  private static final String UNUSED_TOKEN = "Organization token unused for 90 days";
  private static final String UNUSED_SCOPE = "Scope granted but not used in 30 days";
  private static final String WITHOUT_FACTOR = "People who sign in without a second factor";
  private static final String REFUSED_MORE = "More refused calls than in the week before";
  private static final Pattern TOTAL = Pattern.compile("of (\\d+)</p>");

  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person administrator = latchkey.administrator(home);

  @Test
  void a_stranger_signs_in_and_arrives_at_the_start_page() {
    Browser browser = latchkey.browser();

    Answer signIn = browser.follow(browser.get("/"));
    Answer in =
        browser.submit(
            signIn, "email", administrator.email(), "password", administrator.password());

    assertThat(in.location()).isEqualTo("/");
    assertThat(browser.follow(in).body())
        .contains("<h1>Home</h1>", "href=\"/\" aria-current=\"page\"");
  }

  @Test
  void a_member_sees_own_credentials_and_apps_and_nothing_of_others() {
    Person member = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
    App own = latchkey.app(member);
    App allowed = latchkey.app(administrator);
    App ofAnother = latchkey.app(administrator);
    allowed.tokens(latchkey.browser().signIn(member));

    String page = page(member).body();

    assertThat(page)
        .contains(own.credential().name(), allowed.credential().name())
        .doesNotContain(ofAnother.credential().name())
        .doesNotContain("Needs attention", "Refused calls", "Newest", "/platform/");
  }

  @Test
  void each_number_is_that_of_the_list_to_which_it_leads() {
    latchkey.app(administrator);
    latchkey.app(administrator);
    latchkey.machine(administrator, Optional.empty());
    latchkey.clock.pass(Duration.ofDays(91));
    latchkey.app(administrator);
    latchkey.machine(administrator, Optional.empty());

    Browser browser = latchkey.browser().signIn(administrator);
    Answer page = browser.get("/");

    assertThat(number(page, OLD_SECRET)).isEqualTo("2");
    assertThat(number(page, UNUSED_TOKEN)).isEqualTo("1");
    assertThat(number(page, WITHOUT_FACTOR)).isEqualTo("1");
    for (String label : List.of(OLD_SECRET, UNUSED_TOKEN, WITHOUT_FACTOR)) {
      assertThat(total(browser.get(link(page, label)))).as(label).isEqualTo(number(page, label));
    }
  }

  @Test
  void a_scope_counts_as_unused_only_after_a_month_with_calls_of_other_scopes() {
    List<String> callback = List.of("https://a.example/cb");
    String two = "read:directory:users,read:directory:teams";
    App partly = latchkey.app(administrator, callback, two);
    App wholly = latchkey.app(administrator, callback, "read:directory:users");
    latchkey.app(administrator, callback, two);
    latchkey.clock.pass(Duration.ofDays(31));
    App recent = latchkey.app(administrator, callback, two);
    Browser user = latchkey.browser().signIn(administrator);
    for (App app : List.of(partly, wholly, recent)) {
      call(app.tokens(user).access(), "users/me");
    }
    latchkey.wiring().usage().flush();

    Answer page = user.get("/");

    assertThat(number(page, UNUSED_SCOPE)).isEqualTo("1");
    assertThat(user.get(link(page, UNUSED_SCOPE)).body())
        .contains(partly.id())
        .doesNotContain(wholly.id(), recent.id());
  }

  @Test
  void an_administrator_sees_nothing_of_another_organization() {
    Person elsewhere = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    App theirs = latchkey.app(elsewhere);
    refuse(theirs, LocalDate.ofInstant(latchkey.clock.instant(), ZoneOffset.UTC), 500);
    latchkey.clock.pass(Duration.ofDays(91));

    Answer page = page(administrator, "/organization");

    assertThat(page.body())
        .contains("No call was refused", "No calls in the last 30 days")
        .doesNotContain(OLD_SECRET, elsewhere.user().name(), theirs.credential().name());
  }

  @Test
  void the_administrator_of_a_team_has_the_same_page_with_links_to_the_team() {
    Organization solo = latchkey.organization(Organization.Kind.SINGLE_TEAM);
    Person lead = latchkey.lead(solo);

    Answer page = page(lead);

    assertThat(link(page, WITHOUT_FACTOR)).startsWith("/configuration/team/people?");
    assertThat(page.body()).doesNotContain("/platform/");
  }

  @Test
  void a_super_administrator_has_a_page_of_the_platform_and_of_each_organization() {
    Person chief = latchkey.person(home, User.Role.SUPER_ADMINISTRATOR, latchkey.team(home));
    Organization newest = latchkey.organization(Organization.Kind.MULTI_TEAM);
    latchkey.clock.pass(Duration.ofSeconds(1));

    assertThat(page(chief, "/platform").body())
        .contains("/platform/health", "Uptime of this node", newest.name())
        .contains("Newest events", chief.email());
    assertThat(page(chief, "/organization?organization=" + newest.id().value()).body())
        .contains("<h1>" + newest.name() + "</h1>", "Needs attention");
  }

  @Test
  void facts_tick_the_checklist_of_a_developer_who_can_hide_it() {
    Person developer = latchkey.person();
    Browser browser = latchkey.browser().signIn(developer);
    assertThat(browser.get("/").body()).contains("To your first call", "0 of 4 done");
    App app = latchkey.app(developer);
    assertThat(browser.get("/").body()).contains("1 of 4 done");
    app.tokens(browser);
    Answer page = browser.get("/");
    assertThat(page.body()).contains("2 of 4 done");

    Answer hidden =
        browser.post(
            "/checklist",
            App.fields(
                "form_token", Browser.hidden(page).get("form_token"), "checklist", "developer"));

    assertThat(hidden.status()).isEqualTo(303);
    assertThat(browser.get("/").body()).doesNotContain("To your first call");
  }

  @Test
  void facts_tick_the_checklist_of_an_organization() {
    Browser browser = latchkey.browser().signIn(administrator);
    assertThat(browser.get("/organization").body())
        .contains("First steps of the organization", "0 of 4 done");
    Person colleague = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
    assertThat(browser.get("/organization").body()).contains("1 of 4 done");
    latchkey.app(colleague);

    assertThat(browser.get("/organization").body()).contains("2 of 4 done");
  }

  @Test
  void facts_tick_the_checklist_of_the_installation() {
    Person chief = latchkey.person(home, User.Role.SUPER_ADMINISTRATOR, latchkey.team(home));
    Browser browser = latchkey.browser().signIn(chief);
    String before = browser.get("/platform").body();
    latchkey.person(home, User.Role.SUPER_ADMINISTRATOR, latchkey.team(home));
    String after = browser.get("/platform").body();

    assertThat(before).contains("Before others use this installation");
    assertThat(ticked(before)).doesNotContain("Have a second super administrator");
    assertThat(ticked(after)).contains("Have a second super administrator");
  }

  private static List<String> ticked(String page) {
    return Pattern.compile("Done: </span>([^<]+)<")
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Test
  void a_rise_in_refused_calls_is_told_once_it_is_one() {
    App app = latchkey.app(administrator);
    LocalDate today = LocalDate.ofInstant(latchkey.clock.instant(), ZoneOffset.UTC);
    refuse(app, today.minusDays(8), 10);
    refuse(app, today, 20);
    assertThat(page(administrator).body()).doesNotContain(REFUSED_MORE);

    refuse(app, today.minusDays(6), 1);

    Answer page = page(administrator);
    assertThat(number(page, REFUSED_MORE)).isEqualTo("21");
    String link = link(page, REFUSED_MORE);
    assertThat(page(administrator, link.substring(0, link.indexOf('#'))).body())
        .contains("id=\"" + link.substring(link.indexOf('#') + 1) + "\"");
  }

  private Answer page(Person person) {
    return page(person, "/");
  }

  private Answer page(Person person, String address) {
    return latchkey.browser().signIn(person).get(address);
  }

  private void refuse(App app, LocalDate day, long calls) {
    var refused =
        new Usage.RefusedDay(Optional.of(app.credential().clientId()), CallRefusal.TOO_MANY, day);
    latchkey.stores().operation().usage().addRefusals(Map.of(refused, calls));
  }

  private void call(String token, String path) {
    Http.here()
        .get(latchkey.url() + "/openapi/v2/directory/" + path, "Authorization", "Bearer " + token);
  }

  private static String number(Answer page, String label) {
    return find(page, label + "</a><strong>([^<]+)</strong>");
  }

  private static String link(Answer page, String label) {
    return find(page, "<a href=\"([^\"]+)\"><svg(?:(?!</svg>).)*</svg> " + label)
        .replace("&amp;", "&");
  }

  private static String total(Answer list) {
    Matcher total = TOTAL.matcher(list.body());
    assertThat(total.find()).as(list.body()).isTrue();
    return total.group(1);
  }

  private static String find(Answer page, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(page.body());
    assertThat(found.find()).as("%s in %s", pattern, page.body()).isTrue();
    return found.group(1);
  }
}
