package dev.latchkey.edge.http.netty;

import dev.latchkey.model.process.Background;
import java.util.concurrent.Executor;

/**
 * Computes the keys and signatures of TLS handshakes on threads of their own. Each takes
 * milliseconds, for which an event loop would serve nobody. Networks take turns, so a flood of
 * handshakes from one network delays only its own.
 */
final class HandshakeTasks implements AutoCloseable {
  private final Turns<Holdings, Runnable> tasks = new Turns<>();
  private boolean isClosed;

  /** {@code threads} of a processor each are the most that handshakes can take. */
  HandshakeTasks(int threads) {
    for (int i = 0; i < threads; i++) {
      Background.repeat("tls-" + i, this::isOpen, () -> next().run(), () -> {}).start();
    }
  }

  /** Runs the tasks of one connection. It has one at a time. */
  Executor of(Holdings network) {
    return task -> add(network, task);
  }

  private synchronized void add(Holdings network, Runnable task) {
    tasks.add(network, task);
    notify();
  }

  private synchronized boolean isOpen() {
    return !isClosed;
  }

  private synchronized Runnable next() throws InterruptedException {
    while (tasks.isEmpty()) {
      if (isClosed) {
        return () -> {};
      }
      wait();
    }
    return tasks.next();
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    notifyAll();
  }
}
