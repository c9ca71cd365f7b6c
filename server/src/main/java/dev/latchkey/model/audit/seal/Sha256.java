package dev.latchkey.model.audit.seal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hashes of the seals. Unlike {@link dev.latchkey.model.SecretHash} they are public. */
final class Sha256 {
  static final int BYTES = 32;

  private Sha256() {}

  static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  static byte[] of(String text) {
    return begin().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
