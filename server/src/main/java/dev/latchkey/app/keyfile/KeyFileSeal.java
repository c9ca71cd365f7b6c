package dev.latchkey.app.keyfile;

import dev.latchkey.model.KeySeal;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts keys with AES-256-GCM and the key file. The purpose of a key and its id are
 * authenticated with it.
 */
public final class KeyFileSeal implements KeySeal {
  /** The purposes of the keys in the store. Another name would lose every stored key. */
  public static final String SIGNING_KEY = "signing key";

  public static final String SECOND_FACTOR = "second factor";

  public static final String WEBHOOK = "webhook";

  public static final String MAIL = "mail";

  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final Supplier<SealKeys> keys;
  private final String purpose;
  private final RandomGenerator random;

  /**
   * {@code purpose} separates kinds of keys: a key that was sealed for another purpose does not
   * decrypt.
   */
  public KeyFileSeal(Supplier<SealKeys> keys, String purpose, RandomGenerator random) {
    this.keys = keys;
    this.purpose = purpose;
    this.random = random;
  }

  @Override
  public byte[] close(String id, byte[] key) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] box = cipher(Cipher.ENCRYPT_MODE, keys.get().closing(), id, nonce).doFinal(key);
      byte[] sealed = Arrays.copyOf(nonce, NONCE_BYTES + box.length);
      System.arraycopy(box, 0, sealed, NONCE_BYTES, box.length);
      return sealed;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public Optional<byte[]> open(String id, byte[] sealed) {
    if (sealed.length < NONCE_BYTES + TAG_BITS / Byte.SIZE) {
      return Optional.empty();
    }
    return keys.get().opening().stream().flatMap(key -> open(key, id, sealed).stream()).findFirst();
  }

  private Optional<byte[]> open(FileKey key, String id, byte[] sealed) {
    try {
      byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
      return Optional.of(
          cipher(Cipher.DECRYPT_MODE, key, id, nonce)
              .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
    } catch (AEADBadTagException wrongKey) {
      return Optional.empty();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private Cipher cipher(int mode, FileKey key, String id, byte[] nonce)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key.secret("AES"), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(("latchkey " + purpose + " " + id).getBytes(StandardCharsets.US_ASCII));
    return cipher;
  }
}
