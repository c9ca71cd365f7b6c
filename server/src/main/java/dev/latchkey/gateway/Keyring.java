package dev.latchkey.gateway;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import dev.latchkey.model.KeySeal;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SigningKey;
import dev.latchkey.storage.SigningKeys;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The signing keys as this node knows them. The store is asked once a minute, never on the path of
 * a call; a key is published long before it signs, so a minute's ignorance harms nobody.
 */
public final class Keyring {
    private final SigningKeys store;
    private final KeySeal seal;
    private final Limits limits;
    private volatile List<Key> keys = List.of();

    public Keyring(SigningKeys store, KeySeal seal, Limits limits) {
        this.store = store;
        this.seal = seal;
        this.limits = limits;
    }

    record Key(ECKey pair, JWSSigner signer, Instant signsFrom) {}

    /**
     * Makes the next key when its time has come, takes away what nothing valid is signed with any
     * more, and learns what other nodes have made. False if the key file does not open what is
     * stored; then this node goes on with what it knows.
     */
    public boolean rotate(RequestMoment now) {
        List<SigningKey> stored = store.all();
        Duration overlap = limits.signingKeyOverlap();
        if (stored.isEmpty()) {
            store.publish(make(1, now.at()), now);
        } else {
            SigningKey newest = stored.getLast();
            Instant due = newest.signsFrom().plus(limits.signingKey()).minus(overlap);
            if (!now.at().isBefore(due)) {
                store.publish(make(newest.generation() + 1, now.at().plus(overlap)), now);
            }
        }
        store.retire(now.at().minus(overlap), now);
        return learn(store.all());
    }

    /** The newest whose time has come. */
    Key signing(Instant now) {
        List<Key> known = keys;
        return known.reversed().stream()
                .filter(key -> !key.signsFrom().isAfter(now))
                .findFirst()
                .orElseGet(known::getFirst);
    }

    /** The public halves of all that are kept. */
    JWKSet published() {
        return new JWKSet(keys.stream().<JWK>map(key -> key.pair().toPublicJWK()).toList());
    }

    private boolean learn(List<SigningKey> stored) {
        var opened = new ArrayList<Key>();
        for (SigningKey each : stored) {
            Optional<byte[]> pair = seal.open(each.id(), each.sealed());
            if (pair.isEmpty()) {
                return false;
            }
            opened.add(key(pair.get(), each.signsFrom()));
        }
        keys = List.copyOf(opened);
        return true;
    }

    private static Key key(byte[] text, Instant signsFrom) {
        try {
            ECKey pair = ECKey.parse(new String(text, StandardCharsets.UTF_8));
            return new Key(pair, new ECDSASigner(pair), signsFrom);
        } catch (ParseException | JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The JCA throws its own dice here and when it signs. */
    private SigningKey make(int generation, Instant signsFrom) {
        try {
            ECKey pair =
                    new ECKeyGenerator(Curve.P_256)
                            .keyUse(KeyUse.SIGNATURE)
                            .algorithm(JWSAlgorithm.ES256)
                            .keyIDFromThumbprint(true)
                            .generate();
            byte[] text = pair.toJSONString().getBytes(StandardCharsets.UTF_8);
            String id = pair.getKeyID();
            return new SigningKey(generation, id, seal.close(id, text), signsFrom);
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
