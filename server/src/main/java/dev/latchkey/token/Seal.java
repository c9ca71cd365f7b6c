package dev.latchkey.token;

import dev.latchkey.model.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * Keeps an answer so that only who presents the same refresh token again can read it (decision
 * 2.7). The key comes from the token, of which the store has only a hash; a token seals one answer
 * ever, so a fixed nonce is sound.
 */
final class Seal {
    private static final GCMParameterSpec ONCE = new GCMParameterSpec(128, new byte[12]);

    private final SecretKey key;

    private Seal(SecretKey key) {
        this.key = key;
    }

    static Seal of(Secret.Refresh presented) {
        try {
            var derivation =
                    HKDFParameterSpec.ofExtract()
                            .addIKM(presented.reveal().getBytes(StandardCharsets.US_ASCII))
                            .thenExpand(
                                    "latchkey repeated answer".getBytes(StandardCharsets.US_ASCII),
                                    32);
            return new Seal(KDF.getInstance("HKDF-SHA256").deriveKey("AES", derivation));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    byte[] close(byte[] answer) {
        return run(Cipher.ENCRYPT_MODE, answer);
    }

    byte[] open(byte[] sealed) {
        return run(Cipher.DECRYPT_MODE, sealed);
    }

    private byte[] run(int mode, byte[] bytes) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, ONCE);
            return cipher.doFinal(bytes);
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("a kept answer cannot be read", broken);
        }
    }
}
