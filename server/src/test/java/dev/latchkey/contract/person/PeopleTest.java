package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.UserAdministration;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Administrators manage people and teams (rules 6.1 to 6.5; security rows 63, 80, 108 to 111). */
class PeopleTest extends OnBothStores {
  private static final String HERE = "/organization/people";
  private static final String THERE = "/configuration/team/people";

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team apollo = latchkey.team(acme);
  private final Team borealis = latchkey.team(acme);
  private final Person olga =
      latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, false, apollo);
  private final Person mei = latchkey.person(acme, User.Role.MEMBER, false, apollo);

  private final Organization solo = latchkey.organization(Organization.Kind.SINGLE_TEAM);
  private final Team studio = latchkey.team(solo);
  private final Person tara = latchkey.person(solo, User.Role.MEMBER, true, studio);

  private final Person sam = latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, false, apollo);

  @Test
  void people_of_another_organization_are_not_found_by_any_request() {
    Browser browser = latchkey.browser().signIn(olga);
    Person stranger = latchkey.person();
    String one = HERE + "/" + stranger.id();
    String where = latchkey.organization().id().value();

    assertThat(browser.get(one).status()).isEqualTo(404);
    for (String act : List.of("", "/disable", "/enable", "/link")) {
      assertThat(send(browser, one + act).status()).as(act).isEqualTo(404);
    }
    assertThat(browser.get(HERE + "?organization=" + where).status()).isEqualTo(404);
    assertThat(browser.get(HERE + "/new?organization=" + where).status()).isEqualTo(404);
    assertThat(send(browser, HERE + "/new", "organization", where).status()).isEqualTo(404);
    assertThat(send(browser, HERE + "/teams", "organization", where).status()).isEqualTo(404);
    assertThat(send(browser, HERE + "/teams/" + stranger.team(), "name", "Mine").status())
        .isEqualTo(404);
    assertThat(browser.get(HERE + "/" + tara.id()).status()).isEqualTo(404);

    assertThat(managed(stranger).version()).isEqualTo(1);
    assertThat(auditRecords("right_refused", "person_of_others", stranger)).isEqualTo(5);
    assertThat(latchkey.log()).contains("organization_of_others", "team_of_others");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {HERE, THERE, "/platform/organizations", "/platform/people", "/platform/health"})
  void members_and_administrators_of_other_organizations_are_refused(String section) {
    for (Person person : List.of(mei, latchkey.person(acme, User.Role.MEMBER, true, apollo))) {
      Browser browser = latchkey.browser().signIn(person);
      assertThat(browser.get(section).status()).isEqualTo(403);
      assertThat(auditRecords("right_refused", "place_not_for_role", person)).isEqualTo(1);
    }
    assertThat(latchkey.browser().signIn(olga).get(section).status())
        .isEqualTo(section.equals(HERE) ? 200 : 403);
    assertThat(latchkey.browser().signIn(tara).get(section).status())
        .isEqualTo(section.equals(THERE) ? 200 : 403);
    assertThat(latchkey.browser().signIn(sam).get(section).status()).isEqualTo(200);
  }

  @Test
  void nobody_can_grant_or_change_a_role_above_their_own() {
    Browser browser = latchkey.browser().signIn(olga);

    Answer given = change(browser, HERE, mei, "role", "SUPER_ADMINISTRATOR");
    Answer invited =
        send(
            browser,
            HERE + "/new",
            "name",
            "Eve",
            "email",
            "eve-" + mei.email(),
            "role",
            "SUPER_ADMINISTRATOR");

    assertThat(given.status()).isEqualTo(403);
    assertThat(invited.status()).isEqualTo(403);
    assertThat(role(mei)).isEqualTo(User.Role.MEMBER);
    assertThat(auditRecords("right_refused", "role_above_own", olga)).isEqualTo(2);

    assertThat(change(browser, HERE, sam, "role", "MEMBER").status()).isEqualTo(403);
    for (String act : List.of("/disable", "/enable", "/link")) {
      assertThat(send(browser, HERE + "/" + sam.id() + act).status()).isEqualTo(403);
    }
    assertThat(managed(sam).version()).isEqualTo(1);
    assertThat(change(browser, HERE, mei, "role", "ORGANIZATION_ADMINISTRATOR").status())
        .isEqualTo(303);
  }

  @Test
  void health_shows_figures_and_no_secret() {
    Answer page = latchkey.browser().signIn(sam).get("/platform/health");
    assertThat(page.body())
        .contains(store == Store.SQLITE ? "SQLite" : "PostgreSQL", "Schema version", "MiB")
        .doesNotContain("lk_", "jdbc:", "password=");
  }

  @Test
  void nobody_can_change_their_own_role_or_state() {
    for (Person person : List.of(olga, sam)) {
      Browser browser = latchkey.browser().signIn(person);
      String one = HERE + "/" + person.id();
      assertThat(browser.get(one).body()).contains("Other administrators manage");
      for (String act : List.of("", "/disable", "/link")) {
        assertThat(send(browser, one + act, "role", "MEMBER").status()).isEqualTo(403);
      }
      assertThat(managed(person).version()).isEqualTo(1);
    }
  }

  @Test
  void a_team_administrator_manages_the_people_of_a_single_team_organization() {
    Browser browser = latchkey.browser().signIn(tara);
    Person member = latchkey.person(solo, User.Role.MEMBER, false, studio);

    Answer changed = change(browser, THERE, member, "team." + studio.id().value(), "ADMINISTRATOR");

    assertThat(changed.status()).isEqualTo(303);
    assertThat(latchkey.browser().signIn(member).get(THERE).status()).isEqualTo(200);
  }

  @Test
  void a_disabled_person_is_signed_out_at_the_next_request_and_tokens_stay_revoked() {
    App app = latchkey.app(latchkey.person(apollo));
    Browser theirs = latchkey.browser().signIn(mei);
    Tokens tokens = app.tokens(theirs);
    Browser browser = latchkey.browser().signIn(olga);
    latchkey.clock.pass(Duration.ofSeconds(1));

    Answer asked = browser.get(HERE + "/" + mei.id() + "/disable");
    assertThat(browser.submit(asked).status()).isEqualTo(303);

    assertThat(theirs.get("/account/profile").location()).startsWith("/sign-in?");
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(signIn(mei).status()).isEqualTo(403);
    assertThat(auditRecords("user_disable", "ok", mei)).isEqualTo(1);

    assertThat(send(browser, HERE + "/" + mei.id() + "/enable").status()).isEqualTo(303);
    assertThat(theirs.get("/account/profile").location()).startsWith("/sign-in?");
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(signIn(mei).status()).isEqualTo(303);
  }

  @Test
  void before_disabling_a_page_says_what_ends_and_what_stops_working() {
    App theirApp = latchkey.app(mei);
    theirApp.tokens(latchkey.browser().signIn(latchkey.person(apollo)));
    theirApp.tokens(latchkey.browser().signIn(latchkey.person(apollo)));
    Browser theirs = latchkey.browser().signIn(mei);
    latchkey.app(latchkey.person(apollo)).tokens(theirs);
    latchkey.app(latchkey.person(apollo)).code(theirs);
    Browser browser = latchkey.browser().signIn(olga);

    Answer asked = browser.get(HERE + "/" + mei.id() + "/disable");

    assertThat(asked.body())
        .contains("Disable " + mei.user().name() + "?", "Sessions: 1")
        .contains("has given to apps: 2", "each with its refresh token: 1")
        .contains(theirApp.id(), "refused during that time: 2");
    assertThat(managed(mei).state()).isEqualTo(ManagedUser.State.ACTIVE);
  }

  @Test
  void only_the_form_of_that_page_disables_and_only_the_person_it_showed() {
    Browser browser = latchkey.browser().signIn(olga);
    Answer asked = browser.get(HERE + "/" + mei.id() + "/disable");

    Answer unasked = send(browser, HERE + "/" + mei.id() + "/disable");
    assertThat(unasked.status()).isEqualTo(409);
    assertThat(unasked.body()).contains("was not disabled");
    assertThat(change(browser, HERE, mei, "role", "ORGANIZATION_ADMINISTRATOR").status())
        .isEqualTo(303);
    Answer late = browser.submit(asked);
    assertThat(late.status()).isEqualTo(409);
    assertThat(managed(mei).state()).isEqualTo(ManagedUser.State.ACTIVE);

    assertThat(browser.submit(late).status()).isEqualTo(303);
    assertThat(managed(mei).state()).isEqualTo(ManagedUser.State.DISABLED);
    assertThat(browser.get(HERE + "/" + mei.id() + "/disable").status()).isEqualTo(303);
  }

  @Test
  void the_page_that_asks_is_for_those_who_may_disable_the_person() {
    Browser browser = latchkey.browser().signIn(olga);
    assertThat(browser.get(HERE + "/" + olga.id() + "/disable").status()).isEqualTo(403);
    assertThat(browser.get(HERE + "/" + sam.id() + "/disable").status()).isEqualTo(403);
    assertThat(browser.get(HERE + "/" + tara.id() + "/disable").status()).isEqualTo(404);
  }

  @Test
  void long_after_sign_in_disabling_needs_the_password() {
    Browser browser = latchkey.browser().signIn(olga);
    latchkey.clock.pass(Duration.ofMinutes(11));
    Answer asked = browser.get(HERE + "/" + mei.id() + "/disable");

    Answer wrong = browser.submit(asked, "current_password", "wrong");

    assertThat(wrong.status()).isEqualTo(403);
    assertThat(managed(mei).state()).isEqualTo(ManagedUser.State.ACTIVE);
    assertThat(browser.submit(wrong, "current_password", olga.password()).status()).isEqualTo(303);
    assertThat(managed(mei).state()).isEqualTo(ManagedUser.State.DISABLED);
  }

  @Test
  void a_demotion_takes_effect_at_the_next_request() {
    Browser theirs = latchkey.browser().signIn(olga);
    assertThat(theirs.get(HERE + "/" + mei.id()).status()).isEqualTo(200);

    Answer demoted = change(latchkey.browser().signIn(sam), HERE, olga, "role", "MEMBER");

    assertThat(demoted.status()).isEqualTo(303);
    assertThat(theirs.get(HERE + "/" + mei.id()).status()).isEqualTo(403);
    assertThat(send(theirs, HERE + "/" + mei.id() + "/disable").status()).isEqualTo(403);
    assertThat(managed(mei).state()).isEqualTo(ManagedUser.State.ACTIVE);
  }

  @Test
  void of_two_super_administrators_who_disable_each_other_one_stays() {
    try (Latchkey alone = Latchkey.start(store)) {
      UserAdministration administration = alone.stores().users().administration();
      var home = alone.organization();
      List<Id.User> both =
          List.of(
              alone.person(home, User.Role.SUPER_ADMINISTRATOR, false).user().id(),
              alone.person(home, User.Role.SUPER_ADMINISTRATOR, false).user().id());
      for (int round = 0; round < 10; round++) {
        List<ManagedUser> before =
            both.stream().map(id -> administration.find(id).orElseThrow()).toList();

        List<UserAdministration.Outcome> kept =
            Crowd.of(2, i -> administration.disable(before.get(i), new Actor.Server(alone.now())));

        assertThat(kept)
            .containsExactlyInAnyOrder(
                UserAdministration.Outcome.DONE,
                UserAdministration.Outcome.LAST_SUPER_ADMINISTRATOR);
        ManagedUser gone =
            administration
                .find(both.get(kept.indexOf(UserAdministration.Outcome.DONE)))
                .orElseThrow();
        assertThat(administration.enable(gone, new Actor.Server(alone.now())))
            .isEqualTo(UserAdministration.Outcome.DONE);
      }
    }
  }

  @Test
  void the_last_super_administrator_cannot_be_demoted() {
    try (Latchkey alone = Latchkey.start(store)) {
      Person last = alone.person(alone.organization(), User.Role.SUPER_ADMINISTRATOR, false);
      UserAdministration administration = alone.stores().users().administration();
      ManagedUser known = administration.find(last.user().id()).orElseThrow();
      User wanted =
          new User(
              last.user().id(),
              last.email(),
              "Last",
              last.user().organization(),
              User.Role.MEMBER,
              List.of());

      assertThat(administration.change(known, wanted, new Actor.Server(alone.now())))
          .isEqualTo(UserAdministration.Outcome.LAST_SUPER_ADMINISTRATOR);
      assertThat(administration.find(last.user().id()).orElseThrow()).isEqualTo(known);
    }
  }

  @Test
  void of_two_who_change_one_person_the_second_sees_what_the_first_did() {
    Browser first = latchkey.browser().signIn(olga);
    Browser second = latchkey.browser().signIn(sam);
    Map<String, String> seen = fields(second, mei);

    assertThat(change(first, HERE, mei, "name", "Mei Renamed").status()).isEqualTo(303);
    Answer late =
        second.post(HERE + "/" + mei.id(), Http.fields(seen, "role", "ORGANIZATION_ADMINISTRATOR"));

    assertThat(late.status()).isEqualTo(409);
    assertThat(late.body())
        .contains("Mei Renamed", "were not saved")
        .contains("Saved by " + olga.user().name());
    assertThat(role(mei)).isEqualTo(User.Role.MEMBER);

    Answer knowing =
        second.post(
            HERE + "/" + mei.id(),
            Http.fields(
                seen,
                "role",
                "ORGANIZATION_ADMINISTRATOR",
                "version",
                Browser.hidden(late).get("version")));
    assertThat(knowing.status()).isEqualTo(303);
    assertThat(role(mei)).isEqualTo(User.Role.ORGANIZATION_ADMINISTRATOR);
    assertThat(managed(mei).user().name()).isEqualTo(mei.user().name());
  }

  @Test
  void of_many_changes_at_once_one_wins() {
    ManagedUser known = managed(mei);
    List<UserAdministration.Outcome> kept =
        Crowd.of(
            8,
            i ->
                latchkey
                    .stores()
                    .users()
                    .administration()
                    .change(known, named("Name " + i), new Actor.Server(latchkey.now())));
    assertThat(kept).filteredOn(UserAdministration.Outcome.DONE::equals).hasSize(1);
  }

  @Test
  void of_many_who_take_one_address_at_once_one_gets_it() {
    List<Person> users =
        List.of(
            latchkey.person(apollo),
            latchkey.person(apollo),
            latchkey.person(apollo),
            latchkey.person(apollo));
    List<ManagedUser> known = users.stream().map(this::managed).toList();
    List<UserAdministration.Outcome> kept =
        Crowd.of(
            4,
            i -> {
              User user = known.get(i).user();
              var wanted =
                  new User(
                      user.id(),
                      "one-" + mei.email(),
                      user.name(),
                      user.organization(),
                      user.role(),
                      user.teams());
              return latchkey
                  .stores()
                  .users()
                  .administration()
                  .change(known.get(i), wanted, new Actor.Server(latchkey.now()));
            });
    assertThat(kept).filteredOn(UserAdministration.Outcome.DONE::equals).hasSize(1);
    assertThat(kept).filteredOn(UserAdministration.Outcome.EMAIL_TAKEN::equals).hasSize(3);
  }

  @Test
  void fields_that_are_not_in_the_form_change_nothing() {
    Browser own = latchkey.browser().signIn(mei);
    String[] more = {
      "role",
      "SUPER_ADMINISTRATOR",
      "organization",
      solo.id().value(),
      "organization_id",
      solo.id().value(),
      "user_id",
      sam.id(),
      "email",
      "new@example.com",
      "active_since",
      "0",
      "password",
      "x",
      "team." + studio.id().value(),
      "ADMINISTRATOR"
    };
    Answer renamed = send(own, "/account/profile", join(more, "name", "Mei Herself"));
    assertThat(renamed.status()).isEqualTo(303);
    assertThat(managed(mei).user()).isEqualTo(named("Mei Herself"));

    Answer changed =
        change(
            latchkey.browser().signIn(olga),
            HERE,
            mei,
            join(more, "role", "MEMBER", "email", mei.email(), "name", "Mei"));
    assertThat(changed.status()).isEqualTo(303);
    assertThat(managed(mei).user()).isEqualTo(named("Mei"));
    assertThat(signIn(mei).status()).isEqualTo(303);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Mei\u202enimda", "Mei\u0007", " ", "x"})
  void misleading_or_overlong_names_are_refused(String kind) {
    String name = kind.equals("x") ? "x".repeat(10_000) : kind;
    Browser browser = latchkey.browser().signIn(olga);

    assertRefused(change(browser, HERE, mei, "name", name));
    assertRefused(send(browser, HERE + "/new", "name", name, "email", "a@b.c", "role", "MEMBER"));
    assertRefused(send(browser, "/account/profile", "name", name));
    assertThat(managed(mei).version()).isEqualTo(1);
  }

  @Test
  void leaving_a_team_ends_what_apps_may_do_there_for_good() {
    App app = latchkey.app(latchkey.person(apollo));
    Tokens tokens = app.tokens(latchkey.browser().signIn(mei));
    Browser browser = latchkey.browser().signIn(olga);
    String team = "team." + apollo.id().value();

    assertThat(change(browser, HERE, mei, team, "NONE").status()).isEqualTo(303);
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(change(browser, HERE, mei, team, "MEMBER").status()).isEqualTo(303);
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(app.tokens(latchkey.browser().signIn(mei)).access()).isNotEmpty();
  }

  @Test
  void teams_are_created_and_renamed_on_their_page() {
    Browser browser = latchkey.browser().signIn(olga);
    String name = "Crew of " + mei.id();
    String one = HERE + "/teams/" + borealis.id().value();

    assertThat(send(browser, HERE + "/teams", "name", name).status()).isEqualTo(303);
    assertThat(send(browser, HERE + "/teams", "name", name).body())
        .contains("A team with this name already exists.");
    assertRefused(send(browser, one, "before", borealis.name(), "name", " "));
    assertThat(send(browser, one, "before", "Another", "name", "Mine").status()).isEqualTo(409);
    assertThat(send(browser, one, "before", borealis.name(), "name", "Mine").status())
        .isEqualTo(303);
    assertThat(browser.get(HERE + "/teams").body()).contains("Mine", name);
  }

  @Test
  void a_long_list_comes_in_pages_and_can_be_searched() {
    for (int i = 0; i < 55; i++) {
      latchkey.person(acme, User.Role.MEMBER, false);
    }
    Browser browser = latchkey.browser().signIn(olga);

    Answer first = browser.get(HERE);
    Answer second = browser.get(HERE + "?page=2");
    Answer sought = browser.get(HERE + "?q=" + mei.email().toUpperCase(Locale.ROOT));

    assertThat(first.body()).contains("1 to 50 of 58", "page=2");
    assertThat(second.body()).contains("51 to 58 of 58").doesNotContain("page=3");
    assertThat(sought.body()).contains(mei.id()).doesNotContain(olga.id() + "\"><strong>");
    assertThat(browser.get(HERE + "?q=%25").body()).contains("No people match");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NAME", "EMAIL", "CREATED"})
  void each_person_is_on_exactly_one_page_in_each_order(String column) {
    for (int i = 0; i < 27; i++) {
      latchkey.person(acme, User.Role.MEMBER, false);
    }
    Browser browser = latchkey.browser().signIn(sam);

    for (String direction : List.of("ASC", "DESC")) {
      for (String search : List.of("", "&q=" + "@")) {
        String query = "?size=25&sort=%s&direction=%s".formatted(column, direction) + search;
        Answer first = browser.get(HERE + query + "&organization=" + acme.id().value());
        Answer last =
            browser.get(HERE + query + "&organization=" + acme.id().value() + "&page=999");
        assertThat(first.body()).contains("1 to 25 of 30");
        assertThat(last.body()).contains("26 to 30 of 30");
        assertThat(Stream.concat(listed(first), listed(last))).hasSize(30).doesNotHaveDuplicates();
      }
    }
    String person = "?q=" + Http.encode(mei.email()) + "&sort=" + column;
    String organization = "?q=" + Http.encode(acme.name()) + "&sort=" + column;
    assertThat(browser.get("/platform/people" + person).body()).contains("1 to 1 of 1", mei.id());
    assertThat(browser.get("/platform/organizations" + organization).body())
        .contains(acme.id().value());
  }

  private static Stream<String> listed(Answer page) {
    return Pattern.compile("href=\"[a-z/]+/(usr_[^\"]+)\"><span class=\"person\"")
        .matcher(page.body())
        .results()
        .map(found -> found.group(1));
  }

  private static void assertRefused(Answer answer) {
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("class=\"flaw\"");
  }

  private User named(String name) {
    User user = mei.user();
    return new User(user.id(), user.email(), name, user.organization(), user.role(), user.teams());
  }

  private ManagedUser managed(Person person) {
    return latchkey.managed(person);
  }

  private User.Role role(Person person) {
    return managed(person).user().role();
  }

  private Answer signIn(Person person) {
    Browser fresh = latchkey.browser();
    return fresh.submit(
        fresh.get("/sign-in"), "email", person.email(), "password", person.password());
  }

  /** Sends the form of a person with the stored values, except for these fields. */
  private Answer change(Browser browser, String section, Person whom, String... fields) {
    ManagedUser now = managed(whom);
    Map<String, String> form =
        Http.fields(
            Map.of("form_token", token(browser)),
            "version",
            String.valueOf(now.version()),
            "name",
            now.user().name(),
            "email",
            now.user().email(),
            "role",
            now.user().role().name());
    for (User.Membership each : now.user().teams()) {
      form.put("team." + each.team().id().value(), each.administers() ? "ADMINISTRATOR" : "MEMBER");
    }
    return browser.post(section + "/" + whom.id(), Http.fields(form, fields));
  }

  private Map<String, String> fields(Browser browser, Person whom) {
    ManagedUser now = managed(whom);
    return Http.fields(
        Map.of("form_token", token(browser)),
        "version",
        String.valueOf(now.version()),
        "name",
        now.user().name(),
        "email",
        now.user().email());
  }

  private static Answer send(Browser browser, String path, String... fields) {
    return browser.post(path, Http.fields(Map.of("form_token", token(browser)), fields));
  }

  private static String token(Browser browser) {
    Answer page = browser.get("/account/profile");
    return page.status() == 200 ? Browser.hidden(page).get("form_token") : "";
  }

  private static String[] join(String[] first, String... more) {
    return Stream.concat(Arrays.stream(first), Arrays.stream(more)).toArray(String[]::new);
  }

  private long auditRecords(String event, String outcome, Person person) {
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
