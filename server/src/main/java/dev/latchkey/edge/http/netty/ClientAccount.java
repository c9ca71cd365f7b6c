package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.model.Network;

/**
 * What one connection makes the server hold, and since when it waits for its client. Every object
 * that holds something for a client has a {@link Charge} on the account of its connection, and the
 * account passes each change on to the sums of its network and of all clients.
 *
 * <p>It is used on the thread of the loop only. It outlives its connection while a request of the
 * connection is still being answered, because what that request holds cannot be freed before.
 */
final class ClientAccount {
  private final EventLoopContext loop;
  private final Network network;
  private final Holdings ofNetwork;
  private long bytes;
  private long bytesAtWork;
  private long waitingSince;
  private long movedToEndAt;
  private boolean isClosed;

  ClientAccount(EventLoopContext loop, Network network, Holdings ofNetwork) {
    this.loop = loop;
    this.network = network;
    this.ofNetwork = ofNetwork;
    this.waitingSince = loop.roughNow();
    this.movedToEndAt = waitingSince;
  }

  EventLoopContext loop() {
    return loop;
  }

  Holdings ofNetwork() {
    return ofNetwork;
  }

  long bytes() {
    return bytes;
  }

  /** What closing the connection would free. */
  long freeableBytes() {
    return bytes - bytesAtWork;
  }

  /** A connection whose request is at work is not closed for the little that this would free. */
  boolean isMostlyFreeable() {
    return freeableBytes() > bytesAtWork;
  }

  void add(long more) {
    ConnectionLimits limits = loop.limits();
    bytes += more;
    long inAll = loop.totals().all().addBytes(more);
    long here = ofNetwork.addBytes(more);
    if (more > 0 && (inAll > limits.memoryBytes() || here > limits.memoryBytesByAddress())) {
      loop.memoryIsExceeded();
    }
    if (isClosed && here == 0) {
      loop.totals().forgetIfEmpty(network);
    }
  }

  /**
   * A request goes on on another thread. Returns false, and counts nothing, if the requests that do
   * so hold half of what clients may hold: then this one must be refused, because closing
   * connections would free nothing.
   */
  boolean beginWork(long more) {
    ConnectionLimits limits = loop.limits();
    bytesAtWork += more;
    long inAll = loop.totals().all().addBytesAtWork(more);
    long here = ofNetwork.addBytesAtWork(more);
    if (inAll <= limits.memoryBytes() / 2 && here <= limits.memoryBytesByAddress() / 2) {
      return true;
    }
    endWork(more);
    return false;
  }

  void endWork(long less) {
    bytesAtWork -= less;
    loop.totals().all().addBytesAtWork(-less);
    ofNetwork.addBytesAtWork(-less);
  }

  /** Counts a stream. Returns false if there are now more than the limits allow. */
  boolean openStream() {
    ConnectionLimits limits = loop.limits();
    boolean fits = loop.totals().all().addStreams(1) <= limits.total();
    return ofNetwork.addStreams(1) <= limits.byAddress() && fits;
  }

  void closeStream() {
    loop.totals().all().addStreams(-1);
    ofNetwork.addStreams(-1);
  }

  /** The connection is closed. Its requests may still be at work. */
  void close() {
    isClosed = true;
    loop.totals().closedFrom(network);
  }

  /** The connection waits for its client from now on. */
  void waitsForClientNow() {
    waitingSince = loop.roughNow();
  }

  long waitingSince() {
    return waitingSince;
  }

  /**
   * The connection has been put at the end of the list of connections that may be closed to make
   * room.
   */
  void movedToEnd() {
    movedToEndAt = loop.roughNow();
  }

  boolean hasWaitedSinceMoved() {
    return waitingSince <= movedToEndAt;
  }
}
