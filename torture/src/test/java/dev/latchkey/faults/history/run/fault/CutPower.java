package dev.latchkey.faults.history.run.fault;

import dev.latchkey.faults.history.run.Node;
import dev.latchkey.faults.inject.FaultyDisk;
import dev.latchkey.faults.inject.UnsyncedWrites;
import java.util.Optional;
import java.util.SplittableRandom;

/** Cuts the power of the node's machine. All or some of the data that was not synced is lost. */
public final class CutPower implements Fault {
  private static final int SECTOR_BYTES = 512;

  private final String name;
  private final Node node;
  private final FaultyDisk disk;
  private final SplittableRandom random;

  public CutPower(String name, Node node, FaultyDisk disk, SplittableRandom random) {
    this.name = name;
    this.node = node;
    this.disk = disk;
    this.random = random;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void strike() {
    disk.cutPower(
        node::kill,
        random.nextBoolean()
            ? UnsyncedWrites.allLost()
            : UnsyncedWrites.someKept(random.nextLong(), SECTOR_BYTES));
  }

  @Override
  public void heal() {
    node.start();
  }

  @Override
  public Optional<Node> struck() {
    return Optional.of(node);
  }

  @Override
  public boolean endsTheOnlyWriter() {
    return true;
  }
}
