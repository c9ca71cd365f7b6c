package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.latchkey.app.config.ExternalServices;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.OidcProvider;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Signing in with OpenID Connect at a real provider (security rows 105 and 112). */
@EachStore.ForClass
class ExternalSignInTest {
  private static final String SECURITY = "/account/security";
  private static final Duration FRESH = Duration.ofMinutes(10);
  private static final Duration SILENCE = Duration.ofSeconds(10);
  private static final String AT_ANOTHER_HOST = "http://127.0.0.1:1/token";

  private static OidcProvider first;
  private static OidcProvider second;
  private static Latchkey latchkey;

  @Parameter protected Store store;

  private final Person person = latchkey.person();
  private final String subject = UUID.randomUUID().toString();

  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    first = new OidcProvider(() -> latchkey.clock.instant());
    second = new OidcProvider(() -> latchkey.clock.instant());
    latchkey =
        Latchkey.start(
            store,
            settings ->
                settings.with(ExternalServices.signIn(first.as("first"), second.as("second"))));
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
    first.close();
    second.close();
  }

  @AfterEach
  void resetProviders() {
    for (OidcProvider provider : List.of(first, second)) {
      provider.claims = sound -> sound;
      provider.signed = provider::signed;
      provider.metadata = text -> text;
    }
  }

  @Test
  void a_person_signs_in_with_a_linked_account() {
    link(latchkey.browser().signIn(person), "first");
    Browser browser = latchkey.browser();

    Answer in = signIn(browser, "first");

    assertThat(in.location()).isEqualTo("/");
    assertThat(browser.get(SECURITY).body()).contains(person.user().name(), "Linked");
    assertThat(auditRecords("external_link_add", "ok")).isEqualTo(1);
  }

  @Test
  void a_sign_in_at_the_provider_leads_to_the_page_that_was_asked_for() {
    link(latchkey.browser().signIn(person), "first");
    Browser browser = latchkey.browser();
    Answer page = browser.follow(browser.get("/account/apps?a=%C3%BC;b"));
    Answer away = browser.post("/sign-in/with/first", Browser.hidden(page));

    Answer in = browser.get(browser.get(away.location()).location());

    assertThat(in.location()).isEqualTo("/account/apps?a=%C3%BC;b");
  }

  @Test
  void nobody_is_signed_in_by_an_account_that_is_not_linked() {
    Browser browser = latchkey.browser();

    Answer refused = signIn(browser, "first");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body()).contains("No account here is linked");
    assertThat(isSignedIn(browser)).isFalse();
  }

  @Test
  void the_same_subject_and_address_at_another_provider_is_another_account() {
    link(latchkey.browser().signIn(person), "first");
    Browser browser = latchkey.browser();

    assertThat(signIn(browser, "second").status()).isEqualTo(403);
    assertThat(isSignedIn(browser)).isFalse();
  }

  enum Fault {
    ANOTHER_NONCE,
    NO_NONCE,
    ANOTHER_AUDIENCE,
    AUDIENCES_WITHOUT_PARTY,
    ANOTHER_PARTY,
    ANOTHER_ISSUER,
    NO_SUBJECT,
    NO_END,
    NULL_END,
    NULL_START,
    NULL_SUBJECT,
    EXPIRED,
    FROM_THE_FUTURE,
    SIGNED_BY_ANOTHER,
    SIGNED_WITH_OUR_SECRET,
    UNSIGNED;

    JWTClaimsSet.Builder spoil(JWTClaimsSet.Builder claims) {
      Instant now = latchkey.clock.instant();
      return switch (this) {
        case ANOTHER_NONCE -> claims.claim("nonce", "another");
        case NO_NONCE -> claims.claim("nonce", null);
        case ANOTHER_AUDIENCE -> claims.audience("another");
        case AUDIENCES_WITHOUT_PARTY -> claims.audience(List.of("latchkey", "another"));
        case ANOTHER_PARTY -> claims.claim("azp", "another");
        case ANOTHER_ISSUER -> claims.issuer(second.issuer());
        case NO_SUBJECT -> claims.subject(null);
        case NO_END -> claims.expirationTime(null);
        case NULL_END -> claims.expirationTime(null).serializeNullClaims(true);
        case NULL_START -> claims.issueTime(null).serializeNullClaims(true);
        case NULL_SUBJECT -> claims.subject(null).serializeNullClaims(true);
        case EXPIRED -> claims.expirationTime(Date.from(now.minusSeconds(60)));
        case FROM_THE_FUTURE -> claims.issueTime(Date.from(now.plusSeconds(90)));
        case SIGNED_BY_ANOTHER, SIGNED_WITH_OUR_SECRET, UNSIGNED -> claims;
      };
    }

    String sign(SignedJWT token) {
      try {
        return switch (this) {
          case SIGNED_BY_ANOTHER -> first.signedByAnother(token);
          case SIGNED_WITH_OUR_SECRET -> {
            var weak = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), token.getJWTClaimsSet());
            String secret = OidcProvider.secret() + "0".repeat(32);
            yield OidcProvider.signed(weak, new MACSigner(secret));
          }
          case UNSIGNED -> new PlainJWT(token.getJWTClaimsSet()).serialize();
          default -> first.signed(token);
        };
      } catch (JOSEException | ParseException impossible) {
        throw new AssertionError(impossible);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void an_id_token_with_any_fault_is_refused(Fault fault) {
    link(latchkey.browser().signIn(person), "first");
    first.claims = fault::spoil;
    first.signed = fault::sign;
    Browser browser = latchkey.browser();

    Answer refused = signIn(browser, "first");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body()).contains("could not be verified");
    assertThat(isSignedIn(browser)).isFalse();
  }

  @Test
  void only_the_browser_that_started_a_sign_in_completes_it_and_only_once() {
    link(latchkey.browser().signIn(person), "first");
    Browser browser = latchkey.browser();
    String back = browser.get(begin(browser, "first").location()).location();
    String foreign = browser.get(begin(latchkey.browser(), "first").location()).location();

    assertThat(latchkey.browser().get(back).status()).isEqualTo(400);
    assertThat(browser.get(foreign).status()).isEqualTo(400);
    assertThat(browser.get(back + "&iss=http%3A%2F%2Flocalhost%3A1").status()).isEqualTo(400);
    assertThat(isSignedIn(browser)).isFalse();
    List<Answer> answers = Crowd.of(6, i -> browser.at(latchkey.url()).get(back));
    assertThat(answers).filteredOn(answer -> answer.status() == 303).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.status() == 400).hasSize(5);
  }

  @Test
  void a_started_sign_in_expires_after_ten_minutes() {
    link(latchkey.browser().signIn(person), "first");
    Browser browser = latchkey.browser();
    String back = browser.get(begin(browser, "first").location()).location();
    latchkey.clock.pass(Duration.ofMinutes(10));

    assertThat(browser.get(back).status()).isEqualTo(400);
  }

  @Test
  void another_site_cannot_start_a_sign_in() {
    link(latchkey.browser().signIn(person), "first");
    Browser browser = latchkey.browser();
    String token = Browser.hidden(browser.get("/sign-in")).get("form_token");

    assertThat(browser.get("/sign-in/with/first").status()).isEqualTo(405);
    assertThat(browser.post("/sign-in/with/first", App.fields()).status()).isEqualTo(403);
    assertThat(
            browser
                .post(
                    "/sign-in/with/first",
                    App.fields("form_token", token),
                    "Sec-Fetch-Site",
                    "cross-site")
                .status())
        .isEqualTo(403);
    assertThat(browser.get("/sign-in/back/first?code=x&state=y").status()).isEqualTo(400);
    assertThat(isSignedIn(browser)).isFalse();
  }

  @Test
  void a_disabled_person_is_neither_signed_in_nor_enabled() {
    link(latchkey.browser().signIn(person), "first");
    latchkey.disable(person);
    Browser browser = latchkey.browser();

    assertThat(signIn(browser, "first").status()).isEqualTo(403);
    assertThat(isSignedIn(browser)).isFalse();
    assertThat(latchkey.managed(person).state().name()).isEqualTo("DISABLED");
  }

  @Test
  void the_second_factor_is_asked_for_here_too() {
    Browser here = latchkey.browser().signIn(person);
    link(here, "first");
    Authenticator phone = Authenticator.enrol(here, latchkey.clock.instant());
    latchkey.clock.pass(Duration.ofSeconds(30));
    Browser browser = latchkey.browser();

    Answer half = signIn(browser, "first");

    assertThat(half.location()).isEqualTo("/sign-in/code");
    assertThat(isSignedIn(browser)).isFalse();
    Answer in =
        browser.submit(browser.get("/sign-in/code"), "code", phone.code(latchkey.clock.instant()));
    assertThat(in.status()).isEqualTo(303);
    assertThat(isSignedIn(browser)).isTrue();
  }

  @Test
  void linking_and_unlinking_long_after_sign_in_need_the_password() {
    Browser browser = latchkey.browser().signIn(person);
    latchkey.clock.pass(Duration.ofMinutes(11));

    assertThat(Authenticator.post(browser, "links/first").status()).isEqualTo(403);
    first.subject = subject;
    Answer away = Authenticator.post(browser, "links/first", "current_password", person.password());
    assertThat(browser.follow(browser.get(away.location())).body()).contains("Linked");

    latchkey.clock.pass(Duration.ofMinutes(11));
    assertThat(Authenticator.post(browser, "links/first/remove").status()).isEqualTo(403);
    assertThat(signIn(latchkey.browser(), "first").status()).isEqualTo(303);
    Answer gone =
        Authenticator.post(browser, "links/first/remove", "current_password", person.password());
    assertThat(gone.status()).isEqualTo(303);
    assertThat(signIn(latchkey.browser(), "first").status()).isEqualTo(403);
  }

  @Test
  void a_link_is_completed_only_in_the_session_that_began_it() {
    Browser browser = latchkey.browser().signIn(person);
    first.subject = subject;
    String way = Authenticator.post(browser, "links/first").location();
    String back = browser.get(way).location();
    browser.signIn(latchkey.person());

    assertThat(browser.get(back).status()).isEqualTo(400);
    assertThat(signIn(latchkey.browser(), "first").status()).isEqualTo(403);
  }

  @Test
  void a_link_that_was_begun_after_a_recent_sign_in_is_not_completed_long_after() {
    Browser browser = latchkey.browser().signIn(person);
    first.subject = subject;
    latchkey.clock.pass(Duration.ofMinutes(9));
    String way = Authenticator.post(browser, "links/first").location();
    String back = browser.get(way).location();
    latchkey.clock.pass(Duration.ofMinutes(2));

    Answer refused = browser.get(back);

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body()).contains("Go to Security");
    assertThat(signIn(latchkey.browser(), "first").status()).isEqualTo(403);
  }

  @Test
  void an_external_account_is_linked_to_at_most_one_person() {
    first.subject = subject;
    List<Browser> browsers =
        List.of(
            latchkey.browser().signIn(person),
            latchkey.browser().signIn(latchkey.person()),
            latchkey.browser().signIn(latchkey.person()));
    List<String> back =
        browsers.stream()
            .map(each -> each.get(Authenticator.post(each, "links/first").location()))
            .map(Answer::location)
            .toList();

    List<Answer> answers = Crowd.of(3, i -> browsers.get(i).get(back.get(i)));

    assertThat(answers).filteredOn(answer -> answer.status() == 303).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.status() == 409).hasSize(2);
  }

  @Test
  void an_external_sign_in_leads_back_to_the_app_that_asked() {
    link(latchkey.browser().signIn(person), "first");
    App asking = latchkey.app();
    Browser browser = latchkey.browser();
    String request = Browser.hidden(browser.authorize(asking.request())).get("request");

    Answer away = begin(browser, "first", "request", request);
    String back = browser.get(away.location()).location();
    Answer consent = browser.follow(browser.get(back));

    assertThat(browser.approve(consent).sent()).containsKey("code");
    assertThat(browser.cookies()).doesNotContain("latchkey_waiting");
  }

  @Test
  void a_long_state_comes_back_after_an_external_sign_in() {
    link(latchkey.browser().signIn(person), "first");
    App asking = latchkey.app();
    Browser browser = latchkey.browser();
    String state = "\uD83D\uDD11".repeat(1_000);
    String request =
        Browser.hidden(browser.authorize(asking.request("state", state))).get("request");

    Answer away = begin(browser, "first", "request", request);
    assertThat(browser.cookies()).contains("latchkey_waiting_1=");
    assertThat(away.headers().allValues("Set-Cookie"))
        .filteredOn(cookie -> cookie.startsWith("latchkey_waiting_"))
        .hasSizeGreaterThan(1)
        .allMatch(cookie -> cookie.contains("; Max-Age=600"));
    Answer consent = browser.follow(browser.get(browser.get(away.location()).location()));

    assertThat(browser.approve(consent).sent()).containsEntry("state", state);
    assertThat(browser.cookies()).doesNotContain("latchkey_waiting");
  }

  @Test
  void an_external_sign_in_without_a_request_leads_home_even_after_one_with_a_request() {
    link(latchkey.browser().signIn(person), "first");
    Browser browser = latchkey.browser();
    String request = Browser.hidden(browser.authorize(latchkey.app().request())).get("request");
    begin(browser, "first", "request", request);

    assertThat(signIn(browser, "first").location()).isEqualTo("/");
  }

  @Test
  void only_configured_addresses_are_called_and_no_redirect_is_followed() {
    for (UnaryOperator<String> fault :
        List.<UnaryOperator<String>>of(
            text -> text.replace(first.issuer() + "/token", AT_ANOTHER_HOST),
            text -> text.replace(first.issuer() + "/keys", second.issuer() + "/keys"),
            text -> text.replace("\"issuer\":\"", "\"issuer\":\"x"),
            text -> text.replace("}", ",\"x\":\"" + "x".repeat(300_000) + "\"}"),
            text -> "no JSON")) {
      first.metadata = fault;
      latchkey.clock.pass(FRESH);
      assertThat(begin(latchkey.browser(), "first").status()).isEqualTo(502);
    }
    first.metadata = text -> text.replace("/keys", "/elsewhere");
    latchkey.clock.pass(FRESH);
    assertThat(signIn(latchkey.browser(), "first").status()).isEqualTo(502);
    first.metadata = text -> text.replace("/token", "/nowhere");
    latchkey.clock.pass(FRESH);
    assertThat(signIn(latchkey.browser(), "first").status()).isEqualTo(502);
    latchkey.clock.pass(FRESH);
    assertThat(latchkey.browser().get("/sign-in/back/third").status()).isEqualTo(404);
  }

  @Test
  void a_sign_in_that_begins_does_not_call_the_provider_each_time() {
    latchkey.clock.pass(FRESH);
    int before = first.discoveries.get();

    Crowd.of(8, i -> begin(latchkey.browser(), "first"));
    assertThat(first.discoveries.get() - before).isEqualTo(1);

    latchkey.clock.pass(FRESH);
    begin(latchkey.browser(), "first");
    assertThat(first.discoveries.get() - before).isEqualTo(2);
  }

  @Test
  void a_provider_that_does_not_answer_is_not_called_again_for_ten_seconds() {
    latchkey.clock.pass(FRESH);
    int before = first.discoveries.get();
    first.metadata = text -> "no JSON";

    List<Answer> answers = Crowd.of(8, i -> begin(latchkey.browser(), "first"));
    assertThat(answers).allMatch(answer -> answer.status() == 502);
    assertThat(first.discoveries.get() - before).isEqualTo(1);

    first.metadata = text -> text;
    latchkey.clock.pass(SILENCE);
    assertThat(begin(latchkey.browser(), "first").status()).isEqualTo(303);
  }

  @Test
  void a_code_that_the_provider_does_not_know_costs_it_one_call() {
    Browser browser = latchkey.browser();
    String back = browser.get(begin(browser, "first").location()).location();
    int before = first.keysRead.get();

    Answer refused = browser.get(back.replace("code=", "code=x"));

    assertThat(refused.status()).isEqualTo(502);
    assertThat(first.keysRead.get()).isEqualTo(before);
  }

  @Test
  void a_callback_without_a_started_sign_in_leaves_no_entry_in_the_audit_log() {
    link(latchkey.browser().signIn(person), "first");
    Browser browser = latchkey.browser();
    String back = browser.get(begin(browser, "first").location()).location();
    Browser again = browser.at(latchkey.url());
    assertThat(browser.get(back).status()).isEqualTo(303);
    long before = latchkey.log().lines().count();

    for (String way :
        List.of("/sign-in/back/first?state=x", "/sign-in/back/first?code=x&state=x", back)) {
      assertThat(again.get(way).status()).isEqualTo(400);
    }

    assertThat(latchkey.log().lines().count()).isEqualTo(before);
  }

  @Test
  void unfinished_sign_ins_are_limited_per_network_and_completed_ones_do_not_count() {
    link(latchkey.browser().signIn(person), "first");
    var network = new Browser(latchkey.url(), Http.elsewhere());
    int most = latchkey.settings().limits().unfinishedExternalPerMinute();
    for (int i = 0; i < 3; i++) {
      assertThat(signIn(network, "first").location()).isEqualTo("/");
    }
    network.signOut();
    String token = Browser.hidden(network.get("/sign-in")).get("form_token");
    for (int i = 0; i < most; i++) {
      assertThat(beginWith(token, network).status()).isEqualTo(303);
    }

    Answer refused = beginWith(token, network);

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.has("Retry-After")).isTrue();
    assertThat(refused.body()).contains("not completed");
    assertThat(network.get("/sign-in/back/first?state=x").status()).isEqualTo(429);
    assertThat(begin(latchkey.browser(), "first").status()).isEqualTo(303);
    latchkey.clock.pass(Duration.ofMinutes(1));
    assertThat(beginWith(token, network).status()).isEqualTo(303);
  }

  @Test
  void the_forms_of_the_page_may_lead_only_to_the_providers() {
    Answer page = latchkey.browser().get("/sign-in");

    assertThat(page.body()).contains("Sign in with Example ID");
    assertThat(page.header("Content-Security-Policy"))
        .contains("form-action 'self' ")
        .contains(first.issuer(), second.issuer());
  }

  private void link(Browser browser, String provider) {
    first.subject = subject;
    Answer away = Authenticator.post(browser, "links/" + provider);
    String back = browser.get(away.location()).location();
    Answer linked = browser.get(back);
    assertThat(linked.location()).isEqualTo(SECURITY + "?done=linked");
  }

  private Answer signIn(Browser browser, String provider) {
    first.subject = subject;
    second.subject = subject;
    return browser.get(browser.get(begin(browser, provider).location()).location());
  }

  private static Answer begin(Browser browser, String provider, String... fields) {
    String token = Browser.hidden(browser.get("/sign-in")).get("form_token");
    return browser.post(
        "/sign-in/with/" + provider, Http.fields(App.fields("form_token", token), fields));
  }

  private static Answer beginWith(String token, Browser browser) {
    return browser.post("/sign-in/with/first", App.fields("form_token", token));
  }

  private static boolean isSignedIn(Browser browser) {
    return browser.get(SECURITY).status() == 200;
  }

  private long auditRecords(String event, String outcome) {
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
