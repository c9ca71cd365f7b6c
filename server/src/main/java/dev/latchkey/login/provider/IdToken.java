package dev.latchkey.login.provider;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.latchkey.model.person.ExternalIdentity;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import java.util.Set;

/**
 * An id token of a provider. It is accepted only if it passes the checks of OpenID Connect Core
 * 3.1.3.7.
 */
record IdToken(SignedJWT signed, JWTClaimsSet claims) {
  /**
   * The accepted algorithms. {@code none} is not among them, and neither is any with a shared key,
   * because the client knows such a key as well.
   */
  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256);

  private static final Set<String> REQUIRED = Set.of("sub", "exp", "iat");
  private static final Duration SKEW = Duration.ofMinutes(1);
  private static final int SUBJECT_CHARS = 255;

  static Optional<IdToken> parse(String text) {
    try {
      SignedJWT signed = SignedJWT.parse(text);
      return Optional.of(new IdToken(signed, signed.getJWTClaimsSet()));
    } catch (ParseException malformed) {
      return Optional.empty();
    }
  }

  /** The identity and the claims in the token; empty unless every check passes. */
  Optional<OpenIdConnect.Identified> identity(
      IdentityProvider provider, JWKSet keys, String nonce, Instant now) {
    var processor = new DefaultJWTProcessor<SecurityContext>();
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(ALGORITHMS, new ImmutableJWKSet<>(keys)));
    processor.setJWTClaimsSetVerifier(new At(now, provider, nonce));
    try {
      processor.process(signed, null);
    } catch (BadJOSEException | JOSEException refused) {
      return Optional.empty();
    }
    return isFor(provider.clientId()) && hasTimes(now) && hasSubject()
        ? Optional.of(
            new OpenIdConnect.Identified(
                new ExternalIdentity(provider.issuer(), claims.getSubject()),
                new ProviderClaims(claims.getClaims())))
        : Optional.empty();
  }

  /**
   * Checks the claims at a given time. The verifier of the library would use the clock of the
   * machine.
   */
  private static final class At extends DefaultJWTClaimsVerifier<SecurityContext> {
    private final Instant now;

    At(Instant now, IdentityProvider provider, String nonce) {
      super(
          provider.clientId(),
          new JWTClaimsSet.Builder().issuer(provider.issuer()).claim("nonce", nonce).build(),
          REQUIRED);
      this.now = now;
      setMaxClockSkew((int) SKEW.toSeconds());
    }

    @Override
    protected Date currentTime() {
      return Date.from(now);
    }
  }

  /**
   * Whether the token is for this client. If there are several audiences, {@code azp} must name the
   * client.
   */
  private boolean isFor(String clientId) {
    Object party = claims.getClaim("azp");
    return party == null ? claims.getAudience().size() == 1 : clientId.equals(party);
  }

  /** The library requires that a claim is there, and accepts null as its value. */
  private boolean hasTimes(Instant now) {
    return claims.getExpirationTime() != null
        && claims.getIssueTime() != null
        && !claims.getIssueTime().toInstant().isAfter(now.plus(SKEW));
  }

  private boolean hasSubject() {
    String subject = claims.getSubject();
    return subject != null && !subject.isBlank() && subject.length() <= SUBJECT_CHARS;
  }
}
