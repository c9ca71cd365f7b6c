import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.text.ParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A service behind Latchkey that trusts a signature and not the network. It answers each caller
 * with the caller's identity.
 */
final class VerifyAssertion {
  private final DefaultJWTProcessor<SecurityContext> assertions = new DefaultJWTProcessor<>();
  private final String latchkey;

  /**
   * {@code name} is the name of the upstream in Latchkey's configuration. Nimbus caches the keys
   * and fetches new ones.
   */
  VerifyAssertion(String latchkey, String name) throws IOException {
    this.latchkey = latchkey;
    var keys = JWKSourceBuilder.create(URI.create(latchkey + "/oauth2/jwks").toURL()).build();
    var type = new JOSEObjectType("latchkey-assertion+jwt");
    var issuer = new JWTClaimsSet.Builder().issuer(latchkey).build();
    assertions.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(type));
    assertions.setJWSKeySelector(new JWSVerificationKeySelector<>(JWSAlgorithm.ES256, keys));
    var needed = Set.of("sub", "exp", "org_id", "htm", "htu");
    assertions.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(name, issuer, needed));
  }

  /** Empty if this call did not come through Latchkey. */
  Optional<JWTClaimsSet> caller(HttpExchange call) {
    List<String> sent = call.getRequestHeaders().getOrDefault("Latchkey-Assertion", List.of());
    try {
      return sent.size() == 1
          ? Optional.of(assertions.process(sent.getFirst(), null))
              .filter(claims -> isAbout(call, claims))
          : Optional.empty();
    } catch (ParseException | BadJOSEException | JOSEException forgedOrStale) {
      return Optional.empty();
    }
  }

  /** Without this check, an assertion for reading would also allow its bearer to delete. */
  private boolean isAbout(HttpExchange call, JWTClaimsSet claims) {
    return call.getRequestMethod().equals(claims.getClaim("htm"))
        && (latchkey + call.getRequestURI().getRawPath()).equals(claims.getClaim("htu"));
  }

  /**
   * java -cp server/target/latchkey.jar examples/VerifyAssertion.java PORT LATCHKEY_ADDRESS NAME
   */
  static void main(String[] arguments) throws IOException {
    var verify = new VerifyAssertion(arguments[1], arguments[2]);
    var here =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
    HttpServer server = HttpServer.create(here, 0);
    server.createContext(
        "/",
        call -> {
          Optional<JWTClaimsSet> caller = verify.caller(call);
          byte[] answer =
              caller.map(JWTClaimsSet::toString).orElse("{\"error\":\"unauthorized\"}").getBytes();
          call.getResponseHeaders().set("Content-Type", "application/json");
          call.sendResponseHeaders(caller.isPresent() ? 200 : 401, answer.length);
          call.getResponseBody().write(answer);
          call.close();
        });
    server.start();
    System.out.println("Listening on port " + server.getAddress().getPort());
  }
}
