package dev.latchkey.contract.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.Consent;
import dev.latchkey.storage.grants.Approval;
import dev.latchkey.storage.grants.NewCode;
import dev.latchkey.storage.grants.NewGrant;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The owner changes an app while a user looks at its consent page (docs/decisions/0091). The click
 * then grants nothing, and the page is shown again.
 */
class ConsentAsShownTest extends OnBothStores {
  private static final String CALLBACK = "https://app.example/callback";
  private static final String ELSEWHERE = "https://elsewhere.example/callback";
  private static final String CHANGED = "The app was changed since this page was shown.";
  private static final String READ = "read:issue:info";
  private static final String MORE = "read:issue:info,write:issue:info";

  private final Person owner = latchkey.person();
  private final Person person = latchkey.person();
  private final App app = latchkey.app(owner, List.of(CALLBACK), READ);
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(person);
  }

  @Test
  void a_wider_scope_is_shown_again_before_it_is_granted() {
    Answer page = app.consentPage(browser);
    assertThat(page.body()).doesNotContain("write:issue:info");
    change(app, known -> with(known, MORE, known.redirectUris(), known.options()));

    Answer again = browser.approve(page);

    assertShownAgain(again);
    assertThat(again.body()).contains("write:issue:info");
    assertThat(scopeOf(app, browser.approve(again))).isEqualTo(MORE);
  }

  @Test
  void a_code_is_not_sent_to_an_address_that_was_not_shown() {
    Answer page = app.consentPage(browser);
    change(app, known -> with(known, READ, uris(ELSEWHERE), known.options()));

    for (Answer again : List.of(browser.approve(page), browser.deny(page))) {
      assertShownAgain(again);
      assertThat(again.body()).contains("<code>https://elsewhere.example</code>");
    }
    Answer again = browser.approve(page);
    assertThat(browser.approve(again).location()).startsWith(ELSEWHERE + "?");
  }

  @Test
  void scopes_are_not_granted_in_full_because_the_choice_was_taken_away() {
    App choosy = latchkey.app(owner, List.of(CALLBACK), MORE, Credential.Option.LEAVE_OUT_SCOPES);
    Answer page = choosy.consentPage(browser);
    change(choosy, known -> with(known, MORE, known.redirectUris(), Set.of()));

    Answer again = browser.approve(page, "scope", READ);

    assertShownAgain(again);
    assertThat(again.body()).doesNotContain("name=\"scope\"");
  }

  @Test
  void a_new_owner_is_shown_before_the_app_is_allowed() {
    Person next = latchkey.person();
    Answer page = app.consentPage(browser);
    var offers = latchkey.stores().credentials().offers();
    offers.offer(app.credential(), next.user().id(), owner.user().id(), latchkey.now());
    assertThat(offers.accept(app.credential(), next.user().id(), false, latchkey.now())).isTrue();

    Answer again = browser.approve(page);

    assertShownAgain(again);
    assertThat(again.body()).contains("it is now " + next.user().name());
  }

  @Test
  void a_click_does_not_take_the_error_of_a_changed_app_to_another_address() {
    Answer page = app.consentPage(browser, "scope", READ);
    change(app, known -> with(known, "read:project:info", uris(ELSEWHERE), Set.of()));

    Answer faulty = browser.approve(page);

    assertShownAgain(faulty);
    assertThat(faulty.body()).contains("<code>https://elsewhere.example</code>");
    change(app, known -> with(known, "read:project:info", uris(CALLBACK), Set.of()));
    assertShownAgain(browser.submit(faulty));
    assertThat(browser.submit(browser.submit(faulty)).sent())
        .containsEntry("error", "invalid_scope");
  }

  @Test
  void a_form_that_does_not_say_what_it_showed_grants_nothing() {
    Answer page = app.consentPage(browser);

    assertShownAgain(browser.approve(page, "shown", null));
    assertShownAgain(browser.approve(page, "shown", "0".repeat(64)));
    assertThat(browser.approve(page).sent()).containsKey("code");
  }

  @Test
  void a_consent_goes_on_while_the_app_is_used_and_offered_to_a_new_owner() {
    Answer page = app.consentPage(browser);
    latchkey.call(app.tokens(browser).access());
    latchkey.wiring().usage().flush();
    latchkey
        .stores()
        .credentials()
        .offers()
        .offer(app.credential(), latchkey.person().user().id(), owner.user().id(), latchkey.now());

    assertThat(scopeOf(app, browser.approve(page))).isEqualTo(READ);
  }

  @Test
  void the_write_itself_refuses_what_was_not_seen_and_the_request_still_waits() {
    var random = new SecureRandom();
    var consents = latchkey.stores().grants().consents();
    Id.Request request = Id.REQUEST.draw(random);
    RequestMoment now = latchkey.now();
    int seen = app.credential().version();
    change(app, known -> with(known, MORE, known.redirectUris(), known.options()));

    assertThat(consents.approve(request, grant(random, seen), code(random), now))
        .isEqualTo(Approval.CHANGED);
    assertThat(consents.isDecided(request)).isFalse();
    assertThat(consents.latest(person.user().id(), app.credential().clientId())).isEmpty();
    assertThat(consents.approve(request, grant(random, seen + 1), code(random), now))
        .isEqualTo(Approval.APPROVED);
    latchkey.delete(app);
    Id.Request late = Id.REQUEST.draw(random);
    assertThat(consents.approve(late, grant(random, seen + 1), code(random), now))
        .isEqualTo(Approval.CHANGED);
  }

  /** Whichever comes first, the grant has the redirect URIs and the scope that were shown. */
  @Test
  void a_change_at_the_moment_of_the_click_comes_before_it_or_after_it() {
    for (int round = 0; round < 12; round++) {
      App racing = latchkey.app(owner, List.of(CALLBACK), READ);
      Answer page = racing.consentPage(browser);

      List<Optional<Answer>> answers =
          Crowd.of(
              2,
              number -> {
                if (number == 0) {
                  return Optional.of(browser.approve(page));
                }
                change(racing, known -> with(known, MORE, uris(ELSEWHERE), Set.of()));
                return Optional.empty();
              });

      Answer click = answers.getFirst().orElseThrow();
      var granted =
          latchkey
              .stores()
              .grants()
              .consents()
              .latest(person.user().id(), racing.credential().clientId());
      if (click.status() == 409) {
        assertShownAgain(click);
        assertThat(granted).isEmpty();
      } else {
        assertThat(click.location()).startsWith(CALLBACK + "?");
        assertThat(scopeOf(racing, click)).isEqualTo(READ);
        assertThat(granted.orElseThrow().redirectUris()).isEqualTo(uris(CALLBACK));
      }
    }
  }

  private NewGrant grant(SecureRandom random, int seen) {
    var consent =
        Consent.of(
            app.credential().clientId(),
            person.user().id(),
            person.user().teams().getFirst().team().id(),
            Scopes.parse(READ),
            Scopes.Separator.COMMA);
    return new NewGrant(Id.GRANT.draw(random), consent, seen);
  }

  private static NewCode code(SecureRandom random) {
    return new NewCode(Secret.CODE.mint(random), CALLBACK, Optional.empty());
  }

  private static void assertShownAgain(Answer answer) {
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.has("Location")).isFalse();
    assertThat(answer.body()).contains(CHANGED);
  }

  private static String scopeOf(App app, Answer back) {
    Map<String, String> sent = back.sent();
    assertThat(sent).containsKey("code");
    return app.redeem(sent.get("code")).text("scope");
  }

  private void change(App which, UnaryOperator<Credential.Personal> edit) {
    var credentials = latchkey.stores().credentials().credentials();
    Credential.Personal known = credentials.findActive(which.credential().clientId()).orElseThrow();
    assertThat(credentials.change(edit.apply(known), known.owner(), latchkey.now())).isTrue();
  }

  private static List<RedirectUri> uris(String... texts) {
    return List.of(texts).stream().map(RedirectUri::new).toList();
  }

  private static Credential.Personal with(
      Credential.Personal known,
      String scope,
      List<RedirectUri> redirectUris,
      Set<Credential.Option> options) {
    return new Credential.Personal(
        known.clientId(),
        known.name(),
        known.organization(),
        known.owner(),
        Scopes.parse(scope),
        redirectUris,
        options,
        known.networks(),
        known.profile(),
        known.createdAt(),
        known.version());
  }
}
