package dev.latchkey.storage.cache;

import dev.latchkey.model.SecretHash;

/**
 * Where an answer stands, in one number: the segment, the place in it, a part of the token's hash,
 * so that hardly any other token's segment is looked into, and whether the token was asked for
 * lately.
 */
final class Slot {
    static final long EMPTY = 0;

    private static final long TAKEN = 1;
    private static final long ASKED_FOR = 2;

    private static final int TAG_BITS = 18;
    private static final int AT_BITS = 20;
    private static final int SEGMENT_BITS = 24;

    private static final int TAG_SHIFT = 2;
    private static final int AT_SHIFT = TAG_SHIFT + TAG_BITS;
    private static final int SEGMENT_SHIFT = AT_SHIFT + AT_BITS;

    private Slot() {}

    /** Numbers of segments begin anew after this many: long after what had that number is gone. */
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

    static boolean mayBeOf(SecretHash hash, long slot) {
        return ((slot ^ tag(hash)) & ((long) mask(TAG_BITS) << TAG_SHIFT | TAKEN)) == TAKEN;
    }

    static boolean isSame(long slot, long other) {
        return askedFor(slot) == askedFor(other);
    }

    static boolean isAskedFor(long slot) {
        return (slot & ASKED_FOR) != 0;
    }

    static long askedFor(long slot) {
        return slot | ASKED_FOR;
    }

    /** Which of so many tables is the token's: by other bits than its tag. */
    static int table(SecretHash hash, int tables) {
        return among(tables, hash.bits());
    }

    /** Where it goes if that table is full. */
    static int otherTable(SecretHash hash, int tables) {
        return among(tables, hash.bits() >>> (Long.SIZE - TAG_BITS - Integer.SIZE));
    }

    private static int among(int tables, long bits) {
        return (int) (((bits & 0xffff_ffffL) * tables) >>> Integer.SIZE);
    }

    private static long tag(SecretHash hash) {
        return hash.bits() >>> (Long.SIZE - TAG_BITS) << TAG_SHIFT;
    }

    private static int mask(int bits) {
        return (1 << bits) - 1;
    }
}
