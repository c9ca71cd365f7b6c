package dev.latchkey.faults.history.run;

import java.util.List;

/** The running nodes of one store. */
record Cluster(NodeStore store, List<Node> nodes) implements AutoCloseable {
  static Cluster start(NodeStore store, List<Node> nodes) {
    nodes.forEach(Node::start);
    return new Cluster(store, nodes);
  }

  @Override
  public void close() {
    nodes.forEach(Node::close);
  }
}
