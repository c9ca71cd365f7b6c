package dev.latchkey.contract.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.Rules;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.Consent;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.grants.Approval;
import dev.latchkey.storage.grants.DeviceRequest;
import dev.latchkey.storage.grants.NewGrant;
import dev.latchkey.storage.grants.Polled;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import tools.jackson.databind.JsonNode;

/** Devices without a browser obtain tokens (RFC 8628). */
@EachStore.ForClass
class DeviceFlowTest {
  private static final String CALLBACK = "https://app.example/callback";
  private static final String BEGIN = "/oauth2/device_authorization";
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:device_code";
  private static final int CLIENTS = 64;

  private static Latchkey latchkey;

  @Parameter private Store store;

  private final Person person = latchkey.person();
  private final App app = latchkey.app(latchkey.person(), CALLBACK, Credential.Option.DEVICE_FLOW);
  private final Browser browser = latchkey.browser().signIn(person);

  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    latchkey = start(store, Rules.DeviceFlow.TYPED);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
  }

  private static Latchkey start(Store store, Rules.DeviceFlow flow) {
    Rules rules = Latchkey.rules(flow);
    return Latchkey.start(store, settings -> settings.with(rules));
  }

  @Test
  void a_device_gets_tokens_after_its_user_has_typed_the_code_and_allowed_it() {
    Answer begun = begin(latchkey, app);
    assertThat(begun.text("user_code")).matches("[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}");
    assertThat(begun.text("verification_uri")).isEqualTo(latchkey.url() + "/device");
    assertThat(begun.json().has("verification_uri_complete")).isFalse();
    assertThat(begun.json().path("expires_in").asInt()).isEqualTo(600);
    assertThat(begun.json().path("interval").asInt()).isEqualTo(5);
    assertThat(poll(begun).error()).isEqualTo("authorization_pending");

    Answer page = type(begun.text("user_code").replace("-", " ").toLowerCase(Locale.ROOT));
    assertThat(page.body())
        .contains(app.credential().name(), "Did you start this yourself?")
        .contains("<code>127.0.0.1</code>", "the network of this browser")
        .doesNotContain("Returns you to");
    Answer decided = browser.follow(browser.approve(page));
    assertThat(decided.body()).contains("Return to your device.");

    Tokens tokens = Tokens.of(poll(begun));
    assertThat(latchkey.introspect(tokens.access()).text("sub")).isEqualTo(person.id());
    assertThat(poll(begun).error()).as("a second exchange").isEqualTo("slow_down");
    latchkey.clock.pass(Duration.ofMinutes(1));
    assertThat(poll(begun).error()).as("a second exchange").isEqualTo("invalid_grant");
    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(app.refresh(tokens.refresh()).status()).isEqualTo(200);
    assertThat(latchkey.log()).contains("\"on_device\"").doesNotContain(begun.text("device_code"));
  }

  @Test
  void a_device_learns_that_it_was_denied_or_that_its_code_has_expired() {
    Answer denied = begin(latchkey, app);
    browser.deny(type(denied.text("user_code")));
    assertThat(poll(denied).error()).isEqualTo("access_denied");
    assertThat(type(denied.text("user_code")).status()).as("decided once").isEqualTo(400);

    Answer late = begin(latchkey, app);
    Answer page = type(late.text("user_code"));
    latchkey.clock.pass(Duration.ofMinutes(10));
    browser.signIn(person);
    assertThat(poll(late).error()).isEqualTo("expired_token");
    assertThat(browser.approve(type(late.text("user_code"))).status()).isEqualTo(400);
    assertThat(page.status()).isEqualTo(200);
    latchkey.clock.pass(Duration.ofMinutes(10));
    latchkey.stores().operation().purge().deleteBatch(latchkey.clock.instant());
    assertThat(poll(late).error()).isEqualTo("invalid_grant");
  }

  @Test
  void a_device_is_allowed_only_what_the_page_showed() {
    App choosy =
        latchkey.app(
            latchkey.person(),
            CALLBACK,
            Credential.Option.DEVICE_FLOW,
            Credential.Option.LEAVE_OUT_SCOPES);
    Answer begun = begin(latchkey, choosy);
    Answer page = type(begun.text("user_code"));
    takeAwayTheChoice(choosy);

    Answer again = browser.approve(page, "scope", "read:issue:info");

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.body())
        .contains("The app was changed since this page was shown.")
        .doesNotContain("name=\"scope\"");
    assertThat(poll(begun, choosy).error()).isEqualTo("authorization_pending");
    assertThat(browser.approve(again).status()).isEqualTo(303);
    latchkey.clock.pass(Duration.ofMinutes(1));
    assertThat(Tokens.of(poll(begun, choosy))).isNotNull();
  }

  private static void takeAwayTheChoice(App app) {
    var credentials = latchkey.stores().credentials().credentials();
    Credential.Personal known = credentials.findActive(app.credential().clientId()).orElseThrow();
    var changed =
        new Credential.Personal(
            known.clientId(),
            known.name(),
            known.organization(),
            known.owner(),
            known.scope(),
            known.redirectUris(),
            Set.of(Credential.Option.DEVICE_FLOW),
            known.networks(),
            known.profile(),
            known.createdAt(),
            known.version());
    assertThat(credentials.change(changed, known.owner(), latchkey.now())).isTrue();
  }

  @Test
  void the_write_of_an_approval_refuses_what_was_not_seen_and_the_device_still_waits() {
    var requests = latchkey.stores().grants().deviceRequests();
    var random = new SecureRandom();
    Secret.Device device = Secret.DEVICE.mint(random);
    Credential.Personal seen = app.credential();
    var request =
        new DeviceRequest(
            device.hash(), seen.clientId(), seen.scope(), "127.0.0.1", latchkey.now().at());
    requests.begin(device, request, latchkey.now());
    var consent =
        Consent.of(
            seen.clientId(),
            person.user().id(),
            person.user().teams().getFirst().team().id(),
            seen.scope(),
            Scopes.Separator.SPACE);
    var grant = new NewGrant(Id.GRANT.draw(random), consent, seen.version());
    var afterChange = new NewGrant(grant.id(), consent, seen.version() + 1);
    takeAwayTheChoice(app);

    assertThat(requests.approve(request, grant, latchkey.now())).isEqualTo(Approval.CHANGED);
    assertThat(requests.approve(request, afterChange, latchkey.now())).isEqualTo(Approval.APPROVED);
    assertThat(requests.approve(request, afterChange, latchkey.now())).isEqualTo(Approval.OVER);
  }

  @Test
  void of_64_exchanges_of_one_device_code_exactly_one_gets_tokens() {
    var requests = latchkey.stores().grants().deviceRequests();
    var random = new SecureRandom();
    for (int round = 0; round < 6; round++) {
      Answer begun = begin(latchkey, app);
      browser.approve(type(begun.text("user_code")));
      Secret.Device device = Secret.DEVICE.parse(begun.text("device_code")).orElseThrow();

      List<Polled> polled =
          Crowd.of(
              CLIENTS,
              client ->
                  requests.poll(
                      device, app.credential().clientId(), TokenPair.mint(random), latchkey.now()));

      assertThat(polled.stream().filter(Polled.Issued.class::isInstance)).hasSize(1);
      assertThat(polled)
          .filteredOn(each -> !(each instanceof Polled.Issued))
          .containsOnly(Polled.Refused.CODE_SPENT);
    }
  }

  @Test
  void one_code_is_decided_once_by_many_forms_at_the_same_moment() {
    Answer begun = begin(latchkey, app);
    Answer page = type(begun.text("user_code"));

    List<Answer> decided = Crowd.of(16, client -> browser.approve(page));

    assertThat(decided.stream().filter(answer -> answer.status() == 303)).hasSize(1);
    assertThat(Tokens.of(poll(begun)).access()).startsWith("lk_at_");
  }

  @Test
  void a_code_belongs_to_its_credential_and_the_credential_needs_the_option() {
    App without = latchkey.app();
    assertThat(begin(latchkey, without).error()).isEqualTo("unauthorized_client");
    Answer begun = begin(latchkey, app);
    Answer page = type(begun.text("user_code"));
    browser.approve(page);

    assertThat(poll(begun, without).error()).isEqualTo("invalid_grant");
    assertThat(poll(begun, app.withSecret("lk_cs_wrong"), "client_secret", "lk_cs_wrong").error())
        .isEqualTo("invalid_client");
    assertThat(Tokens.of(poll(begun)).access()).startsWith("lk_at_");
    assertThat(latchkey.form(BEGIN, "client_id", app.id(), "scope", "read:wiki:pages").error())
        .isEqualTo("invalid_scope");
  }

  @Test
  void wrong_codes_are_throttled_for_the_user_and_the_right_one_with_them() {
    Browser guesser = latchkey.browser().signIn(latchkey.person());
    for (int guess = 0; guess < 10; guess++) {
      assertThat(type(guesser, "BBBB-BBB" + "BCDFGHJKLM".charAt(guess)).status()).isEqualTo(400);
    }
    Answer begun = begin(latchkey, app);

    Answer refused = type(guesser, begun.text("user_code"));

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.has("Retry-After")).isTrue();
    latchkey.clock.pass(Duration.ofMinutes(1));
    assertThat(type(guesser, begun.text("user_code")).status()).isEqualTo(200);
  }

  @Test
  void a_request_from_another_network_is_told_apart() {
    Answer begun = Http.elsewhere().form(latchkey.url() + BEGIN, Map.of("client_id", app.id()));

    assertThat(type(begun.text("user_code")).body())
        .contains("another network than that of this browser");
  }

  @Test
  void only_the_operator_turns_it_on_and_lets_links_bring_a_code_along() {
    try (Latchkey off = start(store, Rules.DeviceFlow.OFF);
        Latchkey linked = start(store, Rules.DeviceFlow.LINKED)) {
      App here = off.app(off.person(), CALLBACK, Credential.Option.DEVICE_FLOW);
      assertThat(begin(off, here).status()).isEqualTo(404);
      assertThat(
              here.token(
                      App.fields("client_id", here.id(), "grant_type", GRANT, "device_code", "x"))
                  .error())
          .isEqualTo("unsupported_grant_type");
      assertThat(off.browser().signIn(off.person()).get("/device").status()).isEqualTo(404);
      assertThat(metadata(off).has("device_authorization_endpoint")).isFalse();
      assertThat(metadata(linked).path("device_authorization_endpoint").asString())
          .isEqualTo(linked.url() + "/oauth2/device_authorization");

      App there = linked.app(linked.person(), CALLBACK, Credential.Option.DEVICE_FLOW);
      Answer begun = begin(linked, there);
      Answer form =
          linked
              .browser()
              .signIn(linked.person())
              .get(begun.text("verification_uri_complete").substring(linked.url().length()));
      assertThat(form.body()).contains("value=\"" + begun.text("user_code") + "\"");
      assertThat(browser.get("/device?user_code=BCDF-GHJK").body())
          .doesNotContain("value=\"BCDF-GHJK\"");
    }
  }

  private static JsonNode metadata(Latchkey at) {
    return Http.here().get(at.url() + "/.well-known/oauth-authorization-server").json();
  }

  private static Answer begin(Latchkey at, App app) {
    return at.form(BEGIN, "client_id", app.id());
  }

  private Answer type(String code) {
    return type(browser, code);
  }

  private static Answer type(Browser by, String code) {
    return by.submit(by.get("/device"), "user_code", code);
  }

  private Answer poll(Answer begun) {
    return poll(begun, app);
  }

  private static Answer poll(Answer begun, App by, String... more) {
    return by.token(
        Http.fields(
            App.fields(
                "client_id",
                by.id(),
                "grant_type",
                GRANT,
                "device_code",
                begun.text("device_code")),
            more));
  }
}
