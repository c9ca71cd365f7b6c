package dev.latchkey.edge.http.netty;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * The addresses of an upstream, which take calls in turn. An address that has failed recently is
 * set aside: it is tried only when no other address is left.
 */
final class Addresses {
  private static final Duration FIRST_TIME_ASIDE = Duration.ofSeconds(1);
  private static final int MAX_DOUBLINGS = 5;

  private final List<URI> all;
  private final LongSupplier nanos;
  private final AtomicInteger nextFirst = new AtomicInteger();
  private final Map<URI, Failing> failing = new ConcurrentHashMap<>();

  private record Failing(int times, long until) {
    boolean isSetAside(long now) {
      return until - now > 0;
    }
  }

  /** {@code nanos} is a clock in nanoseconds, such as {@link System#nanoTime}. */
  Addresses(List<URI> all, LongSupplier nanos) {
    this.all = List.copyOf(all);
    this.nanos = nanos;
  }

  /** All addresses, in the order in which a call tries them now. */
  List<URI> inOrder() {
    int first = Math.floorMod(nextFirst.getAndIncrement(), all.size());
    var order = new ArrayList<URI>(all.size());
    order.addAll(all.subList(first, all.size()));
    order.addAll(all.subList(0, first));
    if (!failing.isEmpty()) {
      long now = nanos.getAsLong();
      order.sort(Comparator.comparing(address -> isSetAside(address, now)));
    }
    return order;
  }

  /**
   * Sets an address aside: for one second after the first failure, and for twice as long after each
   * further one. Calls that fail while it is set aside do not make the time longer, because they
   * failed at the same time.
   */
  void failed(URI address) {
    long now = nanos.getAsLong();
    failing.compute(
        address,
        (same, before) -> {
          if (before != null && before.isSetAside(now)) {
            return before;
          }
          int times = before == null ? 0 : Math.min(before.times() + 1, MAX_DOUBLINGS);
          return new Failing(times, now + (FIRST_TIME_ASIDE.toNanos() << times));
        });
  }

  /** The address has answered, so its earlier failures no longer count. */
  void succeeded(URI address) {
    failing.remove(address);
  }

  boolean isSetAside(URI address) {
    return !failing.isEmpty() && isSetAside(address, nanos.getAsLong());
  }

  private boolean isSetAside(URI address, long now) {
    Failing known = failing.get(address);
    return known != null && known.isSetAside(now);
  }
}
