package dev.latchkey.faults.history.run.fault;

import dev.latchkey.faults.history.run.Node;
import dev.latchkey.harness.network.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The host of one node disappears while the node works. The database does not notice this, and
 * keeps the locks of the node's transactions. Later the host comes back.
 */
public final class LostHost implements Fault {
  private final List<Node> nodes;
  private final List<TcpProxy> proxies;
  private final SplittableRandom random;
  private int struck;

  /** The proxies are in the order of the nodes. */
  public LostHost(List<Node> nodes, List<TcpProxy> proxies, SplittableRandom random) {
    this.nodes = nodes;
    this.proxies = proxies;
    this.random = random;
  }

  @Override
  public String name() {
    return "a node's host lost";
  }

  @Override
  public void strike() {
    struck = random.nextInt(nodes.size());
    nodes.get(struck).pause();
    proxies.get(struck).loseClients();
    nodes.get(struck).kill();
  }

  @Override
  public void heal() {
    proxies.get(struck).forgetLostClients();
    nodes.get(struck).start();
  }

  @Override
  public Duration lasts() {
    return Duration.ofSeconds(12);
  }

  @Override
  public Optional<Node> struck() {
    return Optional.of(nodes.get(struck));
  }
}
