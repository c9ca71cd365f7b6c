package dev.latchkey.protocol.token;

import dev.latchkey.model.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * Encrypts an answer, so that only a caller that presents the same refresh token again can read it
 * (rule 2.7). The key is derived from the token, of which the store has only a hash. A token seals
 * only one answer, so a fixed nonce is safe.
 *
 * <p>An answer in the memory of this node would be missing on the others. A key of the server could
 * be stolen together with the store, and then all answers could be read.
 */
final class Seal {
  private static final GCMParameterSpec FIXED_NONCE = new GCMParameterSpec(128, new byte[12]);

  private final SecretKey key;

  private Seal(SecretKey key) {
    this.key = key;
  }

  static Seal of(Secret.Refresh presented) {
    try {
      var derivation =
          HKDFParameterSpec.ofExtract()
              .addIKM(presented.reveal().getBytes(StandardCharsets.US_ASCII))
              .thenExpand("latchkey repeated answer".getBytes(StandardCharsets.US_ASCII), 32);
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
      cipher.init(mode, key, FIXED_NONCE);
      return cipher.doFinal(bytes);
    } catch (GeneralSecurityException broken) {
      throw new IllegalStateException("a stored answer cannot be decrypted", broken);
    }
  }
}
