package dev.latchkey.model.audit.seal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The numbers and the hashes of lines, in the order of their numbers. They stay with the seal when
 * retention deletes some of the lines, so that the others can still be verified.
 */
public final class Leaves {
  private static final int EACH = Long.BYTES + Sha256.BYTES;

  private final byte[] packed;

  private Leaves(byte[] packed) {
    this.packed = packed;
  }

  static Leaves of(List<AuditLine> lines) {
    ByteBuffer packed = ByteBuffer.allocate(lines.size() * EACH);
    lines.forEach(line -> packed.putLong(line.number()).put(line.hash()));
    return new Leaves(packed.array());
  }

  public static Leaves stored(byte[] bytes) {
    return new Leaves(bytes.clone());
  }

  /** Reads what {@link #text} wrote. Empty if it is something else. */
  public static Optional<Leaves> parse(String text) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      return bytes.length % EACH == 0 ? Optional.of(stored(bytes)) : Optional.empty();
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  public byte[] bytes() {
    return packed.clone();
  }

  public String text() {
    return Base64.getEncoder().encodeToString(packed);
  }

  public int size() {
    return packed.length / EACH;
  }

  long number(int at) {
    return ByteBuffer.wrap(packed).getLong(at * EACH);
  }

  boolean isHash(int at, byte[] hash) {
    int from = at * EACH + Long.BYTES;
    return Arrays.equals(packed, from, from + Sha256.BYTES, hash, 0, hash.length);
  }

  String digest() {
    return Sha256.hex(Sha256.begin().digest(packed));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Leaves leaves && Arrays.equals(packed, leaves.packed);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(packed);
  }

  @Override
  public String toString() {
    return size() + " lines";
  }
}
