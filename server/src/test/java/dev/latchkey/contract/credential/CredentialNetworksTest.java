package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.latchkey.contract.token.ChildTokensTest;
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
import dev.latchkey.model.Rules;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.token.CallRefusal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** The networks from which a credential can be used. */
@EachStore.ForClass
class CredentialNetworksTest {
  private static final String HERE = "127.0.0.1";
  private static final String ELSEWHERE = "127.0.0.2";
  private static final String DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code";
  private static final String ISSUE = "/openapi/v2/issues/17";
  private static final int CALLERS = 16;

  /** No service answers behind the gateway. */
  private static final int ADMITTED = 502;

  private static Latchkey latchkey;

  @Parameter Store store;

  private final Person administrator = latchkey.administrator();
  private final App app =
      latchkey.app(administrator, "https://app.example/callback", Credential.Option.DEVICE_FLOW);
  private final Latchkey.Machine machine = latchkey.machine(administrator, Optional.empty());
  private final Browser browser = latchkey.browser().signIn(administrator);

  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    Rules rules = Latchkey.rules(Rules.DeviceFlow.TYPED);
    latchkey =
        Latchkey.start(store, settings -> ChildTokensTest.withChildTokens(settings).with(rules));
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
  }

  @Test
  void a_call_from_outside_is_refused_counted_and_recorded_and_one_from_inside_is_admitted() {
    String token = app.tokens(browser).access();
    for (var each :
        Map.of(token, app.credential(), machine.token(), machine.credential()).entrySet()) {
      assertThat(call(Http.elsewhere(), each.getKey()).status()).isEqualTo(ADMITTED);
      latchkey.allowOnly(HERE + "\n2001:db8::/32", each.getValue());

      assertThat(call(Http.here(), each.getKey()).status()).isEqualTo(ADMITTED);
      assertThat(check(Http.here(), each.getKey()).status()).isEqualTo(200);
      for (Answer refused :
          List.of(call(Http.elsewhere(), each.getKey()), check(Http.elsewhere(), each.getKey()))) {
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.error()).isEqualTo("invalid_token");
        assertThat(refused.text("error_description")).contains(ELSEWHERE);
        assertThat(refused.header("WWW-Authenticate")).contains("error=\"invalid_token\"");
      }
      assertThat(latchkey.isActive(each.getKey())).as("introspection").isTrue();
      assertThat(entries("CALL", each.getValue()))
          .hasSize(2)
          .allMatch(entry -> entry.contains("\"outcome\":\"address_not_allowed\""));
    }
    assertThat(entries("CALL", app.credential()))
        .allMatch(entry -> entry.contains(administrator.id()));
    latchkey.wiring().usage().flush();
    assertThat(
            latchkey
                .stores()
                .operation()
                .dailyCalls()
                .refused(app.credential().clientId(), latchkey.clock.instant())
                .get(CallRefusal.ADDRESS_NOT_ALLOWED)
                .total())
        .isEqualTo(2);
    assertThat(browser.get("/account/credentials/" + app.id()).body())
        .contains("<code>" + HERE + "</code> <code>2001:db8::/32</code>")
        .contains("<span>Address not allowed</span><strong>2</strong>");
  }

  @Test
  void a_flood_from_outside_adds_few_entries_and_takes_nothing_from_the_rate() {
    String token = app.tokens(browser).access();
    latchkey.allowOnly(HERE, app.credential());

    assertThat(Crowd.of(60, i -> check(Http.elsewhere(), token).status())).containsOnly(401);

    assertThat(entries("CALL", app.credential())).hasSize(20);
    assertThat(check(Http.here(), token).status()).isEqualTo(200);
  }

  @Test
  void a_refresh_from_outside_is_refused_and_does_not_spend_the_token() {
    Tokens pair = app.tokens(browser);
    latchkey.allowOnly(HERE, app.credential());

    Answer refused = app.elsewhere().refresh(pair.refresh());
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.error()).isEqualTo("invalid_client");
    assertThat(refused.text("error_description")).contains(ELSEWHERE);
    Answer withSecret =
        app.elsewhere()
            .token(
                App.fields("grant_type", "refresh_token", "refresh_token", pair.refresh()),
                "Authorization",
                app.basic());
    assertThat(withSecret.status()).isEqualTo(401);
    assertThat(withSecret.header("WWW-Authenticate")).startsWith("Basic");
    assertThat(app.elsewhere().refresh("lk_rt_unknown").error()).isEqualTo("invalid_grant");

    Answer first = app.refreshWithKey(pair.refresh(), "one");
    assertThat(first.status()).isEqualTo(200);
    assertThat(app.refreshWithKey(pair.refresh(), "one").body()).isEqualTo(first.body());
    assertThat(app.elsewhere().refreshWithKey(pair.refresh(), "one").error())
        .as("the answer of the first request")
        .isEqualTo("invalid_client");
    assertThat(entries("TOKEN_REFRESH", app.credential()))
        .hasSize(3)
        .allMatch(entry -> entry.contains(administrator.id()));
  }

  @Test
  void a_code_or_a_token_cannot_be_exchanged_from_outside() {
    String code = app.code(browser);
    latchkey.allowOnly(HERE, app.credential());

    assertThat(app.elsewhere().redeem(code).error()).isEqualTo("invalid_client");
    Tokens pair = Tokens.of(app.redeem(code));

    assertThat(exchange(Http.elsewhere(), pair.access()).error()).isEqualTo("invalid_client");
    String child = exchange(Http.here(), pair.access()).text("access_token");
    assertThat(check(Http.here(), child).status()).isEqualTo(200);
    assertThat(check(Http.elsewhere(), child).status()).isEqualTo(401);
    latchkey.allowOnly(HERE, machine.credential());
    assertThat(exchange(Http.elsewhere(), machine.token()).error()).isEqualTo("invalid_client");
    assertThat(entries("CODE_EXCHANGE", app.credential())).hasSize(1);
    assertThat(entries("CHILD_TOKEN_CREATE", app.credential())).hasSize(1);
    assertThat(entries("CHILD_TOKEN_CREATE", machine.credential())).hasSize(1);

    assertThat(app.elsewhere().redeem(code).error()).as("spent").isEqualTo("invalid_grant");
    assertThat(app.elsewhere().inspect(pair.access()).text("active")).isEqualTo("true");
    assertThat(app.elsewhere().revoke(pair.access()).status()).isEqualTo(200);
  }

  @Test
  void a_device_outside_gets_no_tokens() {
    latchkey.allowOnly(HERE, app.credential());
    Answer begun =
        Http.here()
            .form(latchkey.url() + "/oauth2/device_authorization", Map.of("client_id", app.id()));
    assertThat(poll(app.elsewhere(), begun).error()).isEqualTo("invalid_client");
    browser.approve(browser.submit(browser.get("/device"), "user_code", begun.text("user_code")));
    latchkey.clock.pass(Duration.ofMinutes(1));
    assertThat(poll(app.elsewhere(), begun).error()).isEqualTo("invalid_client");
    latchkey.clock.pass(Duration.ofMinutes(1));
    assertThat(poll(app, begun).status()).isEqualTo(200);
    assertThat(entries("CODE_EXCHANGE", app.credential())).hasSize(2);
  }

  @Test
  void no_call_or_refresh_from_outside_succeeds_after_the_change_was_saved() {
    for (int round = 0; round < 5; round++) {
      App raced = latchkey.app(administrator);
      Tokens pair = raced.tokens(browser);
      var saved = new AtomicBoolean();
      List<Boolean> late =
          Crowd.of(
              CALLERS,
              i -> {
                if (i == 0) {
                  latchkey.allowOnly(HERE, raced.credential());
                  saved.set(true);
                }
                return i % 2 == 0
                    ? isAdmittedAfter(saved, () -> check(Http.elsewhere(), pair.access()))
                    : isAdmittedAfter(saved, () -> raced.elsewhere().refresh(pair.refresh()));
              });
      assertThat(late).as("round " + round).containsOnly(false);
    }
  }

  /** Whether one of several requests succeeds that begin after the change was saved. */
  private static boolean isAdmittedAfter(AtomicBoolean saved, Supplier<Answer> request) {
    return IntStream.range(0, 8)
        .anyMatch(i -> {
          boolean isLate = saved.get();
          return request.get().status() == 200 && isLate;
        });
  }

  @Test
  void the_settings_show_what_is_wrong_and_what_was_changed() {
    String path = "/account/credentials/" + app.id();

    Answer flawed = save(path, "192.0.2.0/24\r\noffice\r\n10.1.2.3/8, 10.0.0.0/33");
    assertThat(flawed.status()).isEqualTo(400);
    assertThat(flawed.body())
        .contains("Line 2: “office” is not an address or a network.")
        .contains(
            "Line 3: “10.1.2.3/8” is an address inside a network. Did you mean" + " 10.0.0.0/8?")
        .contains("Line 3: the number after the slash in “10.0.0.0/33” does not fit.")
        .contains("192.0.2.0/24\noffice\n10.1.2.3/8, 10.0.0.0/33</textarea>");

    Answer before = browser.get(path + "/settings");
    Answer saved = save(path, "192.0.2.0/24, 2001:DB8::/32");
    assertThat(browser.follow(saved).body())
        .contains("192.0.2.0/24\n2001:db8::/32</textarea>")
        .contains("Your own address at the moment, " + HERE + ", is outside");
    Answer conflict = save(before, "10.0.0.0/8");
    assertThat(conflict.status()).isEqualTo(409);
    assertThat(conflict.body())
        .contains("10.0.0.0/8</textarea>")
        .contains("<li><strong>2001:db8::/32</strong></li>")
        .contains("<li><strong>10.0.0.0/8</strong></li>");
    assertThat(browser.follow(save(path, HERE)).body()).doesNotContain("is outside these");

    assertThat(browser.get("/audit/export.jsonl?event=CREDENTIAL_CHANGE").body())
        .contains("\"networks\":{\"before\":[],\"after\":[\"192.0.2.0/24\",\"2001:db8::/32\"]}");
    String listed = "/organization/credentials/";
    assertThat(browser.get(listed + "export.csv?client=" + app.id()).body())
        .contains(",networks,description,homepage,privacy\r\n", "," + HERE + ",,,\r\n");
    String machinePath = listed + machine.credential().clientId().value();
    assertThat(save(machinePath, "::1").status()).isEqualTo(303);
    assertThat(browser.get(machinePath).body()).contains("<code>::1</code>");
  }

  @Test
  void networks_that_are_entered_for_a_new_credential_hold_from_its_first_use() {
    Answer personal = create("/account/credentials", "192.0.2.0/24, 2001:DB8::/32");
    Answer organizational = create("/organization/credentials", HERE);

    assertThat(personal.status()).isEqualTo(200);
    assertThat(latchkey.owned(administrator))
        .extracting(Credential::name, credential -> credential.networks().text())
        .contains(
            tuple("At account", "192.0.2.0/24\n2001:db8::/32"), tuple("At organization", HERE));
    String token = organizational.body().replaceFirst("(?s).*(lk_ot_\\w+).*", "$1");
    assertThat(call(Http.here(), token).status()).isEqualTo(ADMITTED);
    assertThat(call(Http.elsewhere(), token).status()).isEqualTo(401);
  }

  @Test
  void the_form_of_a_new_credential_says_what_is_wrong_with_its_networks() {
    int before = latchkey.owned(administrator).size();

    for (String list : List.of("/account/credentials", "/organization/credentials")) {
      assertThat(browser.get(list + "/new").body()).contains("name=\"networks\"");
      Answer refused = create(list, "192.0.2.0/24\r\n10.1.2.3/8");

      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.body())
          .contains(
              "Line 2: “10.1.2.3/8” is an address inside a network. Did you mean" + " 10.0.0.0/8?")
          .contains("192.0.2.0/24\n10.1.2.3/8</textarea>");
    }
    assertThat(latchkey.owned(administrator)).hasSize(before);
  }

  /** Sends the form for a new credential, which is named after its section. */
  private Answer create(String list, String networks) {
    return browser.submit(
        browser.get(list + "/new"),
        "name",
        "At " + list.split("/")[1],
        "redirect_uri",
        "https://app.example/callback",
        "scope",
        "read:issue:info",
        "networks",
        networks);
  }

  private Answer save(String path, String networks) {
    return save(browser.get(path + "/settings"), networks);
  }

  private Answer save(Answer settings, String networks) {
    return browser.save(settings, "NETWORKS", "networks", networks);
  }

  private static Answer call(Http by, String token) {
    return by.get(latchkey.url() + ISSUE, "Authorization", "Bearer " + token);
  }

  private static Answer check(Http by, String token) {
    return by.get(
        latchkey.url() + "/oauth2/check",
        "Authorization",
        "Bearer " + token,
        "X-Original-Method",
        "GET",
        "X-Original-URI",
        ISSUE);
  }

  private static Answer exchange(Http by, String token) {
    return by.form(
        latchkey.url() + "/oauth2/token",
        App.fields(
            "grant_type",
            "urn:ietf:params:oauth:grant-type:token-exchange",
            "subject_token",
            token,
            "subject_token_type",
            "urn:ietf:params:oauth:token-type:access_token",
            "actor",
            "agent"));
  }

  private static Answer poll(App by, Answer begun) {
    return by.token(
        App.fields(
            "client_id",
            by.id(),
            "grant_type",
            DEVICE_CODE,
            "device_code",
            begun.text("device_code")));
  }

  /** The refused events of a credential that were caused from elsewhere. */
  private List<String> entries(String event, Credential credential) {
    return browser
        .get("/audit/export.jsonl?outcome=REFUSED&event=" + event)
        .body()
        .lines()
        .filter(entry -> entry.contains(credential.clientId().value()))
        .filter(entry -> entry.contains("\"" + ELSEWHERE + "\""))
        .toList();
  }
}
