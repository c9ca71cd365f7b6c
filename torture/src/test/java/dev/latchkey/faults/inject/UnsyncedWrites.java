package dev.latchkey.faults.inject;

import java.util.Random;

/** What happens to writes, new files and deletions that were not synced before a power cut. */
public final class UnsyncedWrites {
  static final int SECTOR = 512;

  private final Random random;
  private final double share;
  private final int blockBytes;

  private UnsyncedWrites(Random random, double share, int blockBytes) {
    this.random = random;
    this.share = share;
    this.blockBytes = blockBytes;
  }

  /** None of them has reached the disk. */
  public static UnsyncedWrites allLost() {
    return new UnsyncedWrites(new Random(0), 0, SECTOR);
  }

  /**
   * A random part of their blocks has reached the disk, in no particular order. Disks write sectors
   * of 512 or 4096 bytes as a whole.
   */
  public static UnsyncedWrites someKept(long seed, int blockBytes) {
    var random = new Random(seed);
    return new UnsyncedWrites(random, random.nextDouble(), blockBytes);
  }

  boolean isNextKept() {
    return random.nextDouble() < share;
  }

  int blockBytes() {
    return blockBytes;
  }
}
