package dev.latchkey.bench.store;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * The numbers from 0 to {@code count - 1} in the order of their keys, of which the first 64 bits
 * are compared. The numbers are outside of the heap, because the heap of the benchmark is small:
 * first they are distributed among ranges of keys, and each range is then sorted alone.
 */
final class KeyOrder implements Iterator<long[]> {
  private static final int NUMBER_BITS = 28;
  private static final long NUMBER = (1L << NUMBER_BITS) - 1;
  private static final int RANGE_BITS = 10;

  private final MemorySegment sorted;
  private final long[] ends = new long[1 << RANGE_BITS];
  private int next;

  KeyOrder(long count, LongUnaryOperator key) {
    if (count > NUMBER) {
      throw new IllegalArgumentException("too many rows: " + count);
    }
    sorted = Arena.ofAuto().allocate(Math.max(1, count) * Long.BYTES, Long.BYTES);
    try (Arena whileDistributing = Arena.ofShared()) {
      MemorySegment keys = whileDistributing.allocate(Math.max(1, count) * Long.BYTES, Long.BYTES);
      LongStream.range(0, count)
          .parallel()
          .forEach(
              i -> keys.setAtIndex(ValueLayout.JAVA_LONG, i, (key.applyAsLong(i) & ~NUMBER) | i));
      distribute(keys, count);
    }
  }

  /** A key is moved to the next free place of its range, so at the end a range ends there. */
  private void distribute(MemorySegment keys, long count) {
    for (long i = 0; i < count; i++) {
      ends[range(keys.getAtIndex(ValueLayout.JAVA_LONG, i))]++;
    }
    long from = 0;
    for (int i = 0; i < ends.length; i++) {
      long size = ends[i];
      ends[i] = from;
      from += size;
    }
    for (long i = 0; i < count; i++) {
      long key = keys.getAtIndex(ValueLayout.JAVA_LONG, i);
      sorted.setAtIndex(ValueLayout.JAVA_LONG, ends[range(key)]++, key);
    }
  }

  private static int range(long key) {
    return (int) (key >>> (Long.SIZE - RANGE_BITS));
  }

  @Override
  public boolean hasNext() {
    return next < ends.length;
  }

  /** The numbers of the next range of keys. There may be none. */
  @Override
  public long[] next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    long from = next == 0 ? 0 : ends[next - 1];
    int size = (int) (ends[next] - from);
    long[] part =
        sorted.asSlice(from * Long.BYTES, (long) size * Long.BYTES).toArray(ValueLayout.JAVA_LONG);
    next++;
    Arrays.parallelSort(part);
    for (int i = 0; i < size; i++) {
      part[i] &= NUMBER;
    }
    return part;
  }
}
