package dev.latchkey.login;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.latchkey.model.ExternalIdentity;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a provider says about who came, believed only as OpenID Connect Core 3.1.3.7 says. */
record IdToken(SignedJWT signed, JWTClaimsSet claims) {
    /** Never {@code none}, and never one whose key the client knows as well. */
    private static final Set<JWSAlgorithm> ALGORITHMS =
            Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256);

    private static final Duration SKEW = Duration.ofMinutes(1);
    private static final int SUBJECT_CHARS = 255;

    static Optional<IdToken> parse(String text) {
        try {
            SignedJWT signed = SignedJWT.parse(text);
            return Optional.of(new IdToken(signed, signed.getJWTClaimsSet()));
        } catch (ParseException notOne) {
            return Optional.empty();
        }
    }

    /** Empty unless all of it is right. */
    Optional<ExternalIdentity> identity(
            IdentityProvider provider, JWKSet keys, String nonce, Instant now) {
        String subject = Optional.ofNullable(claims.getSubject()).orElse("");
        boolean right =
                isSignedBy(keys)
                        && provider.issuer().equals(claims.getIssuer())
                        && isFor(provider.clientId())
                        && isAlive(now)
                        && nonce.equals(claims.getClaim("nonce"))
                        && !subject.isBlank()
                        && subject.length() <= SUBJECT_CHARS;
        return right
                ? Optional.of(new ExternalIdentity(provider.issuer(), subject))
                : Optional.empty();
    }

    private boolean isSignedBy(JWKSet keys) {
        JWSHeader header = signed.getHeader();
        if (!ALGORITHMS.contains(header.getAlgorithm())) {
            return false;
        }
        var selector = new JWKSelector(JWKMatcher.forJWSHeader(header));
        return selector.select(keys).stream().anyMatch(key -> verifies(header, key));
    }

    private boolean verifies(JWSHeader header, JWK key) {
        try {
            return key instanceof AsymmetricJWK asymmetric
                    && signed.verify(
                            new DefaultJWSVerifierFactory()
                                    .createJWSVerifier(header, asymmetric.toPublicKey()));
        } catch (JOSEException unfit) {
            return false;
        }
    }

    private boolean isFor(String clientId) {
        List<String> audience = claims.getAudience();
        Object party = claims.getClaim("azp");
        return audience.contains(clientId)
                && (party == null ? audience.size() == 1 : clientId.equals(party));
    }

    private boolean isAlive(Instant now) {
        return claims.getExpirationTime() != null
                && now.minus(SKEW).isBefore(claims.getExpirationTime().toInstant())
                && claims.getIssueTime() != null
                && !claims.getIssueTime().toInstant().isAfter(now.plus(SKEW));
    }
}
