package dev.latchkey.edge.http.netty;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a group of clients makes the server hold: all clients, or those of one network. All loops
 * share it.
 */
final class Holdings {
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger streams = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong bytesAtWork = new AtomicLong();

  /** Each of these adds, or subtracts if the number is negative, and returns the sum. */
  int addConnections(int more) {
    return connections.addAndGet(more);
  }

  int addStreams(int more) {
    return streams.addAndGet(more);
  }

  long addBytes(long more) {
    return bytes.addAndGet(more);
  }

  /** Bytes of requests that are being answered on other threads. Closing frees none of them. */
  long addBytesAtWork(long more) {
    return bytesAtWork.addAndGet(more);
  }

  int connections() {
    return connections.get();
  }

  long bytes() {
    return bytes.get();
  }

  boolean isEmpty() {
    return connections.get() == 0 && bytes.get() == 0;
  }
}
