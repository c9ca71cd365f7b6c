package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.credential.CreatePersonalCredential;
import dev.latchkey.credential.WantedCredential;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.operation.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lists of credentials: complete, in order, filtered, and divided into pages. */
class CredentialListTest extends OnBothStores {
  private static final String OWN = "/account/credentials";
  private static final String ALL = "/organization/credentials";
  private static final Pattern NAME = Pattern.compile("<strong>([^<]+)</strong></a>");
  private static final Pattern ID = Pattern.compile("data-copy=\"(cli_[^\"]+)\"");
  private static final String ACTIVE_TOKENS = "data-label=\"Active tokens\">";
  private static final Pattern NEXT = Pattern.compile("href=\"([^\"]+)\"[^>]* rel=\"next\"");

  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person administrator = latchkey.administrator(home);
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(administrator);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NAME ASC",
        "NAME DESC",
        "CREATED ASC",
        "CREATED DESC",
        "LAST_USE ASC",
        "LAST_USE DESC"
      })
  void the_pages_of_a_long_list_leave_out_nothing_and_repeat_nothing(String order) {
    String column = order.split(" ")[0];
    boolean descending = order.endsWith("DESC");
    var uses = new HashMap<Id.Client, Usage.Period>();
    for (int i = 0; i < 120; i++) {
      if (i % 7 == 0) {
        latchkey.clock.pass(Duration.ofSeconds(1));
      }
      App app = personal("App " + (i % 40), administrator);
      if (i % 3 > 0) {
        uses.put(app.credential().clientId(), Usage.Period.at(latchkey.now()));
      }
    }
    latchkey.stores().operation().usage().useCredentials(uses);

    for (String section : List.of(OWN, ALL)) {
      for (String search : List.of("", "&q=app")) {
        var names = new ArrayList<String>();
        var ids = new ArrayList<String>();
        int pages = 0;
        Optional<String> next =
            Optional.of(
                section + "?sort=%s&direction=%s".formatted(column, order.split(" ")[1]) + search);
        while (next.isPresent()) {
          Answer page = browser.get(next.get());
          assertThat(page.body()).contains("of 120");
          names.addAll(names(page));
          ids.addAll(ids(page));
          next = next(page);
          pages++;
        }
        assertThat(pages).isEqualTo(3);
        assertThat(ids).hasSize(120).doesNotHaveDuplicates();
        if (column.equals("NAME")) {
          assertThat(descending ? names.reversed() : names).isSorted();
        }
      }
    }
  }

  @Test
  void a_column_header_sorts_by_its_column_and_a_second_use_turns_the_order() {
    personal("First", administrator);
    latchkey.clock.pass(Duration.ofMinutes(1));
    personal("Second", administrator);

    Answer byName = browser.get(ALL + "?q=s");
    Answer newest = browser.get(sortLink(byName, "Created"));
    Answer oldest = browser.get(sortLink(newest, "Created"));

    assertThat(names(newest)).containsExactly("Second", "First");
    assertThat(newest.body()).contains("aria-sort=\"descending\"");
    assertThat(names(oldest)).containsExactly("First", "Second");
    assertThat(oldest.body()).contains("aria-sort=\"ascending\"", "value=\"s\"");
  }

  @Test
  void a_search_finds_the_owner_by_name_and_address() {
    Person mei = latchkey.person(home, administrator.user().role(), latchkey.team(home));
    personal("Board Sync", mei);
    personal("Deploy Bot", administrator);
    Person guest =
        latchkey.person(
            latchkey.organization(Organization.Kind.MULTI_TEAM), User.Role.SUPER_ADMINISTRATOR);
    organizational("Mirror", guest);

    assertThat(listed("?q=" + mei.email().toUpperCase(Locale.ROOT))).containsExactly("Board Sync");
    assertThat(listed("?q=" + Http.encode(mei.user().name()))).contains("Board Sync");
    assertThat(listed("?q=" + guest.email())).containsExactly("Mirror");
    assertThat(names(browser.get(OWN + "?q=" + administrator.email()))).isEmpty();
  }

  @Test
  void a_search_follows_changes_and_ignores_the_case_of_every_letter() {
    Person mei = latchkey.person(home, administrator.user().role(), latchkey.team(home));
    personal("\u00DCberblick", mei);
    latchkey.stores().users().directory().rename(mei.user(), "Zo\u00EB \u00D6zil", latchkey.now());

    assertThat(listed("?q=" + Http.encode("ZO\u00CB \u00F6zil"))).containsExactly("\u00DCberblick");
    assertThat(listed("?q=" + Http.encode("\u00FCBERBLICK"))).containsExactly("\u00DCberblick");

    var administration = latchkey.stores().users().administration();
    var known = latchkey.managed(mei);
    User wanted =
        new User(
            known.user().id(),
            "new-" + mei.email(),
            "Zo\u00EB Neu",
            home.id(),
            known.user().role(),
            known.user().teams());
    administration.change(known, wanted, new Actor.Person(administrator.user(), latchkey.now()));

    assertThat(listed("?q=new-" + mei.email())).containsExactly("\u00DCberblick");
    assertThat(listed("?q=" + Http.encode("\u00F6zil"))).isEmpty();
    assertThat(listed("?q=" + Http.encode("zo\u00EB neu"))).containsExactly("\u00DCberblick");
  }

  @Test
  void each_filter_is_shown_and_its_link_removes_it_alone() {
    personal("Board Sync", administrator);

    Answer page = browser.get(ALL + "?q=sync&type=ORGANIZATION&size=25");

    assertThat(page.body()).contains("No credentials match", "Search: ", "Type: ");
    Answer wider = browser.get(chipLink(page, "Type: Service token"));
    assertThat(names(wider)).containsExactly("Board Sync");
    assertThat(wider.body()).contains("Search: ", "name=\"size\" value=\"25\"");
  }

  @Test
  void a_search_is_literal_and_knows_names_and_client_identifiers() {
    App first = personal("Sync 100%", administrator);
    personal("Sync 1000", administrator);
    personal("Board_Sync", administrator);
    personal("BoardXSync", administrator);

    assertThat(listed("?q=100%25")).containsExactly("Sync 100%");
    assertThat(listed("?q=board_")).containsExactly("Board_Sync");
    assertThat(listed("?q=sync")).hasSize(4);
    assertThat(listed("?q=" + first.id())).containsExactly("Sync 100%");
    assertThat(listed("?q=%27%3B--")).isEmpty();
    assertThat(browser.get(ALL + "?q=%3Cb%3E").body()).contains("&lt;b>").doesNotContain("<b>");
  }

  @Test
  void the_list_is_filtered_by_type_and_state() {
    Person gone = latchkey.person(home, administrator.user().role(), latchkey.team(home));
    personal("Left behind", gone);
    personal("In use", administrator);
    Latchkey.Machine machine = latchkey.machine(administrator, Optional.empty());
    latchkey.disable(gone);

    assertThat(listed("?type=PERSONAL")).containsExactly("In use", "Left behind");
    assertThat(listed("?state=OWNER_DISABLED")).containsExactly("Left behind");
    assertThat(listed("?state=LIVE&type=PERSONAL")).containsExactly("In use");
    assertThat(listed("?type=ORGANIZATION&state=NO_TOKEN")).isEmpty();

    String tokens = ALL + "/" + machine.credential().clientId().value() + "/tokens";
    Matcher token =
        Pattern.compile("name=\"token\" value=\"([^\"]+)\"").matcher(browser.get(tokens).body());
    assertThat(token.find()).isTrue();
    browser.submit(browser.get(tokens + "/revoke?token=" + token.group(1)));
    assertThat(listed("?state=NO_TOKEN")).containsExactly(machine.credential().name());
  }

  @Test
  void tokens_are_counted_from_the_exchange_until_their_end() {
    App app = personal("Board Sync", administrator);
    Browser user = latchkey.browser().signIn(latchkey.person());
    String code = app.code(user);
    assertThat(browser.get(OWN).body()).contains(ACTIVE_TOKENS + "0</td>");
    Tokens first = Tokens.of(app.redeem(code));
    Tokens second = app.tokens(user);
    assertThat(browser.get(OWN).body()).contains(ACTIVE_TOKENS + "2</td>");

    app.refresh(first.refresh());
    assertThat(browser.get(OWN).body()).contains(ACTIVE_TOKENS + "2</td>");
    app.revoke(second.access());
    assertThat(browser.get(OWN).body()).contains(ACTIVE_TOKENS + "1</td>");
  }

  @Test
  void the_tabs_show_what_a_deletion_would_end_and_what_has_happened() {
    App app = personal("Board Sync", administrator);
    Browser user = latchkey.browser().signIn(latchkey.person());
    app.tokens(user);
    app.tokens(user);
    app.code(user);

    assertThat(tab(app, "/settings"))
        .contains("Codes not exchanged yet: 1", "Access tokens: 2", "Refresh tokens: 2");
    assertThat(tab(app, "/activity"))
        .contains(
            " created the credential ",
            " gave the credential ",
            " exchanged an authorization code of ");
  }

  private String tab(App app, String path) {
    return browser.get(OWN + "/" + app.id() + path).body().replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sort=nothing&type=x&state=%27",
        "sort=name&direction=up",
        "page=0",
        "page=-1",
        "page=1e9",
        "page=99999999999999999999",
        "size=0",
        "size=1000000",
        "size=25;drop",
        "after=cli_1",
        "page=999999&size=100",
        "page=7&page=8&sort=CREATED&sort=NAME"
      })
  void an_odd_value_in_the_address_is_ignored_and_a_page_beyond_the_end_is_the_last(String query) {
    personal("Board Sync", administrator);

    assertThat(listed("?" + query)).containsExactly("Board Sync");
    assertThat(listed("?q=board&" + query)).containsExactly("Board Sync");
  }

  @Test
  void nobody_sees_the_list_of_another_organization() {
    personal("Board Sync", administrator);
    Person other = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    Browser stranger = latchkey.browser().signIn(other);

    assertThat(stranger.get(ALL).body()).doesNotContain("Board Sync");
    assertThat(stranger.get(ALL + "?organization=" + home.id().value()).status()).isEqualTo(404);
  }

  private List<String> listed(String query) {
    return names(browser.get(ALL + query));
  }

  private static List<String> names(Answer page) {
    assertThat(page.status()).isEqualTo(200);
    return NAME.matcher(page.body()).results().map(found -> found.group(1)).toList();
  }

  private static List<String> ids(Answer page) {
    return ID.matcher(page.body()).results().map(found -> found.group(1)).toList();
  }

  private static Optional<String> next(Answer page) {
    return link(NEXT, page);
  }

  private static String sortLink(Answer page, String column) {
    return link(
            Pattern.compile("<a href=\"([^\"]+)\" id=\"sort-[^\"]+\">" + column + " <svg"), page)
        .orElseThrow();
  }

  private static String chipLink(Answer page, String filter) {
    String label = "aria-label=\"Remove the filter " + filter;
    return link(Pattern.compile("href=\"([^\"]+)\" " + label), page).orElseThrow();
  }

  private static Optional<String> link(Pattern pattern, Answer page) {
    return pattern
        .matcher(page.body())
        .results()
        .map(found -> found.group(1).replace("&amp;", "&"))
        .findFirst();
  }

  private void organizational(String name, Person creator) {
    latchkey
        .credentialActs()
        .createOrganizational()
        .by(new Actor.Server(latchkey.now()), creator.user(), home, wanted(name));
  }

  private App personal(String name, Person owner) {
    var created =
        (CreatePersonalCredential.Created)
            latchkey
                .credentialActs()
                .createPersonal()
                .by(new Actor.Server(latchkey.now()), owner.user(), wanted(name));
    return new App(latchkey.url(), created.credential(), created.secret().reveal());
  }

  private static WantedCredential wanted(String name) {
    return new WantedCredential(
        name,
        List.of("https://app.example/callback"),
        Scopes.parse("read:issue:info"),
        Set.of(),
        "",
        AppProfile.NONE);
  }
}
