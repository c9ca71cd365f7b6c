package dev.latchkey.http.netty;

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
 * Where an upstream's calls go: each address in turn, and the ones that failed lately only when no
 * other is left.
 */
final class Addresses {
    private static final Duration ASIDE_AT_FIRST = Duration.ofSeconds(1);
    private static final int DOUBLINGS = 5;

    private final List<URI> all;
    private final LongSupplier nanos;
    private final AtomicInteger turn = new AtomicInteger();
    private final Map<URI, Failing> failing = new ConcurrentHashMap<>();

    private record Failing(int times, long until) {
        boolean isAside(long now) {
            return until - now > 0;
        }
    }

    /** {@code nanos} tells the time that has passed. */
    Addresses(List<URI> all, LongSupplier nanos) {
        this.all = List.copyOf(all);
        this.nanos = nanos;
    }

    /** In the order in which they are to be tried now. */
    List<URI> inOrder() {
        int first = Math.floorMod(turn.getAndIncrement(), all.size());
        var order = new ArrayList<URI>(all.size());
        order.addAll(all.subList(first, all.size()));
        order.addAll(all.subList(0, first));
        if (!failing.isEmpty()) {
            long now = nanos.getAsLong();
            order.sort(Comparator.comparing(address -> isAside(address, now)));
        }
        return order;
    }

    /** Calls that fail at the same time are one failure: none makes the time longer. */
    void failed(URI address) {
        long now = nanos.getAsLong();
        failing.compute(
                address,
                (same, before) -> {
                    if (before != null && before.isAside(now)) {
                        return before;
                    }
                    int times = before == null ? 0 : Math.min(before.times() + 1, DOUBLINGS);
                    return new Failing(times, now + (ASIDE_AT_FIRST.toNanos() << times));
                });
    }

    void works(URI address) {
        failing.remove(address);
    }

    boolean isAside(URI address) {
        return !failing.isEmpty() && isAside(address, nanos.getAsLong());
    }

    private boolean isAside(URI address, long now) {
        Failing known = failing.get(address);
        return known != null && known.isAside(now);
    }
}
