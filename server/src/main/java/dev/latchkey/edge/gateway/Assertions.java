package dev.latchkey.edge.gateway;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.Actors;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.TokenRoot;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Signs assertions. An assertion states for whom a call is made, and it is valid for this call at
 * one upstream (rule 4.3).
 *
 * <p>A signature takes about 140 microseconds, more than everything else in a call. So an assertion
 * is reused for up to 20 of its 60 seconds, for calls for which all that it states is equal. That
 * is safe because each call first checks its own token, so a revoked token never reaches a cached
 * assertion. {@code jti} therefore names an assertion and not a call. An assertion that is in use
 * is renewed in the background, each after a different time; otherwise callers that began together
 * would wait for new signatures together. The type {@code latchkey-assertion+jwt} keeps it from
 * being accepted as another kind of signed token (RFC 8725 3.11). It contains no e-mail address,
 * because signed copies of addresses would end up in logs.
 */
record Assertions(Keyring keyring, RandomGenerator random) {
  private static final JOSEObjectType TYPE = new JOSEObjectType("latchkey-assertion+jwt");
  private static final Duration LIFETIME = Duration.ofSeconds(60);
  private static final int JTI_BYTES = 16;

  /**
   * Everything that an assertion states except its time. Two calls for which this is equal may
   * share one assertion. The assertion is valid only for calls with this method and path, so it is
   * of no other use to anyone who steals it.
   *
   * @param path as sent, without the query
   */
  record Statement(LiveToken caller, String audience, String issuer, String method, String path) {
    /**
     * The claim {@code htu} as in RFC 9449 4.2. It contains the published address, because the
     * service knows this address from the issuer.
     */
    String address() {
      return issuer + path;
    }
  }

  String sign(Statement statement, Instant now) {
    Keyring.Key key = keyring.signing(now);
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.ES256).type(TYPE).keyID(key.pair().getKeyID()).build();
    var assertion = new SignedJWT(header, claims(statement, now));
    try {
      assertion.sign(key.signer());
    } catch (JOSEException impossible) {
      throw new IllegalStateException(impossible);
    }
    return assertion.serialize();
  }

  private JWTClaimsSet claims(Statement statement, Instant now) {
    LiveToken caller = statement.caller();
    var claims =
        new JWTClaimsSet.Builder()
            .issuer(statement.issuer())
            .subject(caller.subject().value())
            .audience(statement.audience())
            .issueTime(Date.from(now))
            // An assertion never lives longer than the token.
            .expirationTime(Date.from(caller.life().endBy(now.plus(LIFETIME))))
            .jwtID(newJwtId())
            .claim("htm", statement.method())
            .claim("htu", statement.address())
            .claim("client_id", caller.client().value())
            .claim("scope", caller.scope().joined(Scopes.Separator.SPACE))
            .claim("org_id", caller.organization().value());
    caller.team().map(Id.Team::value).ifPresent(team -> claims.claim("team_id", team));
    if (caller.root() instanceof TokenRoot.Child child) {
      claims.claim("act", act(child.actors()));
    }
    return claims.build();
  }

  /** The current actor, with the actors before it inside (RFC 8693 4.1). */
  private static Map<String, Object> act(Actors actors) {
    Map<String, Object> act = Map.of();
    for (String name : actors.names()) {
      act = act.isEmpty() ? Map.of("sub", name) : Map.of("sub", name, "act", act);
    }
    return act;
  }

  private String newJwtId() {
    byte[] bytes = new byte[JTI_BYTES];
    random.nextBytes(bytes);
    return Base64URL.encode(bytes).toString();
  }
}
