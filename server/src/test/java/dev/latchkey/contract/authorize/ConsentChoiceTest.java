package dev.latchkey.contract.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.person.Organization;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What the consent page says about the owner and the redirect URIs of an app, and the choice of
 * single scopes where the owner of the app permits it.
 */
class ConsentChoiceTest extends OnBothStores {
  private static final String CALLBACK = "https://app.example/callback";
  private static final String UNVERIFIED = "Unverified owner.";

  private final Person owner = latchkey.person();
  private final Person person = latchkey.person();
  private final App app = latchkey.app(owner);
  private final App choosy = latchkey.app(owner, CALLBACK, Credential.Option.LEAVE_OUT_SCOPES);
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(person);
  }

  @Test
  void an_owner_of_another_organization_is_unverified() {
    Organization elsewhere = latchkey.organization(Organization.Kind.MULTI_TEAM);
    Person stranger = latchkey.administrator(elsewhere);

    assertThat(latchkey.app(stranger).consentPage(browser).body())
        .contains(UNVERIFIED, stranger.user().name(), elsewhere.name());
    assertThat(app.consentPage(browser).body()).doesNotContain(UNVERIFIED);
  }

  @Test
  void redirect_uris_that_are_new_since_the_latest_consent_are_named() {
    assertThat(app.consentPage(browser).body()).doesNotContain("new addresses");
    app.code(browser);
    assertThat(app.consentPage(browser).body()).doesNotContain("new addresses");
    register(CALLBACK, "https://new.example/cb");

    assertThat(app.consentPage(browser).body())
        .contains("new addresses", "<code>https://new.example/cb</code>")
        .doesNotContain("<code>" + CALLBACK + "</code>")
        .doesNotContain("<mark>");
    Answer page = app.consentPage(browser, "redirect_uri", "https://new.example/cb");
    assertThat(page.body()).contains("<code>https://new.example</code> <mark>");

    latchkey.clock.pass(Duration.ofSeconds(1));
    assertThat(browser.approve(page).sent()).containsKey("code");
    assertThat(app.consentPage(browser).body()).doesNotContain("new addresses");
    assertThat(app.consentPage(latchkey.browser().signIn(latchkey.person())).body())
        .as("a person who has not allowed the app before")
        .doesNotContain("new addresses");
  }

  @Test
  void an_owner_who_is_new_since_the_latest_consent_is_named_until_the_next_one() {
    app.code(browser);
    Person next = latchkey.person();
    transferTo(next);

    latchkey.clock.pass(Duration.ofDays(40));
    browser.signIn(person);
    Answer page = app.consentPage(browser);
    assertThat(page.body())
        .contains("has changed since you last allowed it")
        .contains("it is now " + next.user().name(), owner.user().name() + " before");

    assertThat(browser.approve(page).sent()).containsKey("code");
    assertThat(app.consentPage(browser).body())
        .doesNotContain("has changed since you last allowed it");
  }

  @Test
  void without_the_option_no_scope_can_be_left_out() {
    Answer page = app.consentPage(browser);
    assertThat(page.body()).doesNotContain("name=\"scope\"");

    Answer back = browser.approve(page, "scope", "read:issue:info");

    assertThat(app.redeem(back.sent().get("code")).text("scope"))
        .isEqualTo("read:issue:info,read:project:info,write:issue:info");
  }

  @Test
  void code_and_tokens_carry_only_the_chosen_scopes() {
    Answer page = choosy.consentPage(browser);
    assertThat(page.body().split("type=\"checkbox\" name=\"scope\"", -1)).hasSize(4);
    assertThat(page.body().split("checked", -1)).as("all are ticked").hasSize(4);

    Answer back = browser.approve(page, "scope", "read:issue:info");
    Answer answer = choosy.redeem(back.sent().get("code"));

    assertThat(answer.text("scope")).isEqualTo("read:issue:info");
    Tokens tokens = Tokens.of(answer);
    assertThat(latchkey.introspect(tokens.access()).text("scope")).isEqualTo("read:issue:info");
    Answer refreshed = choosy.refresh(tokens.refresh());
    assertThat(refreshed.text("scope")).isEqualTo("read:issue:info");
    assertThat(choosy.refresh(Tokens.of(refreshed).refresh(), "scope", "write:issue:info"))
        .extracting(Answer::error)
        .isEqualTo("invalid_scope");
    assertThat(choosy.consentPage(browser).body().split("<mark>", -1))
        .as("a later request asks for the two that were left out")
        .hasSize(3);
  }

  @Test
  void only_scopes_of_the_request_are_accepted_and_at_least_one() {
    Answer page = choosy.consentPage(browser, "scope", "read:issue:info write:issue:info");

    for (String scope : List.of("read:project:info", "read:wiki:pages", "x", "")) {
      Answer refused = browser.approve(page, "scope", scope);
      assertThat(refused.status()).as(scope).isEqualTo(400);
      assertThat(refused.body()).contains("at least one permission of those");
    }
    assertThat(browser.approve(page).status()).isEqualTo(400);

    Answer back = browser.approve(page, "scope", "write:issue:info");
    assertThat(choosy.redeem(back.sent().get("code")).text("scope")).isEqualTo("write:issue:info");
  }

  private void register(String... redirectUris) {
    Credential.Personal known = app.credential();
    var changed =
        new Credential.Personal(
            known.clientId(),
            known.name(),
            known.organization(),
            known.owner(),
            known.scope(),
            List.of(redirectUris).stream().map(RedirectUri::new).toList(),
            known.options(),
            AllowedNetworks.EVERYWHERE,
            known.profile(),
            known.createdAt(),
            known.version());
    var credentials = latchkey.stores().credentials().credentials();
    assertThat(credentials.change(changed, known.owner(), latchkey.now())).isTrue();
  }

  private void transferTo(Person next) {
    var offers = latchkey.stores().credentials().offers();
    offers.offer(app.credential(), next.user().id(), owner.user().id(), latchkey.now());
    assertThat(offers.accept(app.credential(), next.user().id(), false, latchkey.now())).isTrue();
  }
}
