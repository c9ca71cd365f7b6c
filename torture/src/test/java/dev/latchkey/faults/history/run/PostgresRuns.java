package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Deadlines;
import dev.latchkey.faults.history.run.fault.BrokenNetwork;
import dev.latchkey.faults.history.run.fault.Failover;
import dev.latchkey.faults.history.run.fault.Fault;
import dev.latchkey.faults.history.run.fault.HeldLocks;
import dev.latchkey.faults.history.run.fault.KilledDatabase;
import dev.latchkey.faults.history.run.fault.KilledNode;
import dev.latchkey.faults.history.run.fault.LostHost;
import dev.latchkey.faults.history.run.fault.NoFault;
import dev.latchkey.faults.history.run.fault.PatroniFault;
import dev.latchkey.faults.history.run.fault.PausedNode;
import dev.latchkey.faults.history.run.fault.RotatedKey;
import dev.latchkey.faults.history.run.fault.SteppedClocks;
import dev.latchkey.faults.history.run.fault.StoppedDatabase;
import dev.latchkey.faults.inject.NodeClock;
import dev.latchkey.faults.inject.postgres.PatroniCluster;
import dev.latchkey.faults.inject.postgres.PostgresPair;
import dev.latchkey.harness.network.TcpProxy;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Phases with three processes and one PostgreSQL server, which has a synchronous standby. */
final class PostgresRuns {
  private static final int NODES = 3;
  private static final int FAILOVERS = 3;

  private final Campaign campaign;

  PostgresRuns(Campaign campaign) {
    this.campaign = campaign;
  }

  void nodesAndDatabase() {
    try (PostgresPair servers = PostgresPair.start()) {
      String database = servers.url(servers.createDatabase());
      NodeStore store = NodeStore.onPostgres(database);
      List<Node> nodes = nodes(store);
      try (Cluster cluster = Cluster.start(store, nodes)) {
        run(cluster, new NoFault(), new Phase.Goal(200_000, 0, 100));
        run(cluster, new KilledNode(nodes, campaign.random()), new Phase.Goal(60_000, 40, 800));
        run(
            cluster,
            new PausedNode(nodes, campaign.random(), database),
            new Phase.Goal(40_000, 8, 800));
        run(cluster, new RotatedKey(store), new Phase.Goal(20_000, 4, 800));
        run(cluster, new KilledDatabase(servers), new Phase.Goal(40_000, 12, 1_000));
        run(cluster, new StoppedDatabase(servers), new Phase.Goal(40_000, 12, 1_000));
      }
    }
  }

  void heldLocks() {
    try (PostgresPair servers = PostgresPair.start()) {
      String database = servers.url(servers.createDatabase());
      NodeStore store = NodeStore.onPostgres(database);
      try (Cluster cluster = Cluster.start(store, nodes(store))) {
        run(cluster, HeldLocks.onGrants(database), new Phase.Goal(25_000, 5, 800));
        run(cluster, HeldLocks.onRows(database), new Phase.Goal(25_000, 5, 800));
      }
    }
  }

  /** Each failover has servers of its own, because the nodes know only one standby. */
  void failovers() {
    for (int i = 0; i < campaign.scaled(FAILOVERS); i++) {
      try (PostgresPair servers = PostgresPair.start()) {
        NodeStore store = NodeStore.onPostgres(servers.url(servers.createDatabase()));
        try (Cluster cluster = Cluster.start(store, nodes(store))) {
          run(cluster, new Failover(servers), new Phase.Goal(15_000, 1, 3_000));
        }
      }
    }
  }

  /** Two nodes with a cluster whose failovers nobody helps. */
  void patroni() {
    try (PatroniCluster servers = PatroniCluster.start()) {
      NodeStore store = NodeStore.onPostgres(servers.createDatabase());
      List<Node> nodes = List.of(store.node(1), store.node(2));
      try (Cluster cluster = Cluster.start(store, nodes)) {
        PatroniFault.all(servers)
            .forEach(fault -> run(cluster, fault, new Phase.Goal(10_000, 2, 1_000)));
      }
    }
  }

  void network() {
    try (PostgresPair servers = PostgresPair.start()) {
      String database = servers.createDatabase();
      List<TcpProxy> proxies =
          Stream.generate(() -> TcpProxy.to(servers.primaryPort())).limit(NODES).toList();
      NodeStore store = NodeStore.onPostgres(servers.url(database));
      List<Node> nodes =
          IntStream.range(0, NODES)
              .mapToObj(i -> {
                String url = PostgresPair.url(database, proxies.get(i).port());
                return store.nodeAt(i + 1, url);
              })
              .toList();
      try (Cluster cluster = Cluster.start(store, nodes)) {
        run(cluster, BrokenNetwork.cut(proxies), new Phase.Goal(40_000, 30, 800));
        run(cluster, BrokenNetwork.stalled(proxies), new Phase.Goal(30_000, 6, 800));
        run(cluster, BrokenNetwork.halfOpen(proxies), new Phase.Goal(30_000, 6, 800));
        for (TcpProxy.Direction direction : TcpProxy.Direction.values()) {
          run(cluster, BrokenNetwork.oneWay(proxies, direction), new Phase.Goal(15_000, 3, 800));
        }
        run(cluster, BrokenNetwork.withoutAnswerToCommit(proxies), new Phase.Goal(40_000, 30, 800));
        run(
            cluster,
            new LostHost(nodes, proxies, campaign.random()),
            new Phase.Goal(30_000, 6, 800));
      } finally {
        proxies.forEach(TcpProxy::close);
      }
    }
  }

  /** The nodes use the time of the database, so no deadline moves with their own clocks. */
  void steppedClocks() {
    try (PostgresPair servers = PostgresPair.start()) {
      NodeStore store = NodeStore.onPostgres(servers.url(servers.createDatabase()));
      List<NodeClock> clocks = Stream.generate(NodeClock::new).limit(NODES).toList();
      List<Node> nodes =
          IntStream.range(0, NODES).mapToObj(i -> store.node(i + 1, clocks.get(i).shim())).toList();
      try (Cluster cluster = Cluster.start(store, nodes)) {
        run(
            cluster,
            new SteppedClocks(clocks, campaign.random()),
            new Phase.Goal(40_000, 12, 1_000));
      }
    }
  }

  private static List<Node> nodes(NodeStore store) {
    return IntStream.rangeClosed(1, NODES).mapToObj(number -> store.node(number)).toList();
  }

  private void run(Cluster cluster, Fault fault, Phase.Goal goal) {
    campaign.run(cluster, fault, goal, Deadlines.DEFAULT);
  }
}
