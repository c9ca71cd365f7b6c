package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.edge.http.Traffic;
import dev.latchkey.model.Network;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/** The connections of a server and what they hold: in all, and of each network. */
final class ConnectionTotals implements Traffic {
  private final Holdings all = new Holdings();
  private final Map<Network, Holdings> byNetwork = new ConcurrentHashMap<>();
  private final Map<Cut, LongAdder> cuts = new EnumMap<>(Cut.class);
  private final List<EventLoopContext> loops = new CopyOnWriteArrayList<>();

  ConnectionTotals() {
    for (Cut why : Cut.values()) {
      cuts.put(why, new LongAdder());
    }
  }

  void add(EventLoopContext loop) {
    loops.add(loop);
  }

  Holdings all() {
    return all;
  }

  /** Clients hold too much memory: the loops that hold most of it close connections. */
  void freeMemory() {
    loops.forEach(EventLoopContext::freeMemorySoon);
  }

  /** Counts a new connection. Returns false if there are now more than the limit allows. */
  boolean opened(ConnectionLimits limits) {
    return all.addConnections(1) <= limits.total();
  }

  void closed() {
    all.addConnections(-1);
  }

  /**
   * Counts a new connection of a network. Returns what the network holds, or empty, and does not
   * count it, if the network has reached its limit.
   */
  Optional<Holdings> openedFrom(Network network, ConnectionLimits limits) {
    var joined = new boolean[1];
    Holdings holdings =
        byNetwork.compute(
            network,
            (same, known) -> {
              Holdings now = known == null ? new Holdings() : known;
              joined[0] = now.connections() < limits.byAddress();
              now.addConnections(joined[0] ? 1 : 0);
              return now;
            });
    return joined[0] ? Optional.of(holdings) : Optional.empty();
  }

  void closedFrom(Network network) {
    byNetwork.computeIfPresent(
        network,
        (same, holdings) -> {
          holdings.addConnections(-1);
          return holdings.isEmpty() ? null : holdings;
        });
  }

  /** A request has ended after its connection: perhaps it was the last of its network. */
  void forgetIfEmpty(Network network) {
    byNetwork.computeIfPresent(network, (same, holdings) -> holdings.isEmpty() ? null : holdings);
  }

  void countCut(Cut why) {
    count(why).increment();
  }

  @Override
  public int open() {
    return all.connections();
  }

  @Override
  public long heldBytes() {
    return all.bytes();
  }

  @Override
  public long cut(Cut why) {
    return count(why).sum();
  }

  private LongAdder count(Cut why) {
    return Objects.requireNonNull(cuts.get(why));
  }
}
