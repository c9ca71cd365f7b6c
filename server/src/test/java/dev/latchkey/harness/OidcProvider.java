package dev.latchkey.harness;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.latchkey.edge.http.Form;
import dev.latchkey.login.provider.CreationRule;
import dev.latchkey.login.provider.IdentityProvider;
import dev.latchkey.model.token.CodeChallenge;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * An OpenID provider on a port of its own, which checks strictly what a client sends. A test
 * decides which person is at the browser, and what is wrong with the tokens.
 */
public final class OidcProvider implements AutoCloseable {
  private static final String CLIENT = "latchkey";
  private static final Set<String> SCOPES = Set.of("openid", "openid email profile");
  private static final String SECRET = "a secret & more: +%";

  public volatile String subject = "nobody";
  public volatile UnaryOperator<JWTClaimsSet.Builder> claims = sound -> sound;
  public volatile Function<SignedJWT, String> signed = this::signed;
  public volatile UnaryOperator<String> metadata = text -> text;

  /** How often a client has read the discovery document. */
  public final AtomicInteger discoveries = new AtomicInteger();

  public final AtomicInteger keysRead = new AtomicInteger();

  /** A new key takes more than a second of a processor, so providers use these by turns. */
  private static final List<RSAKey> KEYS = List.of(newKey(), newKey());

  private static final AtomicInteger COUNT = new AtomicInteger();

  private final InstantSource clock;
  private final HttpServer server;
  private final RSAKey key = KEYS.get(COUNT.getAndIncrement() % KEYS.size());
  private final Map<String, Form> asked = new ConcurrentHashMap<>();

  public OidcProvider(InstantSource clock) {
    this.clock = clock;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
    server.createContext(
        "/.well-known/openid-configuration",
        at -> {
          discoveries.incrementAndGet();
          answer(at, 200, discoveryDocument());
        });
    server.createContext(
        "/keys",
        at -> {
          keysRead.incrementAndGet();
          answer(at, 200, new JWKSet(key).toString());
        });
    server.createContext("/authorize", this::authorize);
    server.createContext("/token", this::token);
    server.createContext("/elsewhere", at -> redirect(at, issuer() + "/keys"));
    server.start();
  }

  private static RSAKey newKey() {
    try {
      return new RSAKeyGenerator(2_048).keyID("k1").generate();
    } catch (JOSEException impossible) {
      throw new AssertionError(impossible);
    }
  }

  public String issuer() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  public IdentityProvider as(String name) {
    return as(name, List.of());
  }

  /** The same with rules by which a first sign-in creates a person. */
  public IdentityProvider as(String name, List<CreationRule> rules) {
    var secret = new IdentityProvider.ClientSecret(SECRET);
    return new IdentityProvider(name, "Example ID", issuer(), Set.of(), CLIENT, secret, rules);
  }

  /** Signs the token with the key of this provider, even if the token has other flaws. */
  public String signed(SignedJWT token) {
    return signed(token, key);
  }

  /** Signs the token with a key that this provider does not publish. */
  public String signedByAnother(SignedJWT token) {
    return signed(token, KEYS.get(1 - KEYS.indexOf(key)));
  }

  private static String signed(SignedJWT token, RSAKey by) {
    try {
      return signed(token, new RSASSASigner(by));
    } catch (JOSEException impossible) {
      throw new AssertionError(impossible);
    }
  }

  public static String signed(SignedJWT token, JWSSigner by) throws JOSEException {
    token.sign(by);
    return token.serialize();
  }

  public static String secret() {
    return SECRET;
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private String discoveryDocument() {
    return metadata.apply(
        """
        {"issuer":"%1$s","authorization_endpoint":"%1$s/authorize",\
        "token_endpoint":"%1$s/token","jwks_uri":"%1$s/keys"}\
        """
            .formatted(issuer()));
  }

  /** The person at the browser is already signed in, and agrees. */
  private void authorize(HttpExchange at) throws IOException {
    Form query = Form.parse(at.getRequestURI().getRawQuery()).orElseThrow();
    boolean sound =
        query.value("response_type").orElse("").equals("code")
            && query.value("client_id").orElse("").equals(CLIENT)
            && query.value("code_challenge_method").orElse("").equals("S256")
            && SCOPES.contains(query.value("scope").orElse(""))
            && query.value("nonce").isPresent();
    String code = UUID.randomUUID().toString();
    asked.put(code, query);
    redirect(
        at,
        query.value("redirect_uri").orElseThrow()
            + "?"
            + (sound ? "code=" + code : "error=invalid_request")
            + "&state="
            + query.value("state").orElseThrow());
  }

  private void token(HttpExchange at) throws IOException {
    byte[] body = at.getRequestBody().readAllBytes();
    Form form = Form.parse(new String(body, StandardCharsets.UTF_8)).orElseThrow();
    Form query = asked.remove(form.value("code").orElse(""));
    String basic = App.basic(CLIENT, URLEncoder.encode(SECRET, StandardCharsets.UTF_8));
    boolean sound =
        query != null
            && basic.equals(at.getRequestHeaders().getFirst("Authorization"))
            && form.value("redirect_uri").equals(query.value("redirect_uri"))
            && form.value("code_verifier")
                .flatMap(CodeChallenge::ofVerifier)
                .map(CodeChallenge::text)
                .equals(query.value("code_challenge"));
    answer(
        at,
        sound ? 200 : 400,
        sound
            ? "{\"token_type\":\"Bearer\",\"access_token\":\"x\",\"id_token\":\"%s\"}"
                .formatted(idToken(query.value("nonce").orElseThrow()))
            : "{\"error\":\"invalid_grant\"}");
  }

  private String idToken(String nonce) {
    var now = clock.instant();
    var sound =
        new JWTClaimsSet.Builder()
            .issuer(issuer())
            .subject(subject)
            .audience(CLIENT)
            .claim("nonce", nonce)
            .claim("email", "mei@example.com")
            .claim("email_verified", true)
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plus(Duration.ofMinutes(5))));
    var header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build();
    return signed.apply(new SignedJWT(header, claims.apply(sound).build()));
  }

  private static void redirect(HttpExchange at, String location) throws IOException {
    at.getResponseHeaders().add("Location", location);
    answer(at, 302, "");
  }

  private static void answer(HttpExchange at, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    at.getResponseHeaders().add("Content-Type", "application/json");
    at.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    try (at) {
      at.getResponseBody().write(body);
    }
  }
}
