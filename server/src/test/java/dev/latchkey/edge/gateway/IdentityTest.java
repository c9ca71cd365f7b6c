package dev.latchkey.edge.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import dev.latchkey.edge.http.Header;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.model.token.TokenRoot;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The headers that tell a service behind the gateway who the caller is (rule 4.3; security row
 * 113).
 */
class IdentityTest {
  private static final String ISSUER = "https://id.example.com";

  private static final Instant DEADLINE = Instant.parse("2100-01-01T00:00:00Z");

  private static Latchkey latchkey;

  @BeforeAll
  static void start() {
    latchkey = Latchkey.start(Store.SQLITE);
  }

  @AfterAll
  static void stop() {
    latchkey.close();
  }

  @Test
  void a_person_is_named_with_team_and_address() {
    assertThat(named(person("mei@example.com")))
        .containsEntry("Latchkey-Subject", "usr_mei")
        .containsEntry("Latchkey-Subject-Kind", "user")
        .containsEntry("Latchkey-Email", "mei@example.com")
        .containsEntry("Latchkey-Team", "team_apollo")
        .containsEntry("Latchkey-Organization", "org_acme")
        .containsEntry("Latchkey-Client", "cli_app")
        .containsEntry("Latchkey-Scope", "read:issue:info write:issue:info");
  }

  @Test
  void a_virtual_administrator_of_a_whole_organization_has_neither_address_nor_team() {
    assertThat(named(machine()))
        .containsEntry("Latchkey-Subject", "adm_export")
        .containsEntry("Latchkey-Subject-Kind", "virtual-administrator")
        .doesNotContainKeys("Latchkey-Email", "Latchkey-Team");
  }

  @Test
  void what_is_not_plain_ascii_is_percent_encoded() {
    assertThat(named(person("~jürgen%\r\nX: y\u007f@example.com")))
        .containsEntry("Latchkey-Email", "~j%C3%BCrgen%25%0D%0AX:%20y%7F@example.com");
  }

  @Test
  void the_assertion_states_the_same_identity_for_one_minute_and_one_upstream() throws Exception {
    SignedJWT assertion = assertion(person("mei@example.com"), "issues");

    assertThat(assertion.getHeader().getAlgorithm()).isEqualTo(JWSAlgorithm.ES256);
    assertThat(assertion.getHeader().getType().toString()).isEqualTo("latchkey-assertion+jwt");
    var key =
        JWKSet.parse(Http.here().get(latchkey.url() + "/oauth2/jwks").body())
            .getKeyByKeyId(assertion.getHeader().getKeyID());
    assertThat(assertion.verify(new ECDSAVerifier(key.toECKey()))).isTrue();
    var claims = assertion.getJWTClaimsSet();
    assertThat(claims.getIssuer()).isEqualTo(ISSUER);
    assertThat(claims.getSubject()).isEqualTo("usr_mei");
    assertThat(claims.getAudience()).containsExactly("issues");
    assertThat(claims.getStringClaim("scope")).isEqualTo("read:issue:info write:issue:info");
    assertThat(claims.getStringClaim("team_id")).isEqualTo("team_apollo");
    assertThat(claims.getStringClaim("org_id")).isEqualTo("org_acme");
    assertThat(claims.getStringClaim("client_id")).isEqualTo("cli_app");
    assertThat(claims.getStringClaim("htm")).isEqualTo("GET");
    assertThat(claims.getStringClaim("htu")).isEqualTo(ISSUER + "/openapi/v2/issues");
    assertThat(claims.getJWTID()).isNotEmpty();
    assertThat(claims.getIssueTime().toInstant()).isEqualTo(latchkey.clock.instant());
    assertThat(claims.getExpirationTime().toInstant())
        .isEqualTo(latchkey.clock.instant().plusSeconds(60));
    assertThat(assertion(machine(), "issues").getJWTClaimsSet().getClaims())
        .doesNotContainKey("team_id");
  }

  @Test
  void an_assertion_never_outlives_its_token() throws Exception {
    LiveToken dying = caller("mei@example.com", latchkey.clock.instant().plusSeconds(5));

    assertThat(assertion(dying, "issues").getJWTClaimsSet().getExpirationTime().toInstant())
        .isEqualTo(latchkey.clock.instant().plusSeconds(5));
  }

  @Test
  void an_assertion_is_reused_for_twenty_seconds_by_the_same_caller_only() {
    LiveToken mei = person("mei@example.com");
    String first = assertion(mei, "issues").serialize();
    latchkey.clock.pass(Duration.ofSeconds(9));
    assertThat(assertion(mei, "issues").serialize()).isEqualTo(first);
    assertThat(assertion(mei, "wiki").serialize()).isNotEqualTo(first);
    assertThat(assertion(machine(), "issues").serialize()).isNotEqualTo(first);
    latchkey.clock.pass(Duration.ofSeconds(10));
    assertThat(assertion(mei, "issues").serialize()).isEqualTo(first);
    latchkey.clock.pass(Duration.ofSeconds(1));
    assertThat(assertion(mei, "issues").serialize()).isNotEqualTo(first);
  }

  /** A call whose assertion must be signed first leaves the event loop. */
  @Test
  void an_assertion_is_cached_for_twenty_seconds_after_it_was_signed() {
    Identity identity = latchkey.wiring().identity();
    var read = statement(person("mei.at.hand@example.com"), "issues", "GET", "/openapi/v2/hand");
    assertThat(identity.isSigned(read, latchkey.clock.instant())).isFalse();

    named(read);

    assertThat(identity.isSigned(read, latchkey.clock.instant())).isTrue();
    latchkey.clock.pass(Duration.ofSeconds(20));
    assertThat(identity.isSigned(read, latchkey.clock.instant())).isFalse();
  }

  @Test
  void an_assertion_is_for_one_method_and_one_path() throws Exception {
    LiveToken mei = person("mei.bound@example.com");
    var read = statement(mei, "issues", "GET", "/openapi/v2/issues/17");
    SignedJWT first = assertion(read);
    assertThat(assertion(read).serialize()).isEqualTo(first.serialize());

    for (Assertions.Statement other :
        List.of(
            statement(mei, "issues", "DELETE", "/openapi/v2/issues/17"),
            statement(mei, "issues", "GET", "/openapi/v2/issues/18"))) {
      var claims = assertion(other).getJWTClaimsSet();
      assertThat(claims.getStringClaim("htm")).isEqualTo(other.method());
      assertThat(claims.getStringClaim("htu")).isEqualTo(ISSUER + other.path());
      assertThat(claims.getJWTID()).isNotEqualTo(first.getJWTClaimsSet().getJWTID());
    }
  }

  @Test
  void an_assertion_for_a_long_path_is_not_kept() {
    String longest = "/x".repeat(256);
    var kept = statement(person("mei@example.com"), "issues", "GET", longest);
    var longer = statement(person("mei@example.com"), "issues", "GET", longest + "y");

    assertThat(assertion(kept).serialize()).isEqualTo(assertion(kept).serialize());
    assertThat(assertion(longer).serialize()).isNotEqualTo(assertion(longer).serialize());
  }

  /** Callers choose methods and paths, so the cache must be bounded. */
  @Test
  void if_there_are_very_many_assertions_older_ones_are_signed_again() {
    LiveToken mei = person("mei.busy@example.com");
    var first = statement(mei, "issues", "GET", "/openapi/v2/issues/first");
    String before = assertion(first).serialize();
    for (int number = 0; number < 8_192; number++) {
      named(statement(mei, "issues", "GET", "/openapi/v2/issues/" + number));
    }

    assertThat(assertion(first).serialize()).isNotEqualTo(before);
  }

  /**
   * Otherwise all assertions that were signed together would expire together, and calls would wait
   * for new ones.
   */
  @Test
  void an_assertion_in_use_is_renewed_early_and_no_call_waits_for_that() {
    LiveToken mei = person("mei.renewed@example.com");
    String first = assertion(mei, "issues").serialize();
    latchkey.clock.pass(Duration.ofSeconds(9));
    assertThat(assertion(mei, "issues").serialize()).isEqualTo(first);
    latchkey.clock.pass(Duration.ofSeconds(10));

    assertThat(assertion(mei, "issues").serialize()).isEqualTo(first);

    Poll.until(() -> !assertion(mei, "issues").serialize().equals(first), "another assertion");
  }

  /**
   * Renewals run one after the other, so when the last one is done, the earlier ones are done too.
   */
  @Test
  void an_assertion_used_in_its_second_half_is_renewed_at_once_and_not_earlier() {
    LiveToken mei = person("mei.second.half@example.com");
    var one = statement(mei, "issues", "GET", "/openapi/v2/issues/one");
    var last = statement(mei, "issues", "GET", "/openapi/v2/issues/last");
    var young = statement(mei, "issues", "GET", "/openapi/v2/issues/young");
    String firstOfOne = assertion(one).serialize();
    String firstOfLast = assertion(last).serialize();
    latchkey.clock.pass(Duration.ofSeconds(10));
    String firstOfYoung = assertion(young).serialize();
    latchkey.clock.pass(Duration.ofSeconds(9));

    assertThat(assertion(young).serialize()).isEqualTo(firstOfYoung);
    assertThat(assertion(one).serialize()).isEqualTo(firstOfOne);
    Poll.until(() -> !assertion(last).serialize().equals(firstOfLast), "the last");

    assertThat(assertion(one).serialize()).isNotEqualTo(firstOfOne);
    assertThat(assertion(young).serialize()).isEqualTo(firstOfYoung);
  }

  @Test
  void latchkeys_header_names_are_reserved_in_every_spelling() {
    assertThat(
            List.of(
                "Latchkey-Subject",
                "latchkey-subject-kind",
                "LATCHKEY_ASSERTION",
                "Latchkey.Team",
                "_latchkey-team",
                "latch-key-team",
                "LatchkeyEmail",
                "Latchkey-Anything-Yet-To-Come",
                "Latchkey"))
        .allMatch(Identity::isReserved);
    assertThat(List.of("X-Latchkey-Subject", "Latch", "Latchke", "Host", "Late-Key", ""))
        .noneMatch(Identity::isReserved);
  }

  private static LiveToken person(String email) {
    return caller(email, DEADLINE);
  }

  private static LiveToken caller(String email, Instant deadline) {
    return new LiveToken(
        new Id.User("usr_mei"),
        Optional.of(email),
        new TokenRoot.Grant(new Id.Grant("grt_apollo")),
        new SharedClaims(
            new Id.Client("cli_app"),
            Optional.of(new Id.User("usr_owner")),
            new Id.Organization("org_acme"),
            Optional.of(new Id.Team("team_apollo")),
            Scopes.parse("read:issue:info,write:issue:info"),
            Scopes.Separator.COMMA),
        new TokenLife.Until(deadline));
  }

  private static LiveToken machine() {
    return new LiveToken(
        new Id.VirtualAdministrator("adm_export"),
        Optional.empty(),
        new TokenRoot.Grant(new Id.Grant("grt_export")),
        new SharedClaims(
            new Id.Client("cli_export"),
            Optional.empty(),
            new Id.Organization("org_acme"),
            Optional.empty(),
            Scopes.parse("read:issue:info"),
            Scopes.Separator.COMMA),
        new TokenLife.UntilRevoked());
  }

  private static Map<String, String> named(LiveToken caller) {
    return named(caller, "issues");
  }

  private static Map<String, String> named(LiveToken caller, String upstream) {
    return named(statement(caller, upstream, "GET", "/openapi/v2/issues"));
  }

  private static Map<String, String> named(Assertions.Statement statement) {
    return latchkey
        .wiring()
        .identity()
        .headers(statement, latchkey.clock.instant())
        .headers()
        .stream()
        .collect(Collectors.toMap(Header::name, Header::value));
  }

  private static Assertions.Statement statement(
      LiveToken caller, String upstream, String method, String path) {
    return new Assertions.Statement(caller, upstream, ISSUER, method, path);
  }

  private static SignedJWT assertion(LiveToken caller, String upstream) {
    return assertion(statement(caller, upstream, "GET", "/openapi/v2/issues"));
  }

  private static SignedJWT assertion(Assertions.Statement statement) {
    try {
      return SignedJWT.parse(named(statement).getOrDefault("Latchkey-Assertion", ""));
    } catch (ParseException notSigned) {
      throw new AssertionError(notSigned);
    }
  }
}
