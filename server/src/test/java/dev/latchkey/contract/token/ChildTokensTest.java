package dev.latchkey.contract.token;

import static dev.latchkey.contract.credential.ClientAuthenticationTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Child tokens: narrower tokens for agents and jobs (RFC 8693, docs/decisions/0063). */
@EachStore.ForClass
public class ChildTokensTest {
  static final int NUMBER = 5;
  private static final int CALLS = 20;
  private static final String EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
  private static final String ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
  private static final String ISSUES = "read:issue:info";

  private static Latchkey latchkey;

  @Parameter Store store;

  private final Person administrator = latchkey.administrator();
  private final Person person = latchkey.person();
  private final App app = latchkey.app();
  private final Browser browser = latchkey.browser().signIn(person);

  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    latchkey = Latchkey.start(store, ChildTokensTest::withChildTokens);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
  }

  public static Settings withChildTokens(Settings settings) {
    return Issues.behind(
        settings,
        "http://127.0.0.1:9",
        """
        gateways: [127.0.0.1]
        resources: [{path: /issues/a}]
        limits:
          child_tokens: %d
        rates:
          token:
            per_minute: 60
            burst: %d
        """
            .formatted(NUMBER, CALLS));
  }

  static Answer exchangeAt(String url, String parent, String... more) {
    return Http.here()
        .form(
            url + "/oauth2/token",
            Http.fields(
                App.fields(
                    "grant_type",
                    EXCHANGE,
                    "subject_token",
                    parent,
                    "subject_token_type",
                    ACCESS_TOKEN),
                more));
  }

  public static String childAt(String url, String parent, String... more) {
    Answer answer = exchangeAt(url, parent, more);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.text("access_token");
  }

  private static Answer exchange(String parent, String... more) {
    return exchangeAt(latchkey.url(), parent, more);
  }

  private static String child(String parent, String... more) {
    return childAt(latchkey.url(), parent, more);
  }

  @Test
  void a_child_token_is_valid_only_for_the_resource_of_its_parent() {
    String all = latchkey.url() + "/openapi/v2/issues";
    App issues = latchkey.app(person, List.of("https://a.example/cb"), ISSUES);
    String parent = issues.tokens(browser, "resource", all + "/a").access();

    String child = childAt(latchkey.url(), parent);

    assertThat(Http.here().get(all + "/a", "Authorization", "Bearer " + child).status())
        .isEqualTo(502);
    assertThat(Http.here().get(all + "/17", "Authorization", "Bearer " + child).status())
        .isEqualTo(401);
    assertThat(exchangeAt(latchkey.url(), parent, "resource", all + "/a").text("error"))
        .isEqualTo("invalid_target");
  }

  @Test
  void the_holder_of_a_token_gets_a_narrower_one_that_can_do_less_for_a_shorter_time() {
    String parent = app.tokens(browser).access();

    Answer answer =
        exchange(parent, "scope", ISSUES, "actor", "nightly", "requested_expires_in", "60");

    assertThat(answer.status()).isEqualTo(200);
    String child = answer.text("access_token");
    assertThat(child).matches("lk_ct_[0-9A-Za-z]{49}");
    assertThat(answer.body())
        .isEqualTo(
            """
            {"access_token":"%s","issued_token_type":"%s","token_type":"Bearer","expires_in":60,"scope":"%s","scopes":["%s"]}\
            """
                .formatted(child, ACCESS_TOKEN, ISSUES, ISSUES));
    long end = latchkey.clock.instant().plusSeconds(60).getEpochSecond();
    assertThat(latchkey.introspect(child).body())
        .isEqualTo(
            """
            {"active":true,"sub":"%s","scope":"%s","scopes":["%s"],"client_id":"%s","token_type":"Bearer","exp":%d,\
            "team_id":"%s","org_id":"%s","act":{"sub":"nightly"}}\
            """
                .formatted(
                    person.id(),
                    ISSUES,
                    ISSUES,
                    app.id(),
                    end,
                    person.team(),
                    person.user().organization().value()));
    assertThat(app.inspect(child).json().path("act").path("sub").asString()).isEqualTo("nightly");
    assertThat(checked("GET", child).status()).isEqualTo(200);
    assertThat(checked("POST", child).status()).isEqualTo(403);
    assertThat(checked("POST", parent).status()).isEqualTo(200);

    latchkey.clock.pass(Duration.ofSeconds(60));

    assertThat(latchkey.isActive(child)).isFalse();
    assertThat(checked("GET", child).status()).isEqualTo(401);
    assertThat(latchkey.isActive(parent)).isTrue();
  }

  @Test
  void the_whole_chain_is_in_the_assertion_and_in_introspection() throws Exception {
    String token = latchkey.machine(administrator, Optional.empty()).token();
    String agent = child(token, "actor", "agent-1");
    String job = child(agent, "actor", "job:7", "scope", ISSUES);

    assertThat(latchkey.introspect(job).json().path("act").toString())
        .isEqualTo("{\"sub\":\"job:7\",\"act\":{\"sub\":\"agent-1\"}}");
    String assertion = checked("GET", job).header("Latchkey-Assertion");
    assertThat(SignedJWT.parse(assertion).getJWTClaimsSet().getJSONObjectClaim("act"))
        .isEqualTo(Map.of("sub", "job:7", "act", Map.of("sub", "agent-1")));
    String other = checked("GET", token).header("Latchkey-Assertion");
    assertThat(SignedJWT.parse(other).getJWTClaimsSet().getClaims()).doesNotContainKey("act");
    assertThat(latchkey.introspect(token).json().has("act")).isFalse();
  }

  @Test
  void without_a_name_the_credential_is_the_actor_and_the_limits_of_the_operator_hold() {
    Latchkey.Machine machine = latchkey.machine(administrator, Optional.empty());

    Answer answer = exchange(machine.token(), "requested_expires_in", "999999");

    assertThat(answer.json().path("expires_in").intValue()).isEqualTo(3_600);
    String child = answer.text("access_token");
    assertThat(latchkey.introspect(child).json().path("act").path("sub").asString())
        .isEqualTo(machine.credential().clientId().value());
    assertThat(latchkey.introspect(child).text("scope")).isEqualTo(Latchkey.SCOPE);
    String grandchild = child(child, "requested_expires_in", "7200");
    assertThat(latchkey.introspect(grandchild).json().path("exp"))
        .isEqualTo(latchkey.introspect(child).json().path("exp"));
    assertRefused(exchange(grandchild), 400, "invalid_request");
  }

  @Test
  void a_child_token_is_never_wider_than_its_parent_and_cannot_be_refreshed() {
    String narrow = child(app.tokens(browser).access(), "scope", ISSUES);

    assertRefused(exchange(narrow, "scope", "write:issue:info"), 400, "invalid_scope");
    assertRefused(exchange(narrow, "scope", " "), 400, "invalid_scope");
    assertRefused(app.refresh(narrow), 400, "invalid_grant");
    assertThat(app.token(App.fields("grant_type", EXCHANGE, "client_id", app.id())).error())
        .isEqualTo("invalid_request");
  }

  @Test
  void a_request_that_is_not_understood_is_refused() {
    Tokens pair = app.tokens(browser);
    String parent = pair.access();
    for (String[] wrong :
        List.of(
            new String[] {"requested_token_type", "urn:example:jwt"},
            new String[] {"actor_token", parent},
            new String[] {"actor", "usr_" + "0".repeat(22)},
            new String[] {"actor", parent},
            new String[] {"actor", "a/" + parent},
            new String[] {"actor", "two words"},
            new String[] {"requested_expires_in", "0"},
            new String[] {"requested_expires_in", "soon"})) {
      Answer answer = exchange(parent, wrong);
      assertRefused(answer, 400, "invalid_request");
      assertThat(answer.body()).doesNotContain(parent);
    }
    assertRefused(exchange(parent, "audience", "https://a.example"), 400, "invalid_target");
    assertRefused(exchange(parent, "resource", "https://a.example"), 400, "invalid_target");
    assertRefused(exchange(pair.refresh()), 400, "invalid_request");
    assertRefused(exchange("lk_at_" + "0".repeat(49)), 400, "invalid_request");
    String inAddress = latchkey.url() + "/oauth2/token?subject_token=x";
    assertRefused(
        Http.here().form(inAddress, App.fields("grant_type", EXCHANGE)), 400, "invalid_request");
  }

  @Test
  void a_client_that_is_named_must_be_the_tokens_own_and_its_secret_right() {
    String parent = app.tokens(browser).access();
    App other = latchkey.app();

    assertThat(exchange(parent, "client_id", app.id()).status()).isEqualTo(200);
    assertThat(exchange(parent, "client_id", app.id(), "client_secret", app.secret()).status())
        .isEqualTo(200);
    assertRefused(
        exchange(parent, "client_id", app.id(), "client_secret", other.secret()),
        401,
        "invalid_client");
    assertRefused(exchange(parent, "client_id", other.id()), 400, "invalid_request");
    assertThat(audit(app.id())).contains("not_its_own");
  }

  /** Each way in which the token, its grant, its credential or its user can end. */
  @Test
  void a_child_token_ends_together_with_everything_that_it_came_from() {
    Tokens pair = app.tokens(browser);
    assertEnds(pair.access(), () -> app.revoke(pair.access()));

    Tokens refreshed = app.tokens(browser);
    assertEnds(refreshed.access(), () -> app.refresh(refreshed.refresh()));

    String ended = app.tokens(browser).access();
    assertEnds(ended, this::endAccess);

    Person leaver = latchkey.person();
    String left = app.tokens(latchkey.browser().signIn(leaver)).access();
    assertEnds(left, () -> latchkey.disable(leaver));

    String late = app.tokens(browser).access();
    latchkey.clock.pass(Duration.ofSeconds(86_400 - 1));
    assertEnds(late, () -> latchkey.clock.pass(Duration.ofSeconds(1)));

    String deleted = app.tokens(latchkey.browser().signIn(person)).access();
    assertEnds(deleted, () -> latchkey.delete(app));

    Latchkey.Machine machine = latchkey.machine(administrator, Optional.empty());
    assertEnds(machine.token(), () -> latchkey.delete(machine.credential()));
  }

  /** The person ends the access of every app. */
  private void endAccess() {
    var grants = latchkey.stores().grants().activeGrants();
    var page = TablePage.first(ActiveGrants.Column.APP, 50);
    grants
        .find(person.user().id(), new ActiveGrants.Search(SearchText.NONE, page), latchkey.now())
        .rows()
        .forEach(grant -> grants.end(grant.id(), person.user().id(), latchkey.now()));
  }

  private static void assertEnds(String parent, Runnable end) {
    String child = child(parent, "actor", "agent");
    String grandchild = child(child, "actor", "job");
    // Twice, because the parent is cached then.
    for (int time = 0; time < 2; time++) {
      assertThat(Stream.of(parent, child, grandchild)).allMatch(latchkey::isActive);
    }
    end.run();
    assertThat(Stream.of(parent, child, grandchild)).noneMatch(latchkey::isActive);
    assertRefused(exchange(child), 400, "invalid_request");
  }

  @Test
  void a_leaked_child_token_ends_with_those_below_it_and_its_parent_stays() {
    String parent = app.tokens(browser).access();
    String child = child(parent, "actor", "agent");
    String below = child(child, "actor", "job");

    Answer reported = report(child);

    assertThat(reported.body()).isEqualTo("{}");
    assertThat(Stream.of(child, below)).noneMatch(latchkey::isActive);
    assertThat(latchkey.isActive(parent)).isTrue();
  }

  @Test
  void revoking_a_child_token_ends_it_and_those_below_it_and_nothing_else() {
    String parent = app.tokens(browser).access();
    String child = child(parent, "actor", "agent");
    String below = child(child, "actor", "job");
    String sibling = child(parent, "actor", "other");

    assertThat(latchkey.app().revoke(child).body()).isEqualTo("{}");
    assertThat(latchkey.isActive(below)).isTrue();
    assertThat(app.revoke(child).status()).isEqualTo(200);

    assertThat(Stream.of(child, below)).noneMatch(latchkey::isActive);
    assertThat(Stream.of(parent, sibling)).allMatch(latchkey::isActive);
    assertThat(app.revokeByForm(sibling, "token_type_hint", "access_token").status())
        .isEqualTo(200);
    assertThat(latchkey.isActive(sibling)).isFalse();
    assertThat(app.revoke(sibling).body()).isEqualTo("{}");
    assertThat(audit(app.id()))
        .contains("\"event\":\"child_token_revoke\"", "agent → job")
        .contains("\"event\":\"child_token_create\"", "\"user_id\":\"" + person.id());
  }

  @Test
  void administrators_read_in_the_audit_log_for_whom_a_child_token_was_created() {
    String agent = child(app.tokens(browser).access(), "actor", "agent");
    child(agent, "actor", "job", "scope", ISSUES);
    assertRefused(exchange(agent, "scope", "read:wiki:pages"), 400, "invalid_scope");

    assertThat(latchkey.browser().signIn(administrator).get("/audit?object=" + app.id()).body())
        .contains("A child token was created from a token of the credential ")
        .contains("Agents and jobs", "agent → job", ISSUES)
        .contains("more scopes were requested than allowed");
  }

  @Test
  void of_many_requests_at_once_only_the_allowed_number_succeeds() {
    for (String parent :
        List.of(
            app.tokens(browser).access(),
            latchkey.machine(administrator, Optional.empty()).token())) {
      String agent = child(parent, "actor", "agent");

      List<Answer> answers =
          Crowd.of(16, i -> exchange(i % 2 == 0 ? parent : agent, "actor", "job-" + i));

      assertThat(answers)
          .filteredOn(answer -> answer.status() == 200)
          .hasSize(NUMBER - 1)
          .allMatch(answer -> latchkey.isActive(answer.text("access_token")));
      assertThat(answers)
          .filteredOn(answer -> answer.status() != 200)
          .allMatch(answer -> answer.error().equals("invalid_request"));
      latchkey.clock.pass(Duration.ofHours(1));
      assertThat(exchange(parent).status()).as("they have expired").isEqualTo(200);
    }
  }

  @Test
  void an_exchange_during_a_revocation_or_a_report_leaves_nothing_active() {
    for (int round = 0; round < 20; round++) {
      Tokens pair = app.tokens(browser);
      String agent = child(pair.access(), "actor", "agent");
      int end = round % 5;

      List<Answer> answers =
          Crowd.of(
              8,
              i ->
                  switch (i) {
                    case 0 ->
                        switch (end) {
                          case 0 -> app.revoke(pair.access());
                          case 1 -> app.refresh(pair.refresh());
                          case 2 -> report(pair.access());
                          case 3 -> report(agent);
                          default -> app.revoke(agent);
                        };
                    default -> exchange(agent, "actor", "job-" + i);
                  });

      assertThat(answers.getFirst().status()).isEqualTo(200);
      assertThat(latchkey.isActive(agent)).isFalse();
      assertThat(answers.subList(1, 8))
          .allMatch(
              answer -> answer.status() != 200 || !latchkey.isActive(answer.text("access_token")));
    }
  }

  @Test
  void a_use_of_a_child_token_is_a_use_of_the_token_it_came_from() {
    Latchkey.Machine machine = latchkey.machine(administrator, Optional.empty());
    String child = child(child(machine.token()), "actor", "job");
    latchkey.clock.pass(Duration.ofMinutes(1));
    assertThat(latchkey.isActive(child)).isTrue();
    latchkey.wiring().usage().flush();

    assertThat(
            latchkey
                .stores()
                .credentials()
                .tokens()
                .chosen(
                    List.of(Secret.bearer(machine.token()).orElseThrow().hash()),
                    machine.credential().clientId(),
                    latchkey.now()))
        .singleElement()
        .satisfies(token -> assertThat(token.lastUse()).contains(latchkey.clock.instant()));
  }

  @Test
  void child_tokens_do_not_multiply_the_rate_of_the_token_they_came_from() {
    String parent = latchkey.machine(administrator, Optional.empty()).token();
    List<String> children = Stream.generate(() -> child(parent)).limit(NUMBER).toList();
    for (int call = 0; call < CALLS; call++) {
      assertThat(checked("GET", children.get(call % NUMBER)).status()).isEqualTo(200);
    }

    assertThat(latchkey.call(children.getFirst()).status()).isEqualTo(429);
    assertThat(latchkey.call(parent).status()).isEqualTo(429);
  }

  @Test
  void expired_child_tokens_are_deleted() {
    String parent = latchkey.machine(administrator, Optional.empty()).token();
    child(parent);
    String active = child(parent);
    RequestMoment now = latchkey.now();
    var purge = latchkey.stores().operation().purge();
    purge.deleteAllExpired(now.at());
    assertThat(latchkey.isActive(active)).isTrue();

    purge.deleteAllExpired(now.at().plus(Duration.ofHours(1)));

    assertThat(latchkey.isActive(active)).isFalse();
    assertThat(latchkey.isActive(parent)).isTrue();
  }

  @Test
  void an_operator_reads_in_the_metadata_that_they_are_on_and_by_default_they_are_off() {
    String metadata = "/.well-known/oauth-authorization-server";
    assertThat(Http.here().get(latchkey.url() + metadata).body()).contains(EXCHANGE);
    String parent = latchkey.machine(administrator, Optional.empty()).token();
    String child = child(parent);

    Settings off = latchkey.settings().with(Limits.DEFAULT);
    try (Latchkey other = Latchkey.start(fresh(off))) {
      assertThat(Http.here().get(other.url() + metadata).body()).doesNotContain(EXCHANGE);
      assertThat(exchangeAt(other.url(), parent, "client_id", app.id()).body())
          .isEqualTo(
              other.app().token(App.fields("grant_type", "x", "client_id", app.id())).body());
      assertThat(Latchkey.isActive(other.url(), child)).isFalse();
    }
  }

  private Settings fresh(Settings settings) {
    return switch (store) {
      case SQLITE -> settings.in(Latchkey.temporaryDirectory());
      case POSTGRESQL -> settings;
    };
  }

  /** Asks as a gateway does, about a call that needs the scope for reading or writing issues. */
  private static Answer checked(String method, String token) {
    return latchkey.check(method, "/openapi/v2/issues/7", token);
  }

  private static Answer report(String token) {
    return latchkey.form("/oauth2/leaked", "token", token);
  }

  private String audit(String client) {
    return latchkey
        .browser()
        .signIn(administrator)
        .get("/audit/export.jsonl?object=" + client)
        .body();
  }
}
