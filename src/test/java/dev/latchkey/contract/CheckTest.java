package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.latchkey.harness.Answer;
import dev.latchkey.harness.EachStore;
import dev.latchkey.harness.Http;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Raw;
import dev.latchkey.harness.Store;
import dev.latchkey.harness.Tokens;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** {@code /oauth2/check}: somebody else's gateway asks, and hears 200, 401 or 403. */
@ParameterizedClass
@EachStore
class CheckTest {
    @Parameter Store store;

    private static final String ISSUES = "/openapi/v2/issues/17?expand=all";

    private static Latchkey latchkey;

    private final Person person = latchkey.person();
    private final Tokens tokens =
            latchkey.app(person, List.of("https://a.example/cb"), "read:issue:info")
                    .tokens(latchkey.browser().signIn(person));

    @BeforeParameterizedClassInvocation
    static void start(Store store) {
        latchkey = Latchkey.start(store, settings -> Issues.behind(settings, "http://127.0.0.1:9"));
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
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
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
    void the_call_may_be_said_in_each_of_three_ways() {
        String[] header = bearer(tokens.access());
        assertThat(
                        ask(
                                        "GET",
                                        "",
                                        header,
                                        "X-Forwarded-Method",
                                        "GET",
                                        "X-Forwarded-Uri",
                                        ISSUES)
                                .status())
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
    void a_call_not_said_or_said_in_halves_or_twice_or_in_two_ways_is_403() {
        String[] header = bearer(tokens.access());
        String[] get = {"X-Original-Method", "GET", "X-Original-URI", ISSUES};
        assertUnclear(ask("GET", "", header));
        assertUnclear(ask("GET", "", header, "X-Original-Method", "GET"));
        assertUnclear(ask("GET", "", header, "X-Original-URI", ISSUES));
        assertUnclear(
                ask("GET", "", header, "X-Original-Method", "GET", "X-Forwarded-Uri", ISSUES));
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
                ask(
                        "GET",
                        "",
                        with(header, get),
                        "X-Forwarded-Method",
                        "POST",
                        "X-Forwarded-Uri",
                        ISSUES));
        assertUnclear(ask("GET", "/openapi/v2/issues/18", with(header, get)));
    }

    @Test
    void without_a_live_token_it_is_401_with_the_challenge() {
        Answer none = original("GET", ISSUES);
        assertThat(none.status()).isEqualTo(401);
        assertThat(none.error()).isEqualTo("unauthorized");
        assertThat(none.header("WWW-Authenticate"))
                .startsWith("Bearer resource_metadata=\"" + latchkey.url())
                .doesNotContain("error=");

        latchkey.disable(person);
        Answer dead = original("GET", ISSUES, bearer(tokens.access()));
        assertThat(dead.status()).isEqualTo(401);
        assertThat(dead.header("WWW-Authenticate")).contains("error=\"invalid_token\"");
        assertThat(dead.headers().map().keySet()).noneMatch(name -> name.startsWith("latchkey-s"));
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
