package dev.latchkey.bench;

import dev.latchkey.bench.host.StartedServer;
import dev.latchkey.host.HostFault;
import dev.latchkey.load.Address;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Measures checks and refreshes at one, two, four and more nodes on one PostgreSQL. All nodes share
 * the one processor of the server. Then it revokes ten thousand tokens, each at one node, and
 * checks each at once at all nodes.
 */
final class NodesScenario {
  private static final int REVOCATIONS = 10_000;
  private static final int AT_ONCE = 16;

  private final Trial trial;

  private NodesScenario(Trial trial) {
    this.trial = trial;
  }

  static void run(Trial trial) {
    if (trial.managed().store().database().isEmpty()) {
      trial.report().note("Several nodes need --store postgres: SQLite has one.");
      return;
    }
    new NodesScenario(trial).run();
  }

  private void run() {
    var nodes = new ArrayList<StartedServer>(List.of(trial.managed().server()));
    try {
      askAboutAll(nodes.getFirst());
      Result one = measure(nodes);
      refresh(nodes);
      while (nodes.size() < trial.plan().nodes()) {
        int twice = Math.min(2 * nodes.size(), trial.plan().nodes());
        while (nodes.size() < twice) {
          nodes.add(another());
        }
        Result more = measure(nodes);
        refresh(nodes);
        trial
            .report()
            .add(
                Aim.atLeast(
                    nodes.size() + " nodes on one processor, of one node's rate",
                    more.max().perSecond() / one.max().perSecond(),
                    1,
                    ""));
      }
      List<String> tokens = tokens();
      long stale = stale(nodes.stream().map(StartedServer::address).toList(), tokens);
      trial
          .report()
          .add(
              Aim.atMost(
                  String.format(
                      Locale.ROOT,
                      "of %,d tokens revoked at one node, still active at another",
                      tokens.size()),
                  (double) stale,
                  0,
                  ""));
    } finally {
      nodes.subList(1, nodes.size()).forEach(StartedServer::close);
    }
  }

  /**
   * Starts another node. Every token is checked there once, as at a node that has been up for a
   * while.
   */
  private StartedServer another() {
    StartedServer node =
        trial
            .managed()
            .store()
            .serve(trial.cores()::forServer, trial.managed().upstream().address());
    askAboutAll(node);
    return node;
  }

  private void askAboutAll(StartedServer node) {
    trial
        .meter()
        .once(
            "nodes-first",
            Optional.empty(),
            IntrospectCaller.eachOnce(trial.meter(), calls(node.address()), trial.stock()));
  }

  private Result measure(List<StartedServer> nodes) {
    Result result =
        trial
            .meter()
            .full(
                Target.get("nodes-" + nodes.size(), Optional.empty()),
                trial
                    .meter()
                    .callers(i ->
                        new IntrospectCaller(
                            calls(nodes.get(i % nodes.size()).address()), trial.stock(), i)));
    return trial.report().add(result);
  }

  private void refresh(List<StartedServer> nodes) {
    trial
        .report()
        .add(
            trial
                .meter()
                .full(
                    Target.post("refresh-nodes-" + nodes.size(), Optional.empty()),
                    trial
                        .meter()
                        .callers(i ->
                            new RefreshCaller(
                                calls(nodes.get(i % nodes.size()).address()), pair()))));
  }

  private IssuedPair pair() {
    return trial
        .stock()
        .takePair()
        .orElseThrow(() -> new HostFault("the stock of pairs is used up: raise --stock"));
  }

  private List<String> tokens() {
    return IntStream.range(0, REVOCATIONS)
        .mapToObj(i -> trial.stock().takePair())
        .flatMap(Optional::stream)
        .map(IssuedPair::access)
        .toList();
  }

  private long stale(List<Address> nodes, List<String> tokens) {
    trial.meter().print("revoking at one node, asking the others");
    var stale = new AtomicLong();
    var turn = new AtomicLong();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        workers.add(
            threads.submit(() -> {
              revoke(nodes, tokens, turn, stale);
              return true;
            }));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } catch (ExecutionException | InterruptedException broken) {
      throw new HostFault("the revocations were interrupted", broken);
    }
    return stale.get();
  }

  private void revoke(List<Address> nodes, List<String> tokens, AtomicLong turn, AtomicLong stale)
      throws IOException {
    var connections = new ArrayList<Connection>();
    try {
      for (Address node : nodes) {
        connections.add(Connection.open(node));
      }
      for (int i = (int) turn.getAndIncrement();
          i < tokens.size();
          i = (int) turn.getAndIncrement()) {
        int at = i % nodes.size();
        String token = tokens.get(i);
        Browser.expect(200, connections.get(at).ask(calls(nodes.get(at)).revoke(token)));
        for (int other = 0; other < nodes.size(); other++) {
          byte[] check = calls(nodes.get(other)).introspect(token);
          if (!IntrospectCaller.isInactive(connections.get(other).ask(check))) {
            stale.incrementAndGet();
          }
        }
      }
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  private Calls calls(Address node) {
    return new Calls(node, trial.calls().identity());
  }
}
