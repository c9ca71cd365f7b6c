package dev.latchkey.storage.cache;

import dev.latchkey.model.SecretHash;

/**
 * A slot of the cache as one number. It contains the segment of a token and its offset there, a
 * part of the token's hash, and whether the token was used recently. The part of the hash is a tag:
 * because of it, a look-up hardly ever reads the segment of another token.
 */
final class Slot {
  static final long EMPTY = 0;

  private static final long TAKEN = 1;
  private static final long RECENTLY_USED = 2;

  private static final int TAG_BITS = 18;
  private static final int AT_BITS = 20;
  private static final int SEGMENT_BITS = 24;

  private static final int TAG_SHIFT = 2;
  private static final int AT_SHIFT = TAG_SHIFT + TAG_BITS;
  private static final int SEGMENT_SHIFT = AT_SHIFT + AT_BITS;

  private Slot() {}

  /**
   * The number of the next segment. After the largest number they start from 0 again; by then the
   * old segment with that number has long been evicted.
   */
  static int segmentAfter(int segment) {
    return (segment + 1) & mask(SEGMENT_BITS);
  }

  static long of(int segment, int at, SecretHash hash) {
    return ((long) segment << SEGMENT_SHIFT) | ((long) at << AT_SHIFT) | tag(hash) | TAKEN;
  }

  static int segment(long slot) {
    return (int) (slot >>> SEGMENT_SHIFT);
  }

  static int at(long slot) {
    return (int) (slot >>> AT_SHIFT) & mask(AT_BITS);
  }

  static boolean mayBelongTo(SecretHash hash, long slot) {
    return ((slot ^ tag(hash)) & ((long) mask(TAG_BITS) << TAG_SHIFT | TAKEN)) == TAKEN;
  }

  static boolean isSame(long slot, long other) {
    return markUsed(slot) == markUsed(other);
  }

  static boolean isRecentlyUsed(long slot) {
    return (slot & RECENTLY_USED) != 0;
  }

  static long markUsed(long slot) {
    return slot | RECENTLY_USED;
  }

  /** The first table of the token. It is chosen by other bits of the hash than the tag. */
  static int table(SecretHash hash, int tables) {
    return scale(tables, hash.bits());
  }

  /** The second table of the token, for when the first one is full. */
  static int otherTable(SecretHash hash, int tables) {
    return scale(tables, hash.bits() >>> (Long.SIZE - TAG_BITS - Integer.SIZE));
  }

  private static int scale(int tables, long bits) {
    return (int) (((bits & 0xffff_ffffL) * tables) >>> Integer.SIZE);
  }

  private static long tag(SecretHash hash) {
    return hash.bits() >>> (Long.SIZE - TAG_BITS) << TAG_SHIFT;
  }

  private static int mask(int bits) {
    return (1 << bits) - 1;
  }
}
