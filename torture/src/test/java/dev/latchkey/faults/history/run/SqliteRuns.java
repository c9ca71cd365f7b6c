package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Deadlines;
import dev.latchkey.faults.history.Violation;
import dev.latchkey.faults.history.run.fault.BrokenDisk;
import dev.latchkey.faults.history.run.fault.CutPower;
import dev.latchkey.faults.history.run.fault.Fault;
import dev.latchkey.faults.history.run.fault.KilledNode;
import dev.latchkey.faults.history.run.fault.NoFault;
import dev.latchkey.faults.history.run.fault.RotatedKey;
import dev.latchkey.faults.history.run.fault.SteppedClocks;
import dev.latchkey.faults.inject.FaultyDisk;
import dev.latchkey.faults.inject.NodeClock;
import java.util.List;

/** Phases with one process and one database file. */
final class SqliteRuns {
  private static final int KILLS = 500;
  private static final int POWER_CUTS = 60;

  private final Campaign campaign;

  SqliteRuns(Campaign campaign) {
    this.campaign = campaign;
  }

  void kills() {
    NodeStore store = NodeStore.onSqlite();
    try (Cluster cluster = Cluster.start(store, List.of(store.node(1)))) {
      run(cluster, new NoFault(), new Phase.Goal(150_000, 0, 100));
      run(cluster, new RotatedKey(store), new Phase.Goal(20_000, 4, 800));
      run(
          cluster,
          new KilledNode(cluster.nodes(), campaign.random()),
          new Phase.Goal(100_000, KILLS, 100));
    }
  }

  void brokenDisks() {
    NodeStore store = NodeStore.onSqlite();
    FaultyDisk disk = FaultyDisk.below(store.data());
    Node node = store.node(1, disk.shim());
    try (Cluster cluster = Cluster.start(store, List.of(node))) {
      for (FaultyDisk.Fault fault : FaultyDisk.Fault.values()) {
        if (fault != FaultyDisk.Fault.NONE) {
          run(cluster, new BrokenDisk(disk, fault), new Phase.Goal(15_000, 10, 1_000));
        }
      }
      run(cluster, cutPower("power cut", node, disk), new Phase.Goal(40_000, POWER_CUTS, 400));
    }
  }

  /**
   * The control run: it must find violations, which shows that a run with syncs would find them
   * too.
   */
  List<Violation> powerCutsWithoutSyncs() {
    NodeStore store = NodeStore.onSqlite();
    FaultyDisk disk = FaultyDisk.below(store.data());
    Node node = store.node(1, disk.shim());
    disk.ignoreLogSyncs(true);
    try (Cluster cluster = Cluster.start(store, List.of(node))) {
      return campaign.control(
          cluster,
          cutPower("power cut without syncs, which must be detected", node, disk),
          new Phase.Goal(4_000, 10, 400));
    }
  }

  void steppedClocks() {
    NodeStore store = NodeStore.onSqlite();
    var clock = new NodeClock();
    try (Cluster cluster = Cluster.start(store, List.of(store.node(1, clock.shim())))) {
      campaign.run(
          cluster,
          new SteppedClocks(List.of(clock), campaign.random()),
          new Phase.Goal(40_000, 10, 1_500),
          SteppedClocks.DEADLINES);
    }
  }

  private CutPower cutPower(String name, Node node, FaultyDisk disk) {
    return new CutPower(name, node, disk, campaign.random());
  }

  private void run(Cluster cluster, Fault fault, Phase.Goal goal) {
    campaign.run(cluster, fault, goal, Deadlines.DEFAULT);
  }
}
