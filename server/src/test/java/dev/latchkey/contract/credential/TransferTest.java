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
import dev.latchkey.model.person.Organization;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A personal credential gets a new owner who has accepted the offer (rules 6.3 and 6.4). */
class TransferTest extends OnBothStores {
  private static final String OWN = "/account/credentials";
  private static final String ALL = "/organization/credentials";
  private static final String APPS = "/account/apps";
  private static final Pattern VERSION = Pattern.compile("name=\"version\" value=\"(\\d+)\"");
  private static final Pattern FORM_ID = Pattern.compile("name=\"form_id\" value=\"([^\"]+)\"");
  private static final Pattern SECRET = Pattern.compile("lk_cs_[0-9A-Za-z]{49}");

  private final Person owner = latchkey.person();
  private final Person newOwner = latchkey.person();
  private final Person administrator = latchkey.administrator();
  private final App app = latchkey.app(owner);
  private final Browser browser = latchkey.browser();
  private final Browser newOwnerBrowser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(owner);
    newOwnerBrowser.signIn(newOwner);
  }

  @Test
  void an_offer_changes_nothing() {
    assertThat(offer(browser, OWN, newOwner).status()).isEqualTo(303);

    assertThat(owns(owner)).isTrue();
    assertThat(app.tokens(latchkey.browser().signIn(latchkey.person()))).isNotNull();
    assertThat(newOwnerBrowser.get(page(OWN)).status()).isEqualTo(404);
    assertThat(auditRecords("transfer_offer", "ok", owner, newOwner)).isEqualTo(1);
  }

  @Test
  void the_new_owner_sees_what_comes_with_it_before_the_answer() {
    app.tokens(latchkey.browser().signIn(latchkey.person()));
    offer(browser, OWN, newOwner);

    assertThat(newOwnerBrowser.get("/account/credentials").body()).contains(page(OWN) + "/offer");
    String seen = newOwnerBrowser.get(page(OWN) + "/offer").body();

    assertThat(seen)
        .contains(app.redirectUri(), owner.user().name(), app.credential().name())
        .contains("read:issue:info", "Grants by people, with their tokens: 1")
        .contains("People who have allowed the app: 1")
        .contains("Offered by", owner.email(), latchkey.clock.instant().toString())
        .contains("<code>…" + app.secret().substring(app.secret().length() - 4) + "</code>")
        .contains("When you accept, all of these secrets are retired")
        .doesNotContain(app.secret());
  }

  @Test
  void the_acceptance_retires_every_secret_and_the_app_goes_on() {
    Tokens tokens = app.tokens(latchkey.browser().signIn(latchkey.person()));
    String second = newSecret(browser);
    String code = app.code(latchkey.browser().signIn(latchkey.person()));
    offer(browser, OWN, newOwner);

    assertThat(accept(newOwnerBrowser).location()).endsWith("?accepted=yes");

    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(app.refresh(tokens.refresh()).status()).isEqualTo(200);
    for (String secret : List.of(app.secret(), second)) {
      assertThat(app.withSecret(secret).redeem(code).status()).isEqualTo(401);
    }
    assertThat(newOwnerBrowser.get(page(OWN) + "/secrets").body())
        .contains("This credential has no secret");
    assertThat(app.withSecret(newSecret(newOwnerBrowser)).redeem(code).status()).isEqualTo(200);
    assertThat(browser.get(page(OWN)).status()).isEqualTo(404);
    assertThat(auditRecords("credential_transfer", "ok", newOwner, owner)).isEqualTo(1);
  }

  @Test
  void people_are_informed_of_the_new_owner_for_thirty_days() {
    Person person = latchkey.person();
    Browser user = latchkey.browser().signIn(person);
    app.tokens(user);
    String change = "it is now " + newOwner.user().name();
    assertThat(app.consentPage(user).body()).doesNotContain("The owner of this app changed");
    transfer();

    Browser stranger = latchkey.browser().signIn(latchkey.person());
    for (String body :
        List.of(
            app.consentPage(user).body(),
            app.consentPage(stranger).body(),
            user.get(APPS).body())) {
      assertThat(body).contains(change, "was " + owner.user().name() + " before");
    }

    latchkey.clock.pass(Duration.ofDays(29));
    assertThat(app.consentPage(again(user, person)).body()).contains(change);
    latchkey.clock.pass(Duration.ofDays(1));
    assertThat(app.consentPage(again(user, person)).body())
        .doesNotContain("The owner of this app changed");
    assertThat(user.get(APPS).body()).doesNotContain("The owner of this app changed");
  }

  @Test
  void the_app_of_a_person_who_left_stays_inactive_until_its_new_owner_agrees() {
    Tokens others = app.tokens(latchkey.browser().signIn(latchkey.person()));
    Tokens own = app.tokens(browser);
    latchkey.disable(owner);
    offer(latchkey.browser().signIn(administrator), ALL, newOwner);
    assertThat(latchkey.isActive(others.access())).isFalse();
    assertThat(newOwnerBrowser.get(page(OWN) + "/offer").body()).contains("is disabled, so these");

    assertThat(accept(newOwnerBrowser).status()).isEqualTo(400);
    assertThat(latchkey.isActive(others.access())).isFalse();
    assertThat(accept(newOwnerBrowser, "revive", "yes").status()).isEqualTo(303);

    assertThat(latchkey.isActive(others.access())).isTrue();
    assertThat(app.refresh(others.refresh()).status()).isEqualTo(200);
    assertThat(latchkey.isActive(own.access())).isFalse();
  }

  @Test
  void an_owner_disabled_after_the_page_was_shown_needs_the_new_owners_agreement_too() {
    Tokens others = app.tokens(latchkey.browser().signIn(latchkey.person()));
    offer(latchkey.browser().signIn(administrator), ALL, newOwner);
    Map<String, String> shown = answer(newOwnerBrowser);
    latchkey.disable(owner);

    assertThat(newOwnerBrowser.post(page(OWN) + "/offer", shown).status()).isEqualTo(400);
    assertThat(latchkey.isActive(others.access())).isFalse();
  }

  @Test
  void what_a_disabled_person_offered_can_no_longer_be_accepted() {
    offer(browser, OWN, newOwner);
    latchkey.disable(owner);
    assertThat(accept(newOwnerBrowser, "revive", "yes").status()).isEqualTo(404);

    latchkey.enable(owner);
    assertThat(accept(newOwnerBrowser).status()).isEqualTo(404);
    assertThat(owns(owner)).isTrue();
  }

  @Test
  void what_was_offered_to_a_disabled_person_is_no_longer_offered() {
    offer(browser, OWN, newOwner);
    latchkey.disable(newOwner);
    latchkey.enable(newOwner);

    assertThat(accept(latchkey.browser().signIn(newOwner)).status()).isEqualTo(404);
    assertThat(offer(browser, OWN, administrator).status()).isEqualTo(303);
  }

  @Test
  void what_a_former_administrator_offered_can_no_longer_be_accepted() {
    offer(latchkey.browser().signIn(administrator), ALL, newOwner);
    latchkey.makeMember(administrator, owner);

    assertThat(accept(newOwnerBrowser).status()).isEqualTo(404);
    assertThat(owns(owner)).isTrue();
  }

  @Test
  void what_is_declined_or_withdrawn_or_not_answered_for_a_week_stays() {
    offer(browser, OWN, newOwner);
    Map<String, String> shown = answer(newOwnerBrowser);
    assertThat(newOwnerBrowser.post(page(OWN) + "/offer/decline", shown).status()).isEqualTo(303);
    assertThat(newOwnerBrowser.post(page(OWN) + "/offer", shown).status()).isEqualTo(404);
    assertThat(auditRecords("transfer_decline", "ok", newOwner)).isEqualTo(1);

    offer(browser, OWN, newOwner);
    assertThat(browser.get(page(OWN) + "/settings").body())
        .contains("Offered to " + newOwner.user().name());
    assertThat(withdraw(browser, OWN).status()).isEqualTo(303);
    assertThat(newOwnerBrowser.post(page(OWN) + "/offer", shown).status()).isEqualTo(404);
    assertThat(withdraw(browser, OWN).status()).isEqualTo(409);
    assertThat(auditRecords("transfer_withdraw", "ok", owner)).isEqualTo(1);

    offer(browser, OWN, newOwner);
    latchkey.clock.pass(Duration.ofDays(7));
    assertThat(accept(again(newOwnerBrowser, newOwner)).status()).isEqualTo(404);
    assertThat(owns(owner)).isTrue();
    assertThat(offer(again(browser, owner), OWN, newOwner).status()).isEqualTo(303);
  }

  @Test
  void an_administrator_can_withdraw_what_an_owner_offered() {
    offer(browser, OWN, newOwner);

    assertThat(withdraw(latchkey.browser().signIn(administrator), ALL).status()).isEqualTo(303);
    assertThat(accept(newOwnerBrowser).status()).isEqualTo(404);
  }

  @Test
  void only_what_was_seen_is_accepted() {
    offer(browser, OWN, newOwner);
    Map<String, String> shown = answer(newOwnerBrowser);
    Answer changed =
        browser.save(
            browser.get(page(OWN) + "/settings"),
            "REDIRECTS",
            "redirect_uri",
            "https://elsewhere.example/callback");
    assertThat(changed.status()).isEqualTo(303);

    Answer refused = newOwnerBrowser.post(page(OWN) + "/offer", shown);

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body()).contains("https://elsewhere.example/callback");
    assertThat(owns(owner)).isTrue();
    assertThat(accept(newOwnerBrowser).status()).isEqualTo(303);
  }

  @Test
  void only_an_active_person_of_the_same_organization_can_receive_it() {
    Person disabled = latchkey.person();
    latchkey.disable(disabled);
    Person elsewhere = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));

    for (Person unfit : List.of(disabled, elsewhere, owner)) {
      assertThat(offer(browser, OWN, unfit).status()).isEqualTo(400);
    }

    assertThat(browser.get(page(OWN)).status()).isEqualTo(200);
  }

  @Test
  void of_many_offers_at_once_one_is_made() {
    List<Person> candidates =
        List.of(newOwner, latchkey.person(), latchkey.person(), administrator);
    Map<String, String> form = Browser.hidden(browser.get(page(OWN) + "/settings"));

    List<Answer> answers =
        Crowd.of(
            candidates.size(),
            i ->
                browser.post(
                    page(OWN) + "/transfer",
                    Http.fields(form, "new_owner", candidates.get(i).email())));

    assertThat(answers.stream().filter(answer -> answer.status() == 303)).hasSize(1);
    assertThat(
            candidates.stream()
                .filter(each -> accept(latchkey.browser().signIn(each)).status() == 303))
        .hasSize(1);
    assertThat(candidates.stream().filter(this::owns)).hasSize(1);
  }

  @Test
  void an_offer_is_answered_or_withdrawn_once() {
    for (int round = 0; round < 5; round++) {
      offer(browser, OWN, newOwner);
      Map<String, String> shown = answer(newOwnerBrowser);
      Map<String, String> own = Browser.hidden(browser.get(page(OWN) + "/settings"));
      List<Answer> answers =
          Crowd.of(
              3,
              i ->
                  switch (i) {
                    case 0 -> newOwnerBrowser.post(page(OWN) + "/offer", shown);
                    case 1 -> newOwnerBrowser.post(page(OWN) + "/offer/decline", shown);
                    default -> browser.post(page(OWN) + "/transfer/withdraw", own);
                  });

      assertThat(answers.stream().filter(answer -> answer.status() == 303)).hasSize(1);
      assertThat(owns(newOwner)).isEqualTo(answers.getFirst().status() == 303);
      if (owns(newOwner)) {
        offer(newOwnerBrowser, OWN, owner);
        assertThat(accept(browser).status()).isEqualTo(303);
      }
    }
  }

  @Test
  void a_deleted_credential_is_offered_to_nobody() {
    offer(browser, OWN, newOwner);
    latchkey.delete(app);

    assertThat(newOwnerBrowser.get("/account/credentials").body()).doesNotContain("Offered to you");
    assertThat(accept(newOwnerBrowser).status()).isEqualTo(404);
  }

  @Test
  void a_change_begun_before_the_transfer_is_not_saved_after_it() {
    Answer settings = browser.get(page(OWN) + "/settings");
    transfer();

    assertThat(browser.save(settings, "IDENTITY", "name", "Mine for ever").status()).isEqualTo(404);
    assertThat(browser.post(page(OWN) + "/secrets/new", Browser.hidden(settings)).status())
        .isEqualTo(404);
    assertThat(newOwnerBrowser.get(page(OWN)).body()).doesNotContain("Mine for ever");
  }

  @Test
  void long_after_sign_in_offer_and_acceptance_need_the_password() {
    latchkey.clock.pass(Duration.ofMinutes(11));

    assertThat(offer(browser, OWN, newOwner).status()).isEqualTo(403);
    assertThat(offer(browser, OWN, newOwner, "current_password", owner.password()).status())
        .isEqualTo(303);

    assertThat(accept(newOwnerBrowser).status()).isEqualTo(403);
    assertThat(owns(owner)).isTrue();
    assertThat(accept(newOwnerBrowser, "current_password", newOwner.password()).status())
        .isEqualTo(303);
  }

  @Test
  void nobody_else_can_offer_or_answer_it() {
    Person elsewhere = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    for (Person stranger : List.of(newOwner, elsewhere)) {
      Browser other = latchkey.browser().signIn(stranger);
      assertThat(offer(other, OWN, stranger).status()).isEqualTo(404);
      assertThat(offer(other, ALL, stranger).status()).isIn(403, 404);
    }
    offer(browser, OWN, newOwner);
    for (Person stranger : List.of(latchkey.person(), elsewhere, administrator)) {
      Browser other = latchkey.browser().signIn(stranger);
      assertThat(other.get(page(OWN) + "/offer").status()).isEqualTo(404);
      assertThat(accept(other).status()).isEqualTo(404);
      assertThat(other.post(page(OWN) + "/offer/decline", token(other)).status()).isEqualTo(404);
      assertThat(withdraw(other, OWN).status()).isEqualTo(404);
    }
    assertThat(owns(owner)).isTrue();
  }

  private void transfer() {
    offer(browser, OWN, newOwner);
    assertThat(accept(newOwnerBrowser).status()).isEqualTo(303);
  }

  private boolean owns(Person person) {
    return latchkey.owned(person).stream()
        .anyMatch(credential -> credential.clientId().value().equals(app.id()));
  }

  private Answer offer(Browser from, String section, Person to, String... more) {
    return from.post(
        page(section) + "/transfer",
        Http.fields(Http.fields(token(from), "new_owner", to.email()), more));
  }

  private Answer withdraw(Browser from, String section) {
    return from.post(page(section) + "/transfer/withdraw", token(from));
  }

  private Answer accept(Browser from, String... more) {
    return from.post(page(OWN) + "/offer", Http.fields(answer(from), more));
  }

  /**
   * The fields of the page on which an offer is answered. Without an offer there is only the form
   * token.
   */
  private Map<String, String> answer(Browser from) {
    Matcher version = VERSION.matcher(from.get(page(OWN) + "/offer").body());
    return version.find() ? Http.fields(token(from), "version", version.group(1)) : token(from);
  }

  private String newSecret(Browser from) {
    Matcher form = FORM_ID.matcher(from.get(page(OWN) + "/secrets").body());
    assertThat(form.find()).isTrue();
    Answer made =
        from.post(page(OWN) + "/secrets/new", Http.fields(token(from), "form_id", form.group(1)));
    Matcher secret = SECRET.matcher(made.body());
    assertThat(secret.find()).isTrue();
    return secret.group();
  }

  private static Map<String, String> token(Browser from) {
    String token = Browser.hidden(from.get("/account/credentials/new")).get("form_token");
    return Map.of("form_token", token);
  }

  /** Signs in again, because sessions end after a day. */
  private Browser again(Browser from, Person person) {
    return from.signIn(person);
  }

  private String page(String section) {
    return section + "/" + app.id();
  }

  private long auditRecords(String event, String outcome, Person by, Person... about) {
    return latchkey
        .log()
        .lines()
        .filter(line ->
            line.contains("\"" + event + "\"")
                && line.contains("\"outcome\":\"" + outcome + "\"")
                && line.contains("\"user_id\":\"" + by.id())
                && Stream.of(about)
                    .allMatch(each -> line.contains("\"about_user_id\":\"" + each.id()))
                && line.contains(app.id()))
        .count();
  }
}
