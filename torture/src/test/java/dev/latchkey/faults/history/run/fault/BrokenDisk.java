package dev.latchkey.faults.history.run.fault;

import dev.latchkey.faults.inject.FaultyDisk;
import java.time.Duration;

/** The disk with the node's database file is full, or fails, for a while. */
public final class BrokenDisk implements Fault {
  private final FaultyDisk disk;
  private final FaultyDisk.Fault fault;

  public BrokenDisk(FaultyDisk disk, FaultyDisk.Fault fault) {
    this.disk = disk;
    this.fault = fault;
  }

  @Override
  public String name() {
    return switch (fault) {
      case NONE -> "none";
      case FULL -> "disk full";
      case WRITE_ERROR -> "EIO of every write";
      case SYNC_ERROR -> "EIO of every fsync";
      case READ_ONLY -> "disk read-only";
    };
  }

  @Override
  public void strike() {
    disk.set(fault);
  }

  @Override
  public void heal() {
    disk.set(FaultyDisk.Fault.NONE);
  }

  @Override
  public Duration lasts() {
    return Duration.ofSeconds(1);
  }
}
