package dev.latchkey.upgrade;

import dev.latchkey.harness.Poll;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.wire.Http;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Chooses a node for each request as a proxy does: only among those that say they are ready. */
final class Balancer implements AutoCloseable {
  private static final long BETWEEN_CHECKS_NANOS = 50_000_000;

  private final List<String> nodes = new CopyOnWriteArrayList<>();
  private final List<String> ready = new CopyOnWriteArrayList<>();
  private final AtomicInteger count = new AtomicInteger();
  private final Http http = Http.here();
  private final Thread checks = Thread.ofVirtual().unstarted(this::check);
  private volatile boolean isClosed;

  Balancer() {
    checks.start();
  }

  void add(Program node) {
    nodes.add(node.url());
    Poll.until(() -> ready.contains(node.url()), "the node to be ready");
  }

  /** Stops a node as a service manager does. */
  void stop(Program node) {
    node.stop();
    Poll.until(() -> !node.isRunning(), "the node to stop");
    nodes.remove(node.url());
  }

  boolean isReady(Program node) {
    return ready.contains(node.url());
  }

  /** The node for the next request. */
  String next() {
    List<String> now = List.copyOf(ready);
    if (now.isEmpty()) {
      throw new AssertionError("no node is ready");
    }
    return now.get(Math.floorMod(count.getAndIncrement(), now.size()));
  }

  private void check() {
    while (!isClosed) {
      for (String node : nodes) {
        if (isReady(node)) {
          if (!ready.contains(node)) {
            ready.add(node);
          }
        } else {
          ready.remove(node);
        }
      }
      LockSupport.parkNanos(BETWEEN_CHECKS_NANOS);
    }
  }

  private boolean isReady(String node) {
    try {
      return http.get(node + "/health/ready").status() == 200;
    } catch (UncheckedIOException unreachable) {
      return false;
    }
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
