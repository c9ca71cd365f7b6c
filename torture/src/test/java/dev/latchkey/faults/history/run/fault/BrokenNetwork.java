package dev.latchkey.faults.history.run.fault;

import dev.latchkey.harness.network.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The network between the nodes and the database fails, for all nodes in the same way. */
public final class BrokenNetwork implements Fault {
  private static final int COMMITS = 20;

  private final String name;
  private final List<TcpProxy> proxies;
  private final Consumer<TcpProxy> breaking;
  private final Duration lasts;

  private BrokenNetwork(
      String name, List<TcpProxy> proxies, Duration lasts, Consumer<TcpProxy> breaking) {
    this.name = name;
    this.proxies = proxies;
    this.lasts = lasts;
    this.breaking = breaking;
  }

  public static BrokenNetwork cut(List<TcpProxy> proxies) {
    return new BrokenNetwork(
        "connections cut", proxies, Duration.ZERO, proxy -> proxy.cut(TcpProxy.Ending.RESET));
  }

  public static BrokenNetwork stalled(List<TcpProxy> proxies) {
    return new BrokenNetwork(
        "connections stalled", proxies, Duration.ofSeconds(6), TcpProxy::stall);
  }

  /** Only one direction fails: the other side still gets what is sent, and its answers are lost. */
  public static BrokenNetwork oneWay(List<TcpProxy> proxies, TcpProxy.Direction direction) {
    String lost =
        switch (direction) {
          case TO_SERVER -> "requests to the database lost";
          case TO_CLIENT -> "answers of the database lost";
        };
    return new BrokenNetwork(
        lost, proxies, Duration.ofSeconds(12), proxy -> proxy.stall(direction));
  }

  /** The database does not notice that its clients are lost. */
  public static BrokenNetwork halfOpen(List<TcpProxy> proxies) {
    return new BrokenNetwork(
        "connections half open", proxies, Duration.ofSeconds(6), TcpProxy::loseClients);
  }

  public static BrokenNetwork withoutAnswerToCommit(List<TcpProxy> proxies) {
    return new BrokenNetwork(
        "answers to COMMIT lost",
        proxies,
        Duration.ofSeconds(1),
        proxy -> proxy.swallowCommits(COMMITS, TcpProxy.Ending.RESET));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void strike() {
    proxies.forEach(breaking);
  }

  @Override
  public void heal() {
    proxies.forEach(TcpProxy::pass);
    proxies.forEach(TcpProxy::forgetLostClients);
  }

  @Override
  public Duration lasts() {
    return lasts;
  }
}
