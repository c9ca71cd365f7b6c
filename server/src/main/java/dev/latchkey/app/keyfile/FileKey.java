package dev.latchkey.app.keyfile;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** A key of 32 bytes: one of the key file, or one that was derived from it for one purpose. */
public final class FileKey {
  static final int BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";
  private static final int FINGERPRINT_BYTES = 4;

  private final byte[] bytes;

  FileKey(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("a key has 32 bytes");
    }
    this.bytes = bytes.clone();
  }

  public static FileKey draw(RandomGenerator random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new FileKey(bytes);
  }

  /**
   * The key for one purpose. However much data is encrypted with it, this key itself is not
   * exposed.
   */
  FileKey derive(String purpose) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(secret(ALGORITHM));
      return new FileKey(mac.doFinal(("latchkey " + purpose).getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  public SecretKeySpec secret(String algorithm) {
    return new SecretKeySpec(bytes, algorithm);
  }

  /** Eight digits by which an operator tells keys apart. They say nothing about the key. */
  public String fingerprint() {
    byte[] derived = derive("fingerprint").bytes;
    return HexFormat.of().formatHex(derived, 0, FINGERPRINT_BYTES);
  }

  byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FileKey key && MessageDigest.isEqual(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return fingerprint();
  }
}
