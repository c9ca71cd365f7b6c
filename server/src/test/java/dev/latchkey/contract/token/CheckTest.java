package dev.latchkey.contract.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.Raw;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * The endpoint {@code /oauth2/check}: another gateway asks about a call, and receives 200, 401 or
 * 403.
 */
@EachStore.ForClass
class CheckTest {
  @Parameter Store store;

  private static final String ISSUES = "/openapi/v2/issues/17?expand=all";

  private static Latchkey latchkey;

  private final Person person = latchkey.person();
  private final Tokens tokens =
      latchkey
          .app(person, List.of("https://a.example/cb"), "read:issue:info")
          .tokens(latchkey.browser().signIn(person));

  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    latchkey =
        Latchkey.start(
            store,
            settings ->
                Issues.behind(
                    settings,
                    "http://127.0.0.1:9",
                    "gateways: [127.0.0.1]\ntrusted_proxies: [127.0.0.2]\n"));
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
  }

  @Test
  void an_admitted_call_is_200_with_the_identity_of_the_caller() throws Exception {
    Answer answer = original("GET", ISSUES, bearer(tokens.access()));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Latchkey-Subject")).isEqualTo(person.id());
    assertThat(answer.header("Latchkey-Subject-Kind")).isEqualTo("user");
    assertThat(answer.header("Latchkey-Email")).isEqualTo(person.email());
    assertThat(answer.header("Latchkey-Team")).isEqualTo(person.team());
    assertThat(answer.header("Latchkey-Scope")).isEqualTo("read:issue:info");
    var claims = SignedJWT.parse(answer.header("Latchkey-Assertion")).getJWTClaimsSet();
    assertThat(claims.getIssuer()).isEqualTo(latchkey.url());
    assertThat(claims.getAudience()).containsExactly("issues");
    assertThat(claims.getStringClaim("htm")).isEqualTo("GET");
    assertThat(claims.getStringClaim("htu")).isEqualTo(latchkey.url() + "/openapi/v2/issues/17");
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
  }

  /**
   * Without this rule, anyone who holds a token could obtain an assertion and call the service with
   * it, past the gateway.
   */
  @Test
  void only_gateways_receive_the_assertion() {
    String[] header = bearer(tokens.access());
    for (String[] asked : List.of(header, with(header, "X-Forwarded-For", "127.0.0.1"))) {
      Answer answer = elsewhere(asked);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("Latchkey-Subject")).isEqualTo(person.id());
      assertThat(answer.has("Latchkey-Assertion")).isFalse();
    }
  }

  @Test
  void a_super_administrators_credential_with_the_option_is_a_gateway() throws Exception {
    App gateway = gateway(superAdministrator());

    for (int time = 0; time < 3; time++) {
      Answer answer = asGateway(gateway.basic());
      assertThat(answer.status()).isEqualTo(200);
      assertThat(
              SignedJWT.parse(answer.header("Latchkey-Assertion")).getJWTClaimsSet().getSubject())
          .isEqualTo(person.id());
    }
  }

  @Test
  void a_gateways_request_is_a_use_of_its_credential() {
    App gateway = gateway(superAdministrator());
    Id.Client client = gateway.credential().clientId();

    assertThat(asGateway(gateway.basic()).status()).isEqualTo(200);

    latchkey.wiring().usage().flush();
    assertThat(latchkey.stores().operation().usage().lastUses(List.of(client)))
        .containsExactly(
            Map.entry(client, new RequestMoment(latchkey.clock.instant(), "127.0.0.2")));
  }

  @Test
  void a_credential_without_the_option_or_with_another_owner_is_no_gateway() {
    Person superAdministrator = superAdministrator();
    for (App none : List.of(latchkey.app(superAdministrator), gateway(person), gateway(lead()))) {
      Answer answer = asGateway(none.basic());
      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.error()).isEqualTo("unauthorized_client");
      assertThat(answer.has("Latchkey-Assertion")).isFalse();
    }
  }

  @Test
  void a_credential_is_no_gateway_once_its_owner_is_no_super_administrator() {
    Person superAdministrator = superAdministrator();
    App gateway = gateway(superAdministrator);
    assertThat(asGateway(gateway.basic()).has("Latchkey-Assertion")).isTrue();

    latchkey.makeMember(superAdministrator, superAdministrator());

    assertThat(asGateway(gateway.basic()).error()).isEqualTo("unauthorized_client");
    latchkey.disable(superAdministrator);
    assertThat(asGateway(gateway.basic()).error()).isEqualTo("invalid_client");
  }

  @Test
  void a_gateway_that_proves_itself_wrongly_is_refused_also_at_a_listed_address() {
    App gateway = gateway(superAdministrator());
    String[] header = bearer(tokens.access());
    for (String wrong :
        List.of(
            App.basic(gateway.id(), "lk_cs_" + "0".repeat(49)),
            App.basic("cli_unknown", gateway.secret()),
            "Basic ???",
            "Bearer " + tokens.access(),
            "")) {
      Answer answer = original("GET", ISSUES, with(header, "Latchkey-Gateway", wrong));
      assertThat(answer.status()).as(wrong).isEqualTo(403);
      assertThat(answer.error()).isEqualTo("invalid_client");
      assertThat(answer.header("Latchkey-Refusal")).isEqualTo(answer.body());
      assertThat(answer.has("Latchkey-Assertion")).isFalse();
    }
    Answer twice =
        original(
            "GET",
            ISSUES,
            with(header, "Latchkey-Gateway", gateway.basic(), "Latchkey-Gateway", gateway.basic()));
    assertThat(twice.error()).isEqualTo("invalid_client");
  }

  @Test
  void wrong_secrets_of_a_gateway_are_counted_by_its_own_address() {
    App gateway = gateway(superAdministrator());
    String wrong = App.basic(gateway.id(), latchkey.app().secret());
    for (int time = 0; time < 20; time++) {
      Answer answer = asGateway(wrong, "X-Forwarded-For", "192.0.2." + time);
      assertThat(answer.error()).isEqualTo("invalid_client");
    }

    Answer full = asGateway(gateway.basic(), "X-Forwarded-For", "192.0.2.100");

    assertThat(full.status()).isEqualTo(403);
    assertThat(full.error()).isEqualTo("too_many_requests");
    assertThat(full.has("Retry-After")).isTrue();
    String[] here = bearer(tokens.access());
    assertThat(
            original("GET", ISSUES, with(here, "Latchkey-Gateway", gateway.basic()))
                .has("Latchkey-Assertion"))
        .isTrue();
  }

  @Test
  void only_a_super_administrator_can_turn_the_option_on() {
    for (Person each : List.of(person, lead(), superAdministrator())) {
      boolean may = each.user().role() == User.Role.SUPER_ADMINISTRATOR;
      App app = latchkey.app(each);
      Browser browser = latchkey.browser().signIn(each);
      String page = "/account/credentials/" + app.id();
      Answer shown = browser.get(page + "/settings");
      assertThat(shown.body().contains("value=\"GATEWAY\"")).isEqualTo(may);

      browser.save(shown, "OPTIONS", "option", "GATEWAY");

      assertThat(asGateway(app.basic()).has("Latchkey-Assertion")).isEqualTo(may);
    }
  }

  @Test
  void a_machine_is_a_virtual_administrator() {
    String token = latchkey.machine(person, Optional.empty()).token();
    Answer answer = original("HEAD", ISSUES, bearer(token));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Latchkey-Subject-Kind")).isEqualTo("virtual-administrator");
    assertThat(answer.has("Latchkey-Email")).isFalse();
    assertThat(answer.has("Latchkey-Team")).isFalse();
  }

  @Test
  void the_call_may_be_named_in_each_of_three_ways() {
    String[] header = bearer(tokens.access());
    assertThat(
            ask("GET", "", header, "X-Forwarded-Method", "GET", "X-Forwarded-Uri", ISSUES).status())
        .isEqualTo(200);
    assertThat(ask("GET", ISSUES, header).status()).isEqualTo(200);
    assertThat(ask("POST", ISSUES, header).status()).isEqualTo(403);
    assertThat(
            ask(
                    "POST",
                    "",
                    header,
                    "X-Original-Method",
                    "GET",
                    "X-Original-URI",
                    ISSUES,
                    "X-Forwarded-Method",
                    "GET",
                    "X-Forwarded-Uri",
                    ISSUES)
                .status())
        .isEqualTo(200);
  }

  @Test
  void a_call_that_is_not_named_exactly_once_is_403() {
    String[] header = bearer(tokens.access());
    String[] get = {"X-Original-Method", "GET", "X-Original-URI", ISSUES};
    assertUnclear(ask("GET", "", header));
    assertUnclear(ask("GET", "", header, "X-Original-Method", "GET"));
    assertUnclear(ask("GET", "", header, "X-Original-URI", ISSUES));
    assertUnclear(ask("GET", "", header, "X-Original-Method", "GET", "X-Forwarded-Uri", ISSUES));
    assertUnclear(ask("GET", "", with(header, get), "X-Original-URI", "/openapi/v2/issues/18"));
    assertUnclear(ask("GET", "", with(header, get), "X-Original-Method", "GET"));
    assertUnclear(
        ask(
            "GET",
            "",
            with(header, get),
            "X-Forwarded-Method",
            "GET",
            "X-Forwarded-Uri",
            "/openapi/v2/issues/18"));
    assertUnclear(
        ask("GET", "", with(header, get), "X-Forwarded-Method", "POST", "X-Forwarded-Uri", ISSUES));
    assertUnclear(ask("GET", "/openapi/v2/issues/18", with(header, get)));
  }

  @Test
  void without_an_active_token_it_is_401_with_the_challenge() {
    Answer none = original("GET", ISSUES);
    assertThat(none.status()).isEqualTo(401);
    assertThat(none.error()).isEqualTo("unauthorized");
    assertThat(none.header("WWW-Authenticate"))
        .startsWith("Bearer resource_metadata=\"" + latchkey.url())
        .doesNotContain("error=");

    latchkey.disable(person);
    Answer refused = original("GET", ISSUES, bearer(tokens.access()));
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.header("WWW-Authenticate")).contains("error=\"invalid_token\"");
    assertThat(refused.headers().map().keySet()).noneMatch(name -> name.startsWith("latchkey-s"));
  }

  @Test
  void a_missing_scope_is_named() {
    Answer answer = original("DELETE", ISSUES, bearer(tokens.access()));
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.error()).isEqualTo("insufficient_scope");
    assertThat(answer.header("WWW-Authenticate")).contains("scope=\"write:issue:info\"");
    assertThat(answer.header("Latchkey-Refusal")).isEqualTo(answer.body());
  }

  @Test
  void what_our_own_gateway_answers_with_400_404_or_405_is_403_and_says_why() {
    String[] header = bearer(tokens.access());
    Answer unusable = original("GET", "/openapi/v2/issues/../admin", header);
    assertThat(unusable.status()).isEqualTo(403);
    assertThat(unusable.error()).isEqualTo("invalid_request");
    Answer unknown = original("GET", "/openapi/v2/elsewhere", header);
    assertThat(unknown.status()).isEqualTo(403);
    assertThat(unknown.error()).isEqualTo("not_found");
    Answer outside = original("GET", "/sign-in", header);
    assertThat(outside.status()).isEqualTo(403);
    Answer method = original("PATCH", ISSUES, header);
    assertThat(method.status()).isEqualTo(403);
    assertThat(method.error()).isEqualTo("invalid_request");
  }

  @Test
  void what_is_refused_before_the_call_is_looked_at_is_403_and_says_why() {
    String[] header = bearer(tokens.access());
    for (String query : List.of("?x=%zz", "?x=%ff", "?x=%00")) {
      Raw.Reply malformed = raw("/oauth2/check/openapi/v2/issues/17" + query, "");
      assertThat(malformed.status()).as(malformed.text()).isEqualTo(403);
      assertThat(malformed.json().path("error").asString()).isEqualTo("invalid_request");
    }
    Raw.Reply elsewhere =
        Raw.send(
            latchkey.port(),
            "GET /oauth2/check HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assertThat(elsewhere.status()).as(elsewhere.text()).isEqualTo(403);
    assertThat(elsewhere.json().path("error").asString()).isEqualTo("misdirected_request");
    Raw.Reply longer = raw("/oauth2/check" + "/x".repeat(9_000), "");
    assertThat(longer.status()).as(longer.text()).isEqualTo(403);
    Raw.Reply wider = raw("/oauth2/check", "X-Filler: " + "y".repeat(17_000) + "\r\n");
    assertThat(wider.status()).as(wider.text()).isEqualTo(403);
    assertThat(wider.header("Latchkey-Refusal").orElseThrow()).contains("16 KiB");
    assertThat(original("GET", ISSUES, header).status()).isEqualTo(200);
  }

  private Raw.Reply raw(String target, String headers) {
    return Raw.send(
        latchkey.port(),
        "GET "
            + target
            + " HTTP/1.1\r\nHost: localhost:"
            + latchkey.port()
            + "\r\nAuthorization: Bearer "
            + tokens.access()
            + "\r\n"
            + headers
            + "Connection: close\r\n\r\n");
  }

  @Test
  void a_gateway_may_ask_with_any_method_and_a_body_it_did_not_mean_to_send() {
    for (String method : List.of("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS")) {
      String head =
          method
              + " /oauth2/check HTTP/1.1\r\nHost: localhost:"
              + latchkey.port()
              + "\r\nAuthorization: Bearer "
              + tokens.access()
              + "\r\nX-Original-Method: GET\r\nX-Original-URI: "
              + ISSUES
              + "\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nbody";
      assertThat(Raw.send(latchkey.port(), head).status()).as(method).isEqualTo(200);
    }
  }

  private static void assertUnclear(Answer answer) {
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.error()).isEqualTo("invalid_request");
  }

  private static Person superAdministrator() {
    return latchkey.person(
        latchkey.organization(Organization.Kind.MULTI_TEAM), User.Role.SUPER_ADMINISTRATOR);
  }

  private static Person lead() {
    return latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
  }

  private static App gateway(Person owner) {
    return latchkey.app(owner, "https://edge.example/cb", Credential.Option.GATEWAY);
  }

  /**
   * Asks as a gateway that proves its identity. The address is not a listed gateway, but a proxy
   * that is trusted to name its callers.
   */
  private Answer asGateway(String proof, String... more) {
    return elsewhere(with(with(bearer(tokens.access()), "Latchkey-Gateway", proof), more));
  }

  private static Answer elsewhere(String... headers) {
    return Http.elsewhere()
        .method(
            "GET",
            latchkey.url() + "/oauth2/check",
            with(headers, "X-Original-Method", "GET", "X-Original-URI", ISSUES));
  }

  private Answer original(String method, String uri, String... headers) {
    return ask("GET", "", headers, "X-Original-Method", method, "X-Original-URI", uri);
  }

  private Answer ask(String method, String below, String[] headers, String... more) {
    return Http.here()
        .method(method, latchkey.url() + "/oauth2/check" + below, with(headers, more));
  }

  private static String[] bearer(String token) {
    return new String[] {"Authorization", "Bearer " + token};
  }

  private static String[] with(String[] some, String... more) {
    return Stream.of(some, more).flatMap(Stream::of).toArray(String[]::new);
  }
}
