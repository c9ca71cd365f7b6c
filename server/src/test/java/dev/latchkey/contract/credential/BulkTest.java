package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One form changes several rows of a table, each by itself and only if it is as it was shown. */
class BulkTest extends OnBothStores {
  private static final String PEOPLE = "/organization/people";
  private static final String ALL = "/organization/credentials";
  private static final String APPS = "/account/apps";

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team apollo = latchkey.team(acme);
  private final Person olga =
      latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, false, apollo);
  private final Person mei = latchkey.person(acme, User.Role.MEMBER, false, apollo);
  private final Person mo = latchkey.person(acme, User.Role.MEMBER, false, apollo);
  private final App app = latchkey.app(latchkey.person());
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(olga);
  }

  @Test
  void several_people_are_disabled_after_one_question() {
    Browser hers = latchkey.browser().signIn(mei);
    Tokens tokens = app.tokens(hers);
    latchkey.app(mo);

    Answer asked = askPeople("disable", mei, mo);
    assertThat(asked.body())
        .contains("Disable 2 people?", mei.email(), mo.email())
        .contains("Sessions: 1", "Access that the person has given to apps: 1")
        .contains("stop working for everyone: 1");
    assertThat(state(mei)).isEqualTo(ManagedUser.State.ACTIVE);
    Answer done = browser.submitAll(asked);

    assertThat(done.status()).isEqualTo(303);
    assertThat(browser.follow(done).body()).contains("2 people are disabled.");
    assertThat(state(mei)).isEqualTo(ManagedUser.State.DISABLED);
    assertThat(state(mo)).isEqualTo(ManagedUser.State.DISABLED);
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(hers.get(APPS).status()).isEqualTo(302);
    for (Person each : List.of(mei, mo)) {
      assertThat(auditRecords("user_disable", "ok", each.id())).isEqualTo(1);
    }
  }

  @Test
  void a_person_who_was_changed_since_is_left_and_named() {
    Answer asked = askPeople("disable", mei, mo);
    latchkey.makeMember(mei, olga);

    Answer done = browser.submitAll(asked);

    assertThat(done.status()).isEqualTo(409);
    assertThat(done.body())
        .contains("1 of 2 changed", mei.user().name(), "changed in the meantime")
        .doesNotContain(mo.user().name());
    assertThat(state(mei)).isEqualTo(ManagedUser.State.ACTIVE);
    assertThat(state(mo)).isEqualTo(ManagedUser.State.DISABLED);
    assertThat(browser.submitAll(asked).body()).contains("0 of 2 changed", "already disabled");
    assertThat(auditRecords("user_disable", "ok", mo.id())).isEqualTo(1);
  }

  @Test
  void a_super_administrator_disables_people_of_several_organizations() {
    Person stranger = latchkey.person();
    Person sam = latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, apollo);
    String query = "user=" + mei.user().id().value() + "&user=" + stranger.user().id().value();
    assertThat(browser.get("/platform/people/disable?" + query).status()).isEqualTo(403);
    browser.signIn(sam);

    assertThat(browser.get("/platform/people/disable").body()).contains("at least one row");
    Answer asked = browser.get("/platform/people/disable?" + query);
    assertThat(asked.body())
        .contains("Disable 2 people?", mei.email(), acme.name(), stranger.email());
    Answer done = browser.submitAll(asked);

    assertThat(done.location()).startsWith("/platform/people?");
    assertThat(browser.follow(done).body()).contains("2 people are disabled.");
    assertThat(state(mei)).isEqualTo(ManagedUser.State.DISABLED);
    assertThat(state(stranger)).isEqualTo(ManagedUser.State.DISABLED);
  }

  @Test
  void sessions_and_app_access_of_people_end_and_their_accounts_stay() {
    Browser hers = latchkey.browser().signIn(mei);
    Tokens tokens = app.tokens(hers);
    App owned = latchkey.app(mei);
    Tokens others = owned.tokens(latchkey.browser().signIn(mo));

    Answer asked = askPeople("end-access", mei);
    assertThat(asked.body()).contains("End sessions and app access of 1 person?");
    assertThat(browser.submitAll(asked).status()).isEqualTo(303);

    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(latchkey.isActive(others.access())).isTrue();
    assertThat(hers.get(APPS).status()).isEqualTo(302);
    assertThat(hers.signIn(mei).get(APPS).body()).contains("No connected apps");
    assertThat(auditRecords("session_end", "all_by_administrator", mei.id())).isEqualTo(1);
  }

  @Test
  void people_beyond_the_rights_of_the_administrator_are_left_and_the_attempt_is_recorded() {
    Person sam = latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, false, apollo);
    Person stranger = latchkey.person();
    String path = PEOPLE + "/disable?organization=" + acme.id().value();

    Answer asked = askPeople("disable", mei, sam, stranger, olga);
    assertThat(asked.body())
        .contains("Disable 1 person?", "Left out: 3", "requires a higher role")
        .doesNotContain(stranger.user().name());
    String form =
        Stream.of(mei, sam, stranger, olga)
            .map(each ->
                "user=%s&version.%s=%d"
                    .formatted(each.id(), each.id(), latchkey.managed(each).version()))
            .collect(Collectors.joining("&"));
    Answer done = post(path, form);

    assertThat(done.status()).isEqualTo(409);
    assertThat(done.body()).contains("1 of 4 changed");
    assertThat(state(mei)).isEqualTo(ManagedUser.State.DISABLED);
    for (Person each : List.of(sam, stranger, olga)) {
      assertThat(state(each)).isEqualTo(ManagedUser.State.ACTIVE);
    }
    assertThat(auditRecords("right_refused", "role_above_own", sam.id())).isEqualTo(1);
    assertThat(auditRecords("right_refused", "person_of_others", stranger.id())).isPositive();
  }

  @Test
  void nothing_chosen_or_too_much_chosen_changes_nothing() {
    String here = "?organization=" + acme.id().value();
    String many =
        IntStream.range(0, 101)
            .mapToObj(i -> "&user=" + Id.USER.draw(new SecureRandom()).value())
            .collect(Collectors.joining());

    assertThat(browser.get(PEOPLE + "/disable" + here).status()).isEqualTo(400);
    assertThat(browser.get(PEOPLE + "/disable" + here).body()).contains("at least one row");
    assertThat(browser.get(PEOPLE + "/disable" + here + many).body()).contains("at most 100 rows");
    assertThat(post(PEOPLE + "/disable", here.substring(1) + many).status()).isEqualTo(400);
    assertThat(browser.get(ALL + "/delete" + here).status()).isEqualTo(400);
    assertThat(browser.get(ALL + "/export.csv" + here).status()).isEqualTo(400);
    assertThat(browser.get(APPS + "/end").status()).isEqualTo(400);
  }

  @Test
  void long_after_sign_in_the_password_is_needed_once() {
    latchkey.clock.pass(Duration.ofMinutes(11));
    Answer asked = askPeople("disable", mei, mo);

    Answer wrong = browser.submitAll(asked, "current_password", "wrong");

    assertThat(wrong.status()).isEqualTo(403);
    assertThat(wrong.body()).contains("Disable 2 people?");
    assertThat(state(mei)).isEqualTo(ManagedUser.State.ACTIVE);
    assertThat(browser.submitAll(wrong, "current_password", olga.password()).status())
        .isEqualTo(303);
    assertThat(state(mo)).isEqualTo(ManagedUser.State.DISABLED);
  }

  @Test
  void chosen_credentials_are_deleted_and_one_that_is_gone_is_named() {
    App first = latchkey.app(mei);
    App second = latchkey.app(mo);
    Tokens tokens = first.tokens(latchkey.browser().signIn(mo));
    App untouched = latchkey.app(mo);
    String query = clients(first.id(), second.id());

    Answer asked = browser.get(ALL + "/delete?" + query);
    assertThat(asked.body()).contains("Delete 2 credentials?", first.id(), mei.user().name());
    assertThat(browser.submitAll(asked, "total", "3").status()).isEqualTo(400);
    assertThat(latchkey.isActive(tokens.access())).isTrue();
    latchkey.delete(second);
    Answer done = browser.submitAll(asked, "total", "2");

    assertThat(done.status()).isEqualTo(409);
    assertThat(done.body()).contains("1 of 2 changed", "No longer listed");
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(latchkey.owned(mei)).isEmpty();
    assertThat(latchkey.owned(mo)).containsExactly(untouched.credential());
    assertThat(auditRecords("credential_delete", "ok", first.id())).isEqualTo(1);
  }

  @Test
  void credentials_of_another_organization_are_neither_deleted_nor_exported() {
    App foreign = latchkey.app(latchkey.person());
    App own = latchkey.app(mei);
    String query = clients(foreign.id(), own.id());

    Answer asked = browser.get(ALL + "/delete?" + query);
    assertThat(asked.body()).contains("Delete 1 credential?");
    assertThat(found("client", asked)).containsExactly(own.id());
    assertThat(browser.get(ALL + "/export.csv?" + query).body())
        .contains(own.id())
        .doesNotContain(foreign.id());
    Answer done = post(ALL + "/delete", query + "&total=2");

    assertThat(done.status()).isEqualTo(409);
    assertThat(latchkey.stores().credentials().credentials().find(foreign.credential().clientId()))
        .isPresent();
    assertThat(auditRecords("right_refused", "credential_of_others", foreign.id())).isPositive();
  }

  @Test
  void chosen_credentials_are_exported_without_secrets() {
    App personal = latchkey.app(mei);
    Latchkey.Machine machine = latchkey.machine(olga, Optional.empty());
    String query = clients(personal.id(), machine.credential().clientId().value());

    Answer csv = browser.get(ALL + "/export.csv?" + query);
    Answer json = browser.get(ALL + "/export.json?" + query);

    assertThat(csv.header("Content-Disposition")).contains("credentials.csv");
    assertThat(csv.body().lines()).hasSize(3);
    assertThat(csv.body())
        .startsWith("client_id,name,type,state,owner_email,scope,active_tokens")
        .contains(personal.id(), mei.email(), ",organization,live," + olga.email())
        .doesNotContain(personal.secret(), machine.token());
    assertThat(json.json().path("credentials")).hasSize(2);
    assertThat(json.json().at("/credentials/0/client_id").stringValue()).isEqualTo(personal.id());
  }

  @Test
  void several_tokens_are_revoked_with_an_entry_for_each() {
    Latchkey.Machine machine = latchkey.machine(olga, Optional.empty());
    String tokens = ALL + "/" + machine.credential().clientId().value() + "/tokens";
    reissue(tokens);
    reissue(tokens);
    List<String> listed = found("token", browser.get(tokens));
    assertThat(listed).hasSize(3);
    String chosen =
        listed.subList(1, 3).stream().map(each -> "token=" + each).collect(Collectors.joining("&"));

    Answer done = browser.submitAll(browser.get(tokens + "/revoke?" + chosen));

    assertThat(browser.follow(done).body()).contains("2 tokens are revoked");
    assertThat(found("token", browser.get(tokens))).containsExactly(listed.getFirst());
    assertThat(latchkey.isActive(machine.token())).isFalse();
    assertThat(auditRecords("token_revoke", "ok", machine.credential().clientId().value()))
        .isEqualTo(2);
  }

  @Test
  void a_table_of_tokens_shows_each_once_in_every_order() {
    Latchkey.Machine machine = latchkey.machine(olga, Optional.empty());
    String tokens = ALL + "/" + machine.credential().clientId().value() + "/tokens";
    IntStream.range(0, 29).forEach(i -> reissue(tokens));

    for (String column : List.of("CREATED", "LAST_USE", "END")) {
      String query = tokens + "?size=25&sort=" + column;
      Answer first = browser.get(query);
      assertThat(first.body()).contains("1 to 25 of 30");
      List<String> shown = found("token", first);
      List<String> more = found("token", browser.get(query + "&page=2"));
      assertThat(shown).hasSize(25).doesNotHaveDuplicates();
      assertThat(more).hasSize(5).doesNotContainAnyElementsOf(shown);
    }
    String ending = machine.token().substring(machine.token().length() - 4);
    assertThat(browser.get(tokens + "?q=" + ending).body()).contains("…" + ending, "Search: ");
  }

  @Test
  void a_person_ends_the_access_of_several_apps_and_of_no_app_of_another_person() {
    Browser hers = latchkey.browser().signIn(mei);
    Browser his = latchkey.browser().signIn(mo);
    Tokens first = app.tokens(hers);
    Tokens second = app.tokens(hers);
    Tokens foreign = app.tokens(his);
    List<String> own = found("grant", hers.get(APPS));
    String other = found("grant", his.get(APPS)).getFirst();

    Answer asked =
        hers.get(APPS + "/end?grant=%s&grant=%s&grant=%s".formatted(own.get(0), own.get(1), other));
    assertThat(asked.body()).contains("End the access of " + app.credential().name() + "?");
    assertThat(found("grant", asked)).containsExactlyElementsOf(own);
    Answer done = hers.submitAll(asked, "grant", other);

    assertThat(done.status()).isEqualTo(409);
    assertThat(done.body()).contains("2 of 3 changed", "No longer listed");
    assertThat(latchkey.isActive(first.access())).isFalse();
    assertThat(latchkey.isActive(second.access())).isFalse();
    assertThat(latchkey.isActive(foreign.access())).isTrue();
    assertThat(auditRecords("grant_end", "ok", mei.id())).isEqualTo(2);
    assertThat(auditRecords("right_refused", "grant_of_another", mei.id())).isEqualTo(1);
  }

  private void reissue(String tokens) {
    latchkey.clock.pass(Duration.ofSeconds(1));
    Answer answer =
        browser.post(
            tokens + "/new",
            Map.of(
                "form_token",
                formToken(),
                "form_id",
                Id.FORM.draw(new SecureRandom()).value(),
                "overlap",
                "WEEK"));
    assertThat(answer.status()).isEqualTo(200);
  }

  private Answer askPeople(String act, Person... chosen) {
    String users =
        Stream.of(chosen).map(each -> "&user=" + each.id()).collect(Collectors.joining());
    return browser.get(PEOPLE + "/" + act + "?organization=" + acme.id().value() + users);
  }

  private String clients(String... ids) {
    return "organization="
        + acme.id().value()
        + Stream.of(ids).map(id -> "&client=" + id).collect(Collectors.joining());
  }

  /** Sends a form as no page would show it. */
  private Answer post(String path, String fields) {
    String body = fields + "&form_token=" + Http.encode(formToken());
    return Http.here()
        .post(
            latchkey.url() + path,
            "application/x-www-form-urlencoded",
            body.getBytes(StandardCharsets.UTF_8),
            "Cookie",
            browser.cookies());
  }

  private String formToken() {
    return Browser.hidden(browser.get("/account/profile")).get("form_token");
  }

  private ManagedUser.State state(Person person) {
    return latchkey.managed(person).state();
  }

  private static List<String> found(String field, Answer page) {
    return Pattern.compile("name=\"" + field + "\" value=\"([^\"]+)\"")
        .matcher(page.body())
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private long auditRecords(String event, String outcome, String id) {
    return latchkey
        .log()
        .lines()
        .filter(line ->
            line.contains("\"" + event + "\"")
                && line.contains("\"" + outcome + "\"")
                && line.contains(id))
        .count();
  }
}
