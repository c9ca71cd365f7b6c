package dev.latchkey.authorize;

import dev.latchkey.model.SecretHash;
import dev.latchkey.model.UserCode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Draws and hashes the codes that users type. A plain hash of so short a code could be reversed by
 * trying all codes, so the hash needs a key that is not in the store.
 */
public final class UserCodes {
    private static final String ALGORITHM = "HmacSHA256";

    private final Supplier<byte[]> key;
    private final RandomGenerator random;

    public UserCodes(Supplier<byte[]> key, RandomGenerator random) {
        this.key = key;
        this.random = random;
    }

    UserCode draw() {
        return UserCode.draw(random);
    }

    SecretHash hash(UserCode code) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.get(), ALGORITHM));
            return SecretHash.stored(
                    mac.doFinal(code.reveal().getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
