package dev.latchkey.contract.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.store.StoreContents;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Team;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The authorization endpoint: rules 1.1 to 1.16. */
class AuthorizeTest extends OnBothStores {
  private static final String CALLBACK = "https://app.example/callback";
  private static final String VERIFIER = "a-verifier-of-forty-three-characters-at-least";

  private final Person person = latchkey.person();
  private final App app = latchkey.app();
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(person);
  }

  // 1.1 state

  @Test
  void the_state_of_the_app_comes_back_as_it_was() {
    for (String state :
        List.of(
            "x",
            "a b+c&d=e#f%20/?\"'<>",
            "\r\n\t",
            "日本語 🔑 ü",
            "s".repeat(2_048),
            "🔑".repeat(1_024))) {
      Answer back = browser.approve(app.consentPage(browser, "state", state));
      assertThat(back.sent()).containsEntry("state", state);
    }
  }

  @Test
  void the_state_comes_back_on_denial_and_on_error_too() {
    assertThat(browser.deny(app.consentPage(browser, "state", "mine")).sent())
        .containsEntry("state", "mine")
        .containsEntry("error", "access_denied");
    assertThat(
            browser
                .authorizeAndContinue(app.request("state", "mine", "scope", "read:no:such"))
                .sent())
        .containsEntry("state", "mine")
        .containsEntry("error", "invalid_scope");
  }

  @Test
  void a_state_too_long_or_broken_is_refused_with_a_page_and_never_a_redirect() {
    String request = app.request();
    for (String state :
        List.of("s".repeat(2_049), "🔑".repeat(1_024) + "x", "a%00b", "%ff%fe", "%e2%82")) {
      String sent = state.startsWith("%") || state.contains("%00") ? state : Http.encode(state);
      assertPage(browser.get("/oauth2/authorize?" + request + "&state=" + sent));
    }
  }

  @Test
  void the_documented_request_gets_a_generated_state_on_success_denial_and_error() {
    var seen = new HashSet<String>();
    for (int time = 0; time < 2; time++) {
      Answer back = browser.approve(app.consentPage(browser));
      assertThat(back.sent().keySet()).containsExactlyInAnyOrder("code", "state", "iss");
      assertThat(back.sent().get("state")).matches("[A-Za-z0-9_-]{10,}");
      assertThat(seen.add(back.sent().get("state"))).isTrue();
    }
    assertThat(browser.deny(app.consentPage(browser)).sent().get("state")).isNotEmpty();
    Answer error = browser.authorizeAndContinue(app.request("response_type", "token"));
    assertThat(error.sent()).containsEntry("error", "unsupported_response_type");
    assertThat(error.sent().get("state")).isNotEmpty();
  }

  @Test
  void any_other_request_without_state_gets_none() {
    assertThat(browser.approve(app.consentPage(browser, "redirect_uri", CALLBACK)).sent())
        .doesNotContainKey("state");
    assertThat(browser.approve(app.consentPage(browser, "scope", "read:issue:info")).sent())
        .doesNotContainKey("state");
    assertThat(browser.deny(app.consentPage(browser, "scope", "read:issue:info")).sent())
        .doesNotContainKey("state");
    assertThat(browser.authorizeAndContinue("client_id=" + app.id()).sent())
        .doesNotContainKey("state");
  }

  @Test
  void unknown_and_empty_parameters_do_not_make_the_documented_request_another_one() {
    assertThat(
            browser.approve(app.consentPage(browser, "foo", "1", "state", "", "scope", "")).sent())
        .containsKey("state");
  }

  // 1.2 redirect_uri

  @Test
  void a_redirect_uri_must_be_a_registered_one_byte_for_byte() {
    App two =
        latchkey.app(
            person, List.of(CALLBACK, "https://app.example/other?tenant=7"), Latchkey.SCOPE);
    Answer second =
        browser.approve(
            two.consentPage(browser, "redirect_uri", "https://app.example/other?tenant=7"));
    assertThat(second.location()).startsWith("https://app.example/other?tenant=7&");
    assertThat(second.sent()).containsEntry("tenant", "7").containsKey("code");

    for (String other :
        List.of(
            "https://app.example/callback/",
            "https://app.example/callback?",
            "https://app.example/callback#",
            "https://app.example/Callback",
            "https://APP.example/callback",
            "HTTPS://app.example/callback",
            "http://app.example/callback",
            "https://app.example:443/callback",
            "https://app.example/%63allback",
            "https://app.example/x/../callback",
            "https://app.example/callback;x",
            "https://app.example/callback?x=1",
            "https://app.example/other",
            "https://app.example/other?tenant=8",
            "https://user@app.example/callback",
            "https://app.example\\@evil.example/callback",
            "https://app.example.evil.example/callback",
            "https://evil.example/callback",
            "//app.example/callback",
            "/callback",
            "javascript:alert(1)",
            " https://app.example/callback",
            "https://app.example/callback\t",
            "https://app.example/callback\n")) {
      Answer answer = browser.get("/oauth2/authorize?" + two.request("redirect_uri", other));
      assertThat(answer.status()).as(other).isEqualTo(400);
      assertThat(answer.has("Location")).as(other).isFalse();
    }
  }

  @Test
  void a_loopback_address_may_differ_in_port_only() {
    for (String host : List.of("127.0.0.1", "[::1]")) {
      App native1 = latchkey.app(person, "http://" + host + ":7000/cb");
      for (String sent :
          List.of(
              "http://" + host + ":51234/cb",
              "http://" + host + "/cb",
              "http://" + host + ":7000/cb")) {
        Answer back = browser.approve(native1.consentPage(browser, "redirect_uri", sent));
        assertThat(back.location()).startsWith(sent + "?code=");
        assertThat(native1.redeem(back.sent().get("code"), "redirect_uri", sent).status())
            .isEqualTo(200);
      }
      for (String sent :
          List.of(
              "http://" + host + ":51234/cb2",
              "http://" + host + ":51234/cb?x=1",
              "https://" + host + ":51234/cb",
              "http://" + host + ":0/cb",
              "http://" + host + ":65536/cb",
              "http://" + host + ":/cb",
              "http://localhost:51234/cb",
              "http://127.0.0.2:51234/cb")) {
        assertPage(browser.get("/oauth2/authorize?" + native1.request("redirect_uri", sent)));
      }
    }
  }

  @Test
  void localhost_matches_exactly_port_included() {
    App native1 = latchkey.app(person, "http://localhost:7000/cb");
    assertThat(native1.consentPage(browser, "redirect_uri", "http://localhost:7000/cb").status())
        .isEqualTo(200);
    assertPage(
        browser.get(
            "/oauth2/authorize?" + native1.request("redirect_uri", "http://localhost:7001/cb")));
  }

  @Test
  void the_redirect_uri_at_the_token_endpoint_may_be_left_out_but_not_differ() {
    assertThat(app.redeem(app.code(browser, "redirect_uri", CALLBACK)).status()).isEqualTo(200);
    assertThat(app.redeem(app.code(browser), "redirect_uri", CALLBACK).status()).isEqualTo(200);
    assertThat(app.redeem(app.code(browser), "redirect_uri", CALLBACK + "?x=1").status())
        .isEqualTo(200);

    String code = app.code(browser);
    Answer refused = app.redeem(code, "redirect_uri", "https://app.example/other");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.error()).isEqualTo("invalid_grant");
    assertThat(app.redeem(code).status()).as("the refusal did not use up the code").isEqualTo(200);
  }

  // 1.3 scope

  @Test
  void a_part_of_the_scope_may_be_asked_for_with_commas_or_spaces() {
    for (String scope :
        List.of("read:issue:info write:issue:info", "write:issue:info,read:issue:info")) {
      Tokens tokens = app.tokens(browser, "scope", scope);
      assertThat(latchkey.introspect(tokens.access()).text("scope"))
          .isEqualTo("read:issue:info,write:issue:info");
    }
  }

  @Test
  void a_wider_or_unknown_scope_is_refused() {
    for (String scope :
        List.of("read:wiki:pages", Latchkey.SCOPE + ",read:wiki:pages", "nonsense", ",")) {
      assertThat(browser.authorizeAndContinue(app.request("scope", scope)).sent())
          .containsEntry("error", "invalid_scope");
    }
  }

  // 1.4 PKCE

  @Test
  void a_challenge_is_met_only_by_its_verifier() {
    String[] challenge = {"code_challenge", s256(VERIFIER), "code_challenge_method", "S256"};
    assertThat(app.redeem(app.code(browser, challenge), "code_verifier", VERIFIER).status())
        .isEqualTo(200);

    String code = app.code(browser, challenge);
    assertThat(app.redeem(code).error()).isEqualTo("invalid_grant");
    assertThat(app.redeem(code, "code_verifier", VERIFIER + "x").error())
        .isEqualTo("invalid_grant");
    assertThat(app.redeem(code, "code_verifier", s256(VERIFIER)).error())
        .isEqualTo("invalid_grant");
    assertThat(app.redeem(code, "code_verifier", VERIFIER).status()).isEqualTo(200);
  }

  @Test
  void a_verifier_without_a_challenge_is_refused() {
    Answer refused = app.redeem(app.code(browser), "code_verifier", VERIFIER);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.error()).isEqualTo("invalid_grant");
  }

  @Test
  void a_malformed_verifier_is_refused() {
    for (String verifier :
        List.of("v".repeat(42), "v".repeat(129), VERIFIER + "%", VERIFIER + "ü")) {
      String code =
          app.code(browser, "code_challenge", s256(verifier), "code_challenge_method", "S256");
      Answer refused = app.redeem(code, "code_verifier", verifier);
      assertThat(refused.status()).as(verifier).isEqualTo(400);
      assertThat(refused.error()).isEqualTo("invalid_grant");
    }
  }

  @Test
  void plain_and_nameless_and_malformed_challenges_are_refused() {
    for (String[] challenge :
        new String[][] {
          {"code_challenge", s256(VERIFIER), "code_challenge_method", "plain"},
          {"code_challenge", s256(VERIFIER)},
          {"code_challenge", "short", "code_challenge_method", "S256"},
          {"code_challenge", s256(VERIFIER) + "=", "code_challenge_method", "S256"},
          {"code_challenge_method", "S256"}
        }) {
      assertThat(browser.authorizeAndContinue(app.request(challenge)).sent())
          .containsEntry("error", "invalid_request");
    }
  }

  @Test
  void a_credential_may_require_a_challenge() {
    App strict = latchkey.app(person, CALLBACK, Credential.Option.REQUIRE_PROOF_KEY);
    assertThat(browser.authorizeAndContinue(strict.request()).sent())
        .containsEntry("error", "invalid_request");
    String code =
        strict.code(browser, "code_challenge", s256(VERIFIER), "code_challenge_method", "S256");
    assertThat(strict.redeem(code, "code_verifier", VERIFIER).status()).isEqualTo(200);
  }

  // 1.5 errors

  @Test
  void without_a_registered_redirect_uri_the_error_is_shown_on_a_page() {
    assertPage(browser.get("/oauth2/authorize"));
    assertPage(browser.get("/oauth2/authorize?response_type=code"));
    assertPage(browser.get("/oauth2/authorize?" + app.request("client_id", "cli_unknown")));
    assertPage(browser.get("/oauth2/authorize?" + app.request("client_id", "")));
    assertPage(browser.get("/oauth2/authorize?" + toUnregisteredUri("client_id", "cli_unknown")));
    assertPage(browser.get("/oauth2/authorize?" + toUnregisteredUri("client_id", unknownClient())));
    assertPage(browser.get("/oauth2/authorize?" + toUnregisteredUri("response_type", "token")));
    assertPage(browser.get("/oauth2/authorize?" + toUnregisteredUri("scope", "read:no:such")));
    assertPage(
        browser.get(
            "/oauth2/authorize?"
                + app.request(
                    "client_id",
                    latchkey.machine(person, Optional.empty()).credential().clientId().value())));
  }

  /** A request with a redirect URI that is not registered. */
  private String toUnregisteredUri(String name, String value) {
    return app.request(name, value, "redirect_uri", "https://evil.example/callback");
  }

  private String unknownClient() {
    return Id.CLIENT.draw(latchkey.installation().random()).value();
  }

  @Test
  void a_known_parameter_sent_twice_is_refused_with_a_page() {
    for (String name :
        List.of(
            "client_id",
            "response_type",
            "state",
            "redirect_uri",
            "scope",
            "code_challenge",
            "code_challenge_method",
            "response_mode",
            "resource")) {
      assertPage(
          browser.get(
              "/oauth2/authorize?"
                  + app.request(name, app.request().contains(name + "=") ? fieldOf(name) : "x")
                  + "&"
                  + name
                  + "=x"));
    }
  }

  private String fieldOf(String name) {
    return Answer.parameters("?" + app.request()).get(name);
  }

  @Test
  void an_error_is_sent_to_the_app_only_after_sign_in() {
    app.code(browser);
    String faulty = app.request("scope", "read:no:such", "state", "s");
    Browser stranger = latchkey.browser();
    Answer first = stranger.get("/oauth2/authorize?" + faulty);
    assertThat(first.location()).startsWith("/sign-in");

    Answer back =
        stranger.follow(
            stranger.submit(
                stranger.follow(first), "email", person.email(), "password", person.password()));

    assertThat(back.location()).startsWith(CALLBACK + "?");
    assertThat(back.sent())
        .containsEntry("error", "invalid_scope")
        .containsEntry("state", "s")
        .containsEntry("iss", latchkey.url())
        .containsKey("error_description");
  }

  /** Anyone can create an app, and lead people to any address with it (RFC 9700 4.11.2). */
  @Test
  void an_app_that_was_never_allowed_gets_an_error_only_after_a_click() {
    String faulty = app.request("scope", "read:no:such", "state", "s");
    for (Answer page : List.of(browser.authorize(faulty), signInOnTheWay(faulty))) {
      assertThat(page.status()).isEqualTo(400);
      assertThat(page.has("Location")).isFalse();
      assertThat(page.header("Content-Security-Policy"))
          .endsWith("form-action 'self' https://app.example");
      assertThat(page.body())
          .contains(
              app.credential().name(),
              latchkey.organization().name(),
              "<code>https://app.example</code>",
              "<code>invalid_scope</code>")
          .doesNotContain("value=\"approve\"");
    }

    Answer page = browser.authorize(faulty);
    assertThat(browser.submit(page, "form_token", "forged").status()).isEqualTo(403);
    Answer back = browser.submit(page);
    assertThat(back.status()).isEqualTo(303);
    assertThat(back.sent()).containsEntry("error", "invalid_scope").containsEntry("state", "s");
    assertThat(browser.authorize(faulty).status()).as("a click allows nothing").isEqualTo(400);

    app.code(browser);
    assertThat(browser.authorize(faulty).sent()).containsEntry("error", "invalid_scope");
    assertThat(latchkey.browser().signIn(latchkey.person()).authorize(faulty).status())
        .as("another person")
        .isEqualTo(400);
  }

  private Answer signInOnTheWay(String request) {
    Browser stranger = latchkey.browser();
    Answer signIn = stranger.authorize(request);
    return stranger.follow(
        stranger.submit(signIn, "email", person.email(), "password", person.password()));
  }

  @Test
  void only_the_code_response_by_query_is_supported() {
    for (String type : List.of("token", "id_token", "code token", "none", "CODE")) {
      assertThat(browser.authorizeAndContinue(app.request("response_type", type)).sent())
          .containsEntry("error", "unsupported_response_type");
    }
    assertThat(browser.authorizeAndContinue("client_id=" + app.id()).sent())
        .containsEntry("error", "invalid_request");
    for (String mode : List.of("fragment", "form_post")) {
      assertThat(browser.authorizeAndContinue(app.request("response_mode", mode)).sent())
          .containsEntry("error", "invalid_request");
    }
    assertThat(app.consentPage(browser, "response_mode", "query").status()).isEqualTo(200);
  }

  // 1.6 iss

  @Test
  void the_issuer_is_appended_and_equals_the_metadatas() {
    Answer metadata = Http.here().get(latchkey.url() + "/.well-known/oauth-authorization-server");
    assertThat(
            metadata.json().path("authorization_response_iss_parameter_supported").booleanValue())
        .isTrue();
    assertThat(browser.approve(app.consentPage(browser)).sent())
        .containsEntry("iss", metadata.text("issuer"));
    assertThat(browser.deny(app.consentPage(browser)).sent())
        .containsEntry("iss", metadata.text("issuer"));
  }

  @Test
  void a_credential_may_leave_the_issuer_out() {
    App plain = latchkey.app(person, CALLBACK, Credential.Option.OMIT_ISSUER);
    assertThat(browser.approve(plain.consentPage(browser)).sent().keySet())
        .containsExactlyInAnyOrder("code", "state");
    assertThat(browser.deny(plain.consentPage(browser)).sent()).doesNotContainKey("iss");
  }

  // 1.8 code

  @Test
  void a_code_expires_after_five_minutes() {
    String code = app.code(browser);
    latchkey.clock.pass(Duration.ofSeconds(299));
    assertThat(app.redeem(code).status()).isEqualTo(200);

    String late = app.code(browser);
    latchkey.clock.pass(Duration.ofMinutes(5));
    assertThat(app.redeem(late).error()).isEqualTo("invalid_grant");
  }

  @Test
  void a_code_is_bound_to_its_credential() {
    String code = app.code(browser);
    App other = latchkey.app();

    assertThat(other.redeem(code).error()).isEqualTo("invalid_grant");

    assertThat(app.redeem(code).status()).as("the refusal did not use up the code").isEqualTo(200);
  }

  // 1.10, 1.11, 1.13, 1.14

  @Test
  void a_user_of_several_teams_picks_one() {
    var first = latchkey.team();
    var second = latchkey.team();
    var foreign = latchkey.team();
    Person several = latchkey.person(first, second);
    Browser theirs = latchkey.browser().signIn(several);
    Answer page = app.consentPage(theirs);
    assertThat(page.body()).contains(first.name(), second.name()).doesNotContain(foreign.name());

    assertThat(theirs.approve(page).status()).as("no team selected").isEqualTo(400);
    assertThat(theirs.approve(page, "team_id", foreign.id().value()).status())
        .as("a team of another organization")
        .isEqualTo(400);
    Answer back = theirs.approve(page, "team_id", second.id().value());

    Tokens tokens = Tokens.of(app.redeem(back.sent().get("code")));
    assertThat(latchkey.introspect(tokens.access()).text("team_id")).isEqualTo(second.id().value());
  }

  @Test
  void a_user_without_a_team_can_only_deny() {
    Browser theirs = latchkey.browser().signIn(latchkey.person(new Team[0]));
    Answer page = app.consentPage(theirs);
    assertThat(page.body()).contains("value=\"deny\"").doesNotContain("value=\"approve\"");

    assertThat(theirs.approve(page).status()).isEqualTo(400);
    assertThat(theirs.deny(page).sent()).containsEntry("error", "access_denied");
  }

  @Test
  void consent_is_asked_for_every_time_and_says_what_is_new() {
    app.code(browser, "scope", "read:issue:info");

    Answer again = app.consentPage(browser);

    assertThat(again.body()).contains("<mark>");
    assertThat(again.body().split("<mark>", -1)).as("two of three scopes are new").hasSize(3);
    assertThat(browser.approve(again).sent()).containsKey("code");
    assertThat(app.consentPage(browser).body()).doesNotContain("<mark>");
  }

  @Test
  void a_second_consent_creates_a_separate_grant() {
    Tokens first = app.tokens(browser);
    Tokens second = app.tokens(browser);

    assertThat(latchkey.isActive(first.access())).isTrue();
    app.revoke(second.access());
    assertThat(latchkey.isActive(first.access())).isTrue();
    assertThat(app.refresh(first.refresh()).status()).isEqualTo(200);
  }

  @Test
  void a_get_cannot_approve() {
    Answer page = app.consentPage(browser);
    var hidden = Browser.hidden(page);
    Answer answer = browser.get("/consent?" + Http.encoded(hidden) + "&decision=approve");
    assertThat(answer.isRedirect()).isFalse();
    assertThat(browser.approve(page).sent()).containsKey("code");
  }

  @Test
  void a_decision_can_be_made_once() {
    Answer page = app.consentPage(browser);
    assertThat(browser.deny(page).sent()).containsEntry("error", "access_denied");
    assertThat(browser.approve(page).status()).isEqualTo(410);
  }

  @Test
  void another_browser_cannot_decide() {
    Answer page = app.consentPage(browser);
    String request = Browser.hidden(page).get("request");
    Browser thief = latchkey.browser().signIn(latchkey.person());
    String theirToken = Browser.hidden(app.consentPage(thief)).get("form_token");

    Answer stolen =
        thief.post(
            "/consent",
            App.fields("request", request, "form_token", theirToken, "decision", "approve"));

    assertThat(stolen.status()).isEqualTo(403);
    assertThat(stolen.has("Location")).isFalse();
    assertThat(browser.approve(page).sent()).containsKey("code");
  }

  @Test
  void a_form_without_our_token_or_from_another_site_is_refused() {
    Answer page = app.consentPage(browser);
    assertThat(browser.approve(page, "form_token", "forged").status()).isEqualTo(403);
    assertThat(browser.approve(page, "form_token", null).status()).isEqualTo(403);
    var fields = Http.fields(Browser.hidden(page), "decision", "approve");
    assertThat(browser.post("/consent", fields, "Sec-Fetch-Site", "cross-site").status())
        .isEqualTo(403);
    assertThat(browser.post("/consent", fields, "Origin", "null").sent()).containsKey("code");
  }

  @Test
  void tampering_with_the_consent_form_cannot_widen_the_scope() {
    Answer page = app.consentPage(browser, "scope", "read:issue:info");
    Answer back = browser.approve(page, "scope", Latchkey.SCOPE);
    assertThat(app.redeem(back.sent().get("code")).text("scope")).isEqualTo("read:issue:info");
  }

  // 1.12

  @Test
  void nothing_of_a_request_is_stored_before_the_decision() {
    Map<String, Long> before = StoreContents.counts(latchkey);
    Browser stranger = latchkey.browser();
    for (String request :
        List.of(
            app.request("x", "x".repeat(10_000)),
            app.request("state", "s".repeat(2_048)),
            app.request("scope", "read:no:such"))) {
      assertThat(stranger.get("/oauth2/authorize?" + request).location())
          .startsWith("/sign-in?request=");
    }
    app.consentPage(browser);

    assertThat(StoreContents.counts(latchkey))
        .allSatisfy((table, count) ->
            assertThat(count).as(table).isLessThanOrEqualTo(before.getOrDefault(table, 0L)));
  }

  @Test
  void a_request_expires() {
    Answer page = app.consentPage(browser);
    latchkey.clock.pass(Duration.ofMinutes(30));
    Browser again = browser.signIn(person);

    assertThat(again.approve(page, "form_token", formToken(again)).status()).isEqualTo(410);
  }

  private static String formToken(Browser browser) {
    return Browser.hidden(browser.get("/account/security")).get("form_token");
  }

  @Test
  void a_request_that_was_altered_is_refused() {
    Answer page = app.consentPage(browser);
    String request = Browser.hidden(page).get("request");
    for (String changed :
        List.of(
            request.substring(1),
            request + "A",
            (request.startsWith("A") ? "B" : "A") + request.substring(1),
            request.substring(0, request.length() - 2) + "AA",
            "A".repeat(300),
            "A",
            "req_" + "A".repeat(22))) {
      assertThat(browser.get("/consent?request=" + changed).status()).as(changed).isEqualTo(410);
      assertThat(browser.approve(page, "request", changed).status()).isEqualTo(410);
    }
    assertThat(browser.approve(page).sent()).containsKey("code");
  }

  @Test
  void a_request_of_the_maximum_size_survives_the_sign_in() {
    String scope = String.join(",", app.credential().scope().names());
    for (String state :
        List.of("\u0001".repeat(2_048), "\u4E2D".repeat(1_600), "\"".repeat(2_048))) {
      assertThat(browser.approve(app.consentPage(browser, "state", state)).sent())
          .containsEntry("state", state);
    }
    assertThat(app.code(browser, "scope", (scope + ",").repeat(11_000 / scope.length())))
        .isNotEmpty();
  }

  @Test
  void the_error_of_a_long_request_is_sent_to_the_app() {
    Answer back =
        browser.authorizeAndContinue(
            app.request("state", "é".repeat(2_000), "resource", "x".repeat(3_500)));

    assertThat(back.sent())
        .containsEntry("error", "invalid_target")
        .containsEntry("state", "é".repeat(2_000));
  }

  @Test
  void a_request_that_is_too_long_is_answered_with_a_page() {
    String scope =
        IntStream.range(1_000, 1_950)
            .mapToObj(number -> "read:x:a" + number)
            .collect(Collectors.joining(","));
    App wide = latchkey.app(person, List.of(CALLBACK), scope);

    assertPage(browser.get("/oauth2/authorize?" + wide.request() + "&scope=" + scope));
  }

  @Test
  void parameters_in_both_form_and_address_are_refused_with_a_page() {
    var form = Answer.parameters("?" + app.request());
    assertPage(browser.post("/oauth2/authorize?state=x", form));
  }

  @Test
  void a_post_ends_in_303() {
    Answer answer =
        browser.post("/oauth2/authorize", Answer.parameters("?" + app.request("state", "é&")));
    assertThat(answer.status()).isEqualTo(303);
    Answer back = browser.approve(browser.follow(answer));
    assertThat(back.status()).isEqualTo(303);
    assertThat(back.sent()).containsEntry("state", "é&");
  }

  // 1.15

  @Test
  void empty_parameters_are_absent_and_unknown_ones_ignored() {
    Answer page =
        app.consentPage(browser, "foo", "1", "redirect_uri", "", "code_challenge", "", "state", "");
    assertThat(browser.approve(page).sent()).containsKey("code");
  }

  @Test
  void the_only_resource_is_the_open_interface() {
    assertThat(
            browser
                .authorizeAndContinue(app.request("resource", "https://elsewhere.example"))
                .sent())
        .containsEntry("error", "invalid_target");
    String resource = latchkey.url() + "/openapi/v2";
    Tokens tokens =
        Tokens.of(app.redeem(app.code(browser, "resource", resource), "resource", resource));
    assertThat(app.refresh(tokens.refresh(), "resource", "https://elsewhere.example").error())
        .isEqualTo("invalid_target");
    assertThat(app.refresh(tokens.refresh(), "resource", resource).status()).isEqualTo(200);
  }

  // 1.16

  @Test
  void the_form_of_the_consent_page_may_lead_only_to_the_apps_origin() {
    Answer page = app.consentPage(browser);
    assertThat(page.header("Content-Security-Policy"))
        .contains("form-action 'self' https://app.example")
        .doesNotContain("https://app.example/")
        .contains("frame-ancestors 'none'")
        .contains("default-src 'none'");
    assertThat(browser.get("/sign-in").header("Content-Security-Policy"))
        .endsWith("form-action 'self'");
  }

  @Test
  void the_form_of_the_sign_in_page_before_it_may_lead_to_the_apps_origin_too() {
    Browser stranger = latchkey.browser();
    Answer page = stranger.authorize(app.request());
    Answer refused = stranger.submit(page, "email", person.email(), "password", "wrong");

    for (Answer each : List.of(page, refused)) {
      assertThat(each.header("Content-Security-Policy"))
          .endsWith("form-action 'self' https://app.example");
    }
  }

  @Test
  void the_consent_page_shows_what_may_be_read_and_changed_and_where_it_leads() {
    assertThat(app.consentPage(browser).body())
        .containsSubsequence(
            "badge read",
            "<code>read:issue:info</code>",
            "<code>read:project:info</code>",
            "badge write",
            "<code>write:issue:info</code>",
            "<code>https://app.example</code>")
        .containsOnlyOnce("read:issue:info")
        .containsOnlyOnce("write:issue:info");
  }

  @Test
  void there_are_no_cross_origin_headers_at_authorize() {
    Answer answer =
        browser.get("/oauth2/authorize?" + app.request(), "Origin", "https://x.example");
    assertThat(answer.headers().map().keySet())
        .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control"));
  }

  private static void assertPage(Answer answer) {
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.has("Location")).isFalse();
    assertThat(answer.header("Content-Type")).startsWith("text/html");
  }

  static String s256(String verifier) {
    try {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(
              MessageDigest.getInstance("SHA-256")
                  .digest(verifier.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
