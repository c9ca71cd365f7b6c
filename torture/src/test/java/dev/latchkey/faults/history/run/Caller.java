package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** One client thread: its connections, its random numbers, and the operations that it records. */
public final class Caller implements AutoCloseable {
  private static final int STUBBORN_PERCENT = 5;
  private static final long REFUSED_NANOS = 30_000_000;

  private final List<Node> nodes;
  private final Recording recording;
  private final SplittableRandom random;
  private final Map<Node, NodeConnection> connections = new HashMap<>();

  Caller(List<Node> nodes, Recording recording, SplittableRandom random) {
    this.nodes = nodes;
    this.recording = recording;
    this.random = random;
  }

  public List<Node> nodes() {
    return nodes;
  }

  public SplittableRandom random() {
    return random;
  }

  public boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  public <T> T oneOf(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  /**
   * Chooses a node. A node that has just failed is chosen rarely. Otherwise all callers would wait
   * for it.
   */
  public Node node() {
    Node node = oneOf(nodes);
    for (int i = 0; i < nodes.size() && !isUsable(node) && !chance(STUBBORN_PERCENT); i++) {
      node = oneOf(nodes);
    }
    return node;
  }

  /** Whether the node can be expected to answer soon. */
  public boolean isUsable(Node node) {
    return !node.isAvoided() && (nodes.size() == 1 || !node.isCrowded());
  }

  public Reply ask(Node node, byte[] request) {
    NodeConnection connection = connections.computeIfAbsent(node, NodeConnection::new);
    node.beginWaiting();
    Reply reply = connection.ask(request);
    node.endWaiting();
    if (reply.isUnsent()) {
      LockSupport.parkNanos(REFUSED_NANOS);
    }
    return reply;
  }

  /** Records an operation, unless no node received the request. */
  public void note(Act act, Reply reply, Outcome outcome) {
    if (!reply.isUnsent()) {
      recording.add(act, reply, outcome);
    }
  }

  /** Records that an answer proves nothing. */
  public void ignore(Act act, Reply reply) {
    recording.ignore(act, reply);
  }

  /** Creates another caller of the same nodes, for operations that run at the same time. */
  public Caller newCaller() {
    return new Caller(nodes, recording, random.split());
  }

  @Override
  public void close() {
    connections.values().forEach(NodeConnection::close);
  }
}
