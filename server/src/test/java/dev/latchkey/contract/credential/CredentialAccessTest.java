package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.token.Consent;
import dev.latchkey.storage.grants.Approval;
import dev.latchkey.storage.grants.NewCode;
import dev.latchkey.storage.grants.NewGrant;
import dev.latchkey.storage.issued.TokenSelection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The owner of a credential and the administrators see who has allowed its app, and end the access
 * of one person or of everyone.
 */
class CredentialAccessTest extends OnBothStores {
  private static final int ROUNDS = 6;

  /** More than one write ends at once. */
  private static final int MANY = 1_001;

  private final Person owner = latchkey.person();
  private final Person person = latchkey.person();
  private final App app = latchkey.app(owner);
  private final Browser browser = latchkey.browser();
  private final Browser user = latchkey.browser();
  private final String here = "/account/credentials/" + app.id() + "/access";
  private final String managed = "/organization/credentials/" + app.id() + "/access";

  @BeforeEach
  void signIn() {
    browser.signIn(owner);
    user.signIn(person);
  }

  @Test
  void the_tab_says_who_allowed_the_app_what_and_when() {
    assertThat(browser.get(here).body()).contains("No person has access");
    Tokens tokens = app.tokens(user, "scope", "read:issue:info");
    String since = latchkey.clock.instant().toString();
    assertThat(browser.get(here).body()).contains("Not used yet");
    latchkey.clock.pass(Duration.ofMinutes(1));
    assertThat(latchkey.isActive(tokens.access())).isTrue();
    latchkey.wiring().usage().flush();

    Answer tab = browser.get(here);

    assertThat(tab.status()).isEqualTo(200);
    assertThat(tab.body())
        .contains(person.user().name(), person.email(), since)
        .contains(person.user().teams().getFirst().team().name())
        .contains("<code>read:issue:info</code>")
        .contains(latchkey.clock.instant().toString())
        .doesNotContain("write:issue:info", "Not used yet");
  }

  @Test
  void a_code_that_was_not_exchanged_and_a_disabled_person_are_not_listed() {
    app.code(user);
    assertThat(browser.get(here).body()).doesNotContain(person.email());
    app.tokens(user);
    assertThat(browser.get(here).body()).contains(person.email());

    latchkey.disable(person);

    assertThat(browser.get(here).body()).doesNotContain(person.email());
  }

  @Test
  void people_are_found_by_name_and_e_mail_address_and_sorted() {
    Person other = latchkey.person();
    app.tokens(user);
    latchkey.clock.pass(Duration.ofSeconds(1));
    app.tokens(latchkey.browser().signIn(other));

    assertThat(browser.get(here + "?q=" + Http.encode(person.email())).body())
        .contains(person.email())
        .doesNotContain(other.email());
    assertThat(browser.get(here + "?q=%40").body()).contains(person.email(), other.email());
    assertThat(browser.get(here + "?q=no-such-person").body())
        .contains("No person matches this search")
        .doesNotContain(person.email());
    assertThat(browser.get(here).body()).containsSubsequence(other.email(), person.email());
    assertThat(browser.get(here + "?sort=GRANTED&direction=ASC").body())
        .containsSubsequence(person.email(), other.email());
  }

  @Test
  void the_access_of_one_person_ends_with_every_token_and_code() {
    Person other = latchkey.person();
    Tokens first = app.tokens(user);
    Tokens second = app.tokens(user);
    String code = app.code(user);
    Tokens others = app.tokens(latchkey.browser().signIn(other));

    Answer asked = browser.get(here + "/end?user=" + person.id());
    assertThat(asked.body())
        .contains("End the access of " + person.user().name() + "?", person.email())
        .contains("each with its refresh token: 2")
        .doesNotContain(other.email());
    assertThat(latchkey.isActive(first.access())).isTrue();
    Answer ended = browser.submit(asked);

    assertThat(ended.status()).isEqualTo(303);
    for (Tokens tokens : List.of(first, second)) {
      assertEnded(tokens);
    }
    assertThat(app.redeem(code).error()).isEqualTo("invalid_grant");
    assertThat(latchkey.isActive(others.access())).isTrue();
    assertThat(browser.follow(ended).body())
        .contains("Access ended.", other.email())
        .doesNotContain(person.email());
    assertThat(auditRecords("access_end", owner, person)).isEqualTo(1);
  }

  @Test
  void all_access_ends_at_once_and_the_app_may_ask_again() {
    var given = new ArrayList<Tokens>();
    given.add(app.tokens(user));
    given.add(app.tokens(user));
    given.add(app.tokens(latchkey.browser().signIn(latchkey.person())));
    String code = app.code(user);

    Answer asked = browser.get(here + "/end?everyone=yes");
    assertThat(asked.body())
        .contains("End all access?", "People: 2", "each with its refresh token: 3");
    assertThat(browser.submit(asked).status()).isEqualTo(303);

    given.forEach(this::assertEnded);
    assertThat(app.redeem(code).error()).isEqualTo("invalid_grant");
    assertThat(auditRecords("access_end_all", owner)).isEqualTo(1);
    assertThat(browser.get(here).body()).contains("No person has access");
    assertThat(latchkey.isActive(app.tokens(user).access())).isTrue();
  }

  @Test
  void all_access_of_many_people_ends() {
    List<String> codes = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      codes.add(approve());
    }
    String exchanged = Tokens.of(app.redeem(codes.getFirst())).access();

    assertThat(browser.submit(browser.get(here + "/end?everyone=yes")).status()).isEqualTo(303);

    assertThat(latchkey.isActive(exchanged)).isFalse();
    for (int i = 1; i < MANY; i += 100) {
      assertThat(app.redeem(codes.get(i)).error()).as("code %d", i).isEqualTo("invalid_grant");
    }
    assertThat(auditRecords("access_end_all", owner)).isEqualTo(1);
  }

  /** A consent, without its pages. */
  private String approve() {
    var random = latchkey.installation().random();
    Secret.Code code = Secret.CODE.mint(random);
    var consent =
        Consent.of(
            app.credential().clientId(),
            person.user().id(),
            person.user().teams().getFirst().team().id(),
            app.credential().scope(),
            Scopes.Separator.COMMA);
    assertThat(
            latchkey
                .stores()
                .grants()
                .consents()
                .approve(
                    Id.REQUEST.draw(random),
                    new NewGrant(Id.GRANT.draw(random), consent, app.credential().version()),
                    new NewCode(code, app.redirectUri(), Optional.empty()),
                    latchkey.now()))
        .isEqualTo(Approval.APPROVED);
    return code.reveal();
  }

  @Test
  void an_administrator_ends_access_and_no_one_else() {
    Tokens tokens = app.tokens(user);
    Person elsewhere = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    Browser foreign = latchkey.browser().signIn(elsewhere);
    for (String path : List.of(here, here + "/end?everyone=yes")) {
      assertThat(user.get(path).status()).as(path).isEqualTo(404);
      assertThat(foreign.get(path).status()).as(path).isEqualTo(404);
    }
    for (String path : List.of(managed, managed + "/end?everyone=yes")) {
      assertThat(user.get(path).status()).as(path).isEqualTo(403);
      assertThat(foreign.get(path).status()).as(path).isEqualTo(404);
    }
    assertThat(end(user, here).status()).isEqualTo(404);
    assertThat(end(foreign, here).status()).isEqualTo(404);
    assertThat(end(user, managed).status()).isEqualTo(403);
    assertThat(end(foreign, managed).status()).isEqualTo(404);
    assertThat(latchkey.isActive(tokens.access())).isTrue();

    Person administrator = latchkey.administrator();
    Browser theirs = latchkey.browser().signIn(administrator);
    assertThat(theirs.get(managed).body()).contains(person.email());
    assertThat(theirs.submit(theirs.get(managed + "/end?everyone=yes")).status()).isEqualTo(303);

    assertEnded(tokens);
    assertThat(auditRecords("access_end_all", administrator)).isEqualTo(1);
  }

  @Test
  void a_form_that_names_no_one_ends_nothing_and_a_stranger_is_not_named() {
    Tokens tokens = app.tokens(user);
    Person stranger = latchkey.person();

    for (String query : List.of("", "?user=usr_unknown", "?user=" + stranger.id())) {
      Answer refused = browser.get(here + "/end" + query);
      assertThat(refused.status()).as(query).isEqualTo(409);
      assertThat(refused.body()).doesNotContain(stranger.email());
    }
    Map<String, String> form = Map.of("form_token", token(browser));
    assertThat(browser.post(here + "/end", form).status()).isEqualTo(409);
    assertThat(browser.post(here + "/end", Map.of("everyone", "yes")).status()).isEqualTo(403);
    Map<String, String> both = Http.fields(form, "everyone", "yes", "user", stranger.id());
    assertThat(browser.post(here + "/end", both).status()).isEqualTo(303);

    assertThat(latchkey.isActive(tokens.access())).isTrue();
  }

  @Test
  void long_after_the_sign_in_the_password_is_asked_for() {
    Tokens tokens = app.tokens(user);
    latchkey.clock.pass(Duration.ofMinutes(11));
    Answer asked = browser.get(here + "/end?everyone=yes");
    assertThat(asked.body()).contains("name=\"current_password\"");

    Answer refused = browser.submit(asked);
    assertThat(refused.status()).isEqualTo(403);
    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(browser.submit(refused, "current_password", owner.password()).status())
        .isEqualTo(303);

    assertThat(latchkey.isActive(tokens.access())).isFalse();
  }

  @Test
  void a_former_owner_ends_nothing() {
    Tokens tokens = app.tokens(user);
    var revocation = latchkey.stores().grants().revocation();
    var offers = latchkey.stores().credentials().offers();
    Person newOwner = latchkey.person();
    var known = app.credential();
    offers.offer(known, newOwner.user().id(), owner.user().id(), latchkey.now());
    assertThat(offers.accept(known, newOwner.user().id(), false, latchkey.now())).isTrue();

    var ofPerson = new TokenSelection.Whose.OfPersonToApp(person.user().id(), known);
    var ofEveryone = new TokenSelection.Whose.OfCredential(known);
    for (TokenSelection.Whose whose : List.of(ofPerson, ofEveryone)) {
      assertThat(revocation.end(TokenSelection.of(whose), latchkey.now())).isEmpty();
    }

    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(auditRecords("access_end", owner)).isZero();
  }

  @Test
  void refreshes_and_exchanges_at_the_same_time_leave_nothing_active() {
    for (int round = 0; round < ROUNDS; round++) {
      Tokens tokens = app.tokens(user);
      String code = app.code(user);
      Answer asked = browser.get(here + "/end?everyone=yes");

      List<Answer> answers =
          Crowd.of(
              9,
              i -> {
                if (i % 4 == 0) {
                  return browser.submit(asked);
                }
                return i % 2 == 0 ? app.refresh(tokens.refresh()) : app.redeem(code);
              });

      assertEnded(tokens);
      for (Answer answer : answers) {
        assertThat(answer.status()).isIn(200, 303, 400);
        if (answer.status() == 200) {
          assertEnded(Tokens.of(answer));
        }
      }
    }
  }

  private Answer end(Browser by, String tab) {
    return by.post(tab + "/end", Map.of("form_token", token(by), "everyone", "yes"));
  }

  private static String token(Browser from) {
    return Browser.hidden(from.get("/account/credentials/new")).get("form_token");
  }

  private void assertEnded(Tokens tokens) {
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(latchkey.call(tokens.access()).status()).isEqualTo(401);
    assertThat(app.inspect(tokens.access()).body()).isEqualTo("{\"active\":false}");
    assertThat(app.refresh(tokens.refresh()).error()).isEqualTo("invalid_grant");
  }

  private long auditRecords(String event, Person... who) {
    return latchkey
        .log()
        .lines()
        .filter(line -> line.contains("\"" + event + "\"") && line.contains("\"ok\""))
        .filter(line -> List.of(who).stream().allMatch(each -> line.contains(each.id())))
        .count();
  }
}
