package dev.latchkey.storage.database;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The rows that were changed by commits from some commit on, each with the number of the last
 * commit that changed it. A row is known by 32 bits of its key: two rows are confused so rarely
 * that it costs nothing, and then a value is only read again.
 *
 * <p>It is a hash table with open addressing, from which nothing is removed. A slot contains the
 * row and the number, counted from the first commit. One thread at a time writes; readers need no
 * lock.
 */
final class ChangedRows {
  private static final long EMPTY = 0;
  private static final int CHUNK_BITS = 12;

  /** Twice as many slots as rows, so that a look-up reads one or two of them. */
  private static final int SLOTS_PER_ROW = 2;

  private static final int BITS_PER_SLOT = 4;

  /** The numbers in the slots are smaller than 2^32. */
  private static final long MAX_COMMITS = 1L << 30;

  /** Without it, one who can choose keys could make rows that all begin at the same slot. */
  private static final int SEED = ThreadLocalRandom.current().nextInt();

  /**
   * A bit for each slot, set if a row belongs there. Most rows that are looked up have not changed,
   * and these bits fit into the processor's cache.
   */
  private final AtomicLongArray bits;

  /** The chunks of slots. A chunk is allocated when one of its slots is first set. */
  private final AtomicReferenceArray<AtomicLongArray> chunks;

  private final long after;
  private final int capacity;
  private final int mask;
  private int size;

  /** For the changes by commits with numbers greater than {@code after}. */
  ChangedRows(long after, int capacity) {
    int slots = Integer.highestOneBit(SLOTS_PER_ROW * capacity - 1) << 1;
    this.after = after;
    this.capacity = capacity;
    this.mask = slots - 1;
    this.bits = new AtomicLongArray(slots * BITS_PER_SLOT / Long.SIZE + 1);
    this.chunks = new AtomicReferenceArray<>((slots >>> CHUNK_BITS) + 1);
  }

  long after() {
    return after;
  }

  int size() {
    return size;
  }

  boolean hasRoomFor(int rows, long commit) {
    return size + rows <= capacity && commit - after <= MAX_COMMITS;
  }

  /** A stamp of the row that is larger than every one before (see {@link #stamp}). */
  void put(int row, long stamp) {
    int mixed = mixed(row ^ SEED);
    int index = index(row, mixed);
    if (slot(index) == EMPTY) {
      size++;
    }
    AtomicLongArray chunk = chunks.get(index >>> CHUNK_BITS);
    if (chunk == null) {
      chunk = new AtomicLongArray(Math.min(mask + 1, 1 << CHUNK_BITS));
      chunks.set(index >>> CHUNK_BITS, chunk);
    }
    chunk.set(inChunk(index), ((long) row << Integer.SIZE) | (stamp - 2 * after));
    int word = word(mixed);
    bits.set(word, bits.get(word) | bit(mixed));
  }

  /** The stamp of the row, or 0 if no commit has changed it. */
  long stamp(int row) {
    int mixed = mixed(row ^ SEED);
    if ((bits.get(word(mixed)) & bit(mixed)) == 0) {
      return 0;
    }
    long slot = slot(index(row, mixed));
    return slot == EMPTY ? 0 : Integer.toUnsignedLong((int) slot) + 2 * after;
  }

  /** The index of the slot of this row, or of the empty slot where it would be. */
  private int index(int row, int mixed) {
    int index = mixed & mask;
    while (true) {
      long slot = slot(index);
      if (slot == EMPTY || (int) (slot >>> Integer.SIZE) == row) {
        return index;
      }
      index = (index + 1) & mask;
    }
  }

  private int word(int mixed) {
    return (mixed & (BITS_PER_SLOT * (mask + 1) - 1)) >>> 6;
  }

  private static long bit(int mixed) {
    return 1L << mixed;
  }

  private long slot(int index) {
    AtomicLongArray chunk = chunks.get(index >>> CHUNK_BITS);
    return chunk == null ? EMPTY : chunk.get(inChunk(index));
  }

  private static int inChunk(int index) {
    return index & ((1 << CHUNK_BITS) - 1);
  }

  /** Every bit of the result depends on every bit of the number (the last step of MurmurHash). */
  private static int mixed(int number) {
    int mixed = (number ^ (number >>> 16)) * 0x85eb_ca6b;
    mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2_ae35;
    return mixed ^ (mixed >>> 16);
  }
}
