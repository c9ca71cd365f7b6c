package dev.latchkey.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The SHA-256 hash of a secret. Only this hash is stored, never the secret (rule 5.2). A plain hash
 * is strong enough, because every secret has 256 random bits.
 */
public final class SecretHash {
  public static final int BYTES = 32;

  private static final MessageDigest SHA_256 = sha256();

  /**
   * The hash is kept in four numbers instead of an array, because up to a million of them are in
   * memory and they are compared all the time.
   */
  private final long first;

  private final long second;
  private final long third;
  private final long fourth;

  private SecretHash(ByteBuffer bytes, int at) {
    this.first = bytes.getLong(at);
    this.second = bytes.getLong(at + Long.BYTES);
    this.third = bytes.getLong(at + 2 * Long.BYTES);
    this.fourth = bytes.getLong(at + 3 * Long.BYTES);
  }

  public static SecretHash of(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return of(bytes, 0, bytes.length);
  }

  static SecretHash of(byte[] text, int from, int length) {
    try {
      var digest = (MessageDigest) SHA_256.clone();
      digest.update(text, from, length);
      return stored(digest.digest());
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  public static SecretHash stored(byte[] bytes) {
    return at(ByteBuffer.wrap(bytes), 0);
  }

  /** Reads what {@link #put} wrote. */
  public static SecretHash at(ByteBuffer bytes, int at) {
    return new SecretHash(bytes, at);
  }

  /** Reads what {@link #text} wrote. */
  public static Optional<SecretHash> parse(String text) {
    return text.matches("[0-9a-f]{64}")
        ? Optional.of(stored(HexFormat.of().parseHex(text)))
        : Optional.empty();
  }

  /**
   * A text that identifies the secret in a form. It is shown only to people who may end the secret.
   */
  public String text() {
    return HexFormat.of().formatHex(bytes());
  }

  public byte[] bytes() {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    put(bytes, 0);
    return bytes.array();
  }

  public void put(ByteBuffer bytes, int at) {
    bytes
        .putLong(at, first)
        .putLong(at + Long.BYTES, second)
        .putLong(at + 2 * Long.BYTES, third)
        .putLong(at + 3 * Long.BYTES, fourth);
  }

  /** The first 64 bits. They are uniformly distributed like random bits. */
  public long bits() {
    return first;
  }

  /** Compares in constant time, so the time does not show where two hashes differ. */
  @Override
  public boolean equals(Object other) {
    return other instanceof SecretHash hash
        && ((first ^ hash.first)
                | (second ^ hash.second)
                | (third ^ hash.third)
                | (fourth ^ hash.fourth))
            == 0;
  }

  /** Part of the hash, because its bits are uniformly distributed. */
  @Override
  public int hashCode() {
    return (int) first;
  }

  @Override
  public String toString() {
    return "SecretHash[redacted]";
  }
}
