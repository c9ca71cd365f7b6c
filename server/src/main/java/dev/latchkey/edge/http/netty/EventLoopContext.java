package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.CatchUp;
import dev.latchkey.edge.http.ClientTimeouts;
import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Routes;
import dev.latchkey.edge.http.Traffic.Cut;
import io.netty.channel.EventLoop;
import io.netty.util.internal.PlatformDependent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * One event loop, its client connections, and its connections to services. The client connections
 * are kept in the order in which they were last seen waiting for their clients. No other thread
 * touches any of it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The library logs a failed task.
final class EventLoopContext {
  static final long CHECK_MILLIS = 500;

  private static final long YIELD_NANOS = 500_000;

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final EventLoop thread;
  private final Shared shared;
  private final LinkedHashSet<WatchedConnection> watched = new LinkedHashSet<>();
  private final UpstreamPools upstreams = new UpstreamPools(this);
  private final AtomicBoolean isToFreeMemory = new AtomicBoolean();
  private boolean mustFreeMemory;
  private long now = System.nanoTime();

  /** What the settings of this moment say. No other thread changes it. */
  private Server.Service service;

  /** How many requests are being answered on other threads. */
  private int onOtherThreads;

  private boolean isDraining;

  private long yieldedAt = now;

  private long dateSecond = Long.MIN_VALUE;
  private byte[] date = {};
  private AnswerHead.Encoded encoded = AnswerHead.Encoded.of(List.of());

  EventLoopContext(EventLoop thread, Shared shared, Server.Service service) {
    this.thread = thread;
    this.shared = shared;
    this.service = service;
    shared.totals.add(this);
    thread.scheduleWithFixedDelay(
        () -> LoopErrors.guard(this::checkAll), CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** What all loops of a server share. */
  record Shared(ConnectionTotals totals, int loops) {}

  EventLoop thread() {
    return thread;
  }

  /** From now on requests and connections are served so. To be called on the loop's thread. */
  void serve(Server.Service latest) {
    service = latest;
  }

  Routes routes() {
    return service.routes();
  }

  CatchUp catchUp() {
    return service.catchUp();
  }

  ClientTimeouts timeouts() {
    return service.timeouts();
  }

  ConnectionLimits limits() {
    return service.limits();
  }

  ConnectionTotals totals() {
    return shared.totals;
  }

  /** The number of loops, which share the limits of the whole server equally. */
  int loops() {
    return shared.loops;
  }

  UpstreamPools upstreams() {
    return upstreams;
  }

  /** The time in nanoseconds at the last regular check. It is up to half a second old. */
  long roughNow() {
    return now;
  }

  /** Runs an act on the loop: at once if the caller is on the loop's thread already. */
  void run(Runnable act) {
    if (thread.inEventLoop()) {
      act.run();
    } else {
      thread.execute(act);
    }
  }

  /** A request continues on another thread. */
  void callHandedOver() {
    onOtherThreads++;
  }

  void callReturned() {
    onOtherThreads--;
  }

  /**
   * Offers the processor to other threads. It is called between two connections, while a request
   * waits for other threads.
   *
   * <p>A loop that is never idle keeps its processor until the operating system takes it away. A
   * request that moves from thread to thread would wait for that each time. So the loop yields, but
   * at most once in half a millisecond; otherwise threads that compute for a long time would get
   * all of the processor.
   */
  @SuppressWarnings(
      "ThreadPriorityCheck") // Correctness does not depend on it; it only makes answers
  // faster.
  void yieldProcessor() {
    if (onOtherThreads > 0 && System.nanoTime() - yieldedAt > YIELD_NANOS) {
      Thread.yield();
      yieldedAt = System.nanoTime();
    }
  }

  void watch(WatchedConnection connection) {
    watched.addLast(connection);
  }

  void forget(WatchedConnection connection) {
    watched.remove(connection);
  }

  /**
   * Closes the connection that has waited for its client longest. Returns false if no connection
   * waits for its client.
   *
   * <p>The list is not reordered with each request. Instead a connection that was busy since it was
   * put in its place is moved to the end here, before another one is chosen.
   */
  boolean makeRoom() {
    for (int i = watched.size(); i > 0; i--) {
      WatchedConnection first = watched.getFirst();
      if (first.waitsForClient() && first.account().hasWaitedSinceMoved()) {
        first.cut(Cut.MADE_ROOM);
        return true;
      }
      first.account().movedToEnd();
      watched.addLast(first);
    }
    return false;
  }

  /** Clients hold too much memory. The caller may be in the middle of an operation. */
  void memoryIsExceeded() {
    if (!mustFreeMemory) {
      mustFreeMemory = true;
      totals().freeMemory();
    }
  }

  /** This loop is to free memory when it has the time. It may be called on any thread. */
  void freeMemorySoon() {
    if (isToFreeMemory.compareAndSet(false, true)) {
      thread.execute(() -> LoopErrors.guard(this::freeMemory));
    }
  }

  /**
   * Is called between two connections, when none is in the middle of an operation. Without it all
   * connections from which something can be read would be read before anything is freed.
   */
  void freeMemoryIfExceeded() {
    if (mustFreeMemory) {
      freeMemory();
    }
  }

  private void freeMemory() {
    isToFreeMemory.set(false);
    mustFreeMemory = false;
    ConnectionLimits limits = limits();
    Map<Holdings, List<WatchedConnection>> networks =
        watched.stream().collect(Collectors.groupingBy(one -> one.account().ofNetwork()));
    networks.forEach((network, connections) -> {
      long share = limits.memoryBytesByAddress() / loops();
      if (network.bytes() > limits.memoryBytesByAddress() && bytes(connections) > share) {
        closeLargest(connections, lessThan(share), Cut.ADDRESS_MEMORY);
      }
    });
    long share = limits.memoryBytes() / loops();
    long held = bytes(watched);
    if (isDirectMemoryScarce() || (totals().all().bytes() > limits.memoryBytes() && held > share)) {
      long level = level(networks.values(), lessThan(Math.min(share, held)));
      networks.values().forEach(ofOne -> closeLargest(ofOne, level, Cut.MEMORY));
    }
  }

  /** With a quarter of room, memory is seldom freed. */
  private static long lessThan(long bytes) {
    return bytes / 4 * 3;
  }

  /**
   * How much each network may hold at most, so that all together hold this much. A network that
   * holds less than this level loses nothing.
   */
  private static long level(Collection<List<WatchedConnection>> networks, long inAll) {
    long[] held = networks.stream().mapToLong(EventLoopContext::bytes).sorted().toArray();
    long left = inAll;
    for (int i = 0; i < held.length; i++) {
      long equally = left / (held.length - i);
      if (held[i] > equally) {
        return equally;
      }
      left -= held[i];
    }
    return Long.MAX_VALUE;
  }

  /** Closes the largest and slowest of some connections until they hold no more than this. */
  private static void closeLargest(List<WatchedConnection> some, long most, Cut why) {
    long toFree = bytes(some) - most;
    if (toFree <= 0) {
      return;
    }
    long preciseNow = System.nanoTime();
    List<WatchedConnection> candidates =
        some.stream()
            .filter(one -> one.account().isMostlyFreeable())
            .sorted(
                Comparator.comparingDouble((WatchedConnection one) -> weight(one, preciseNow))
                    .reversed())
            .toList();
    for (WatchedConnection one : candidates) {
      if (toFree <= 0) {
        return;
      }
      toFree -= one.account().freeableBytes();
      one.cut(why);
    }
  }

  private static long bytes(Collection<WatchedConnection> some) {
    return some.stream().mapToLong(one -> one.account().bytes()).sum();
  }

  /**
   * How much a connection should be closed. Its size counts more than its waiting time, because
   * closing a small connection frees hardly anything, however slow it is.
   */
  private static double weight(WatchedConnection one, long now) {
    double bytes = (double) one.account().freeableBytes();
    return bytes * bytes * (double) (1 + now - one.account().waitingSince());
  }

  /**
   * Whether the buffers outside the heap take half of what they may. The accounts say what clients
   * use of them; this notices if buffers are much larger than their contents.
   */
  private static boolean isDirectMemoryScarce() {
    return PlatformDependent.usedDirectMemory() > PlatformDependent.maxDirectMemory() / 2;
  }

  private void checkAll() {
    now = System.nanoTime();
    for (WatchedConnection one : new ArrayList<>(watched)) {
      one.check(now);
    }
    upstreams.check(now);
    if (isDirectMemoryScarce()) {
      memoryIsExceeded();
    }
  }

  /** Encodes headers. The last result is kept, because most answers have the same headers. */
  @SuppressWarnings("ReferenceEquality") // Equal lists are encoded again, with the same result.
  AnswerHead.Encoded encoded(List<Header> headers) {
    if (encoded.lines().headers() != headers) {
      encoded = AnswerHead.Encoded.of(headers);
    }
    return encoded;
  }

  /** The value of the header {@code Date}, formatted once a second. */
  byte[] date() {
    Instant instant = routes().clock().instant();
    if (instant.getEpochSecond() != dateSecond) {
      dateSecond = instant.getEpochSecond();
      date = DATE.format(instant).getBytes(StandardCharsets.US_ASCII);
    }
    return date;
  }

  /** Tells all clients to use other connections, because the server will stop soon. */
  void drain() {
    isDraining = true;
    for (WatchedConnection one : new ArrayList<>(watched)) {
      one.drain();
    }
  }

  boolean isDraining() {
    return isDraining;
  }

  /** Stops all connections, because the server stops. */
  void stop() {
    for (WatchedConnection one : new ArrayList<>(watched)) {
      one.stop();
    }
  }
}
