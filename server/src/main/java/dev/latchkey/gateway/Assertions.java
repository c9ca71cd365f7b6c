package dev.latchkey.gateway;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.TokenLife;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.random.RandomGenerator;

/** For whom a call is made, signed for this call at one upstream (decision 4.3). */
final class Assertions {
    private static final JOSEObjectType TYPE = new JOSEObjectType("latchkey-assertion+jwt");
    private static final Duration LIFE = Duration.ofSeconds(60);
    private static final int JTI_BYTES = 16;

    private final Keyring keyring;
    private final RandomGenerator random;

    Assertions(Keyring keyring, RandomGenerator random) {
        this.keyring = keyring;
        this.random = random;
    }

    /**
     * All that an assertion says but its time: two calls of which this is equal may share one. It
     * is good for calls of this method and path alone, whoever gets hold of it.
     *
     * @param path as sent, without the query
     */
    record Said(LiveToken caller, String audience, String issuer, String method, String path) {
        /** RFC 9449 4.2, at the published address: a service knows that one, as the issuer. */
        String address() {
            return issuer + path;
        }
    }

    String sign(Said said, Instant now) {
        Keyring.Key key = keyring.signing(now);
        JWSHeader header =
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .type(TYPE)
                        .keyID(key.pair().getKeyID())
                        .build();
        var assertion = new SignedJWT(header, claims(said, now));
        try {
            assertion.sign(key.signer());
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
        return assertion.serialize();
    }

    private JWTClaimsSet claims(Said said, Instant now) {
        LiveToken caller = said.caller();
        var claims =
                new JWTClaimsSet.Builder()
                        .issuer(said.issuer())
                        .subject(caller.subject().value())
                        .audience(said.audience())
                        .issueTime(Date.from(now))
                        .expirationTime(Date.from(end(caller.life(), now)))
                        .jwtID(name())
                        .claim("htm", said.method())
                        .claim("htu", said.address())
                        .claim("client_id", caller.client().value())
                        .claim("scope", caller.scope().joined(Scopes.Separator.SPACE))
                        .claim("org_id", caller.organization().value());
        caller.team().map(Id.Team::value).ifPresent(team -> claims.claim("team_id", team));
        return claims.build();
    }

    private String name() {
        byte[] drawn = new byte[JTI_BYTES];
        random.nextBytes(drawn);
        return Base64URL.encode(drawn).toString();
    }

    /** Never longer than the token itself. */
    private static Instant end(TokenLife life, Instant now) {
        Instant end = now.plus(LIFE);
        return switch (life) {
            case TokenLife.Until until -> until.deadline().isBefore(end) ? until.deadline() : end;
            case TokenLife.UntilRevoked endless -> end;
        };
    }
}
