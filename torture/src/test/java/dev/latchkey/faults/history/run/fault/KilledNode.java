package dev.latchkey.faults.history.run.fault;

import dev.latchkey.faults.history.run.Node;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Ends one node with {@code kill -9}, and starts it again at once. */
public final class KilledNode implements Fault {
  private final List<Node> nodes;
  private final SplittableRandom random;
  private Node struck;

  public KilledNode(List<Node> nodes, SplittableRandom random) {
    this.nodes = nodes;
    this.random = random;
    this.struck = nodes.getFirst();
  }

  @Override
  public String name() {
    return "kill -9 of a node";
  }

  @Override
  public void strike() {
    struck = nodes.get(random.nextInt(nodes.size()));
    struck.kill();
  }

  @Override
  public void heal() {
    struck.start();
  }

  @Override
  public Optional<Node> struck() {
    return Optional.of(struck);
  }

  @Override
  public boolean endsTheOnlyWriter() {
    return nodes.size() == 1;
  }
}
