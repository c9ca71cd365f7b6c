package dev.latchkey.gateway;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where an upstream's calls go: each address in turn, and the ones that failed lately only when no
 * other is left.
 */
final class Addresses {
    private static final Duration ASIDE_AT_FIRST = Duration.ofSeconds(1);
    private static final int DOUBLINGS = 5;

    private final List<URI> all;
    private final AtomicInteger turn = new AtomicInteger();
    private final Map<URI, Failing> failing = new ConcurrentHashMap<>();

    private record Failing(int times, long until) {}

    Addresses(List<URI> all) {
        this.all = List.copyOf(all);
    }

    /** In the order in which they are to be tried now. */
    List<URI> inOrder() {
        int first = Math.floorMod(turn.getAndIncrement(), all.size());
        var order = new ArrayList<URI>(all.size());
        order.addAll(all.subList(first, all.size()));
        order.addAll(all.subList(0, first));
        if (!failing.isEmpty()) {
            long now = System.nanoTime();
            order.sort(Comparator.comparing(address -> isAside(address, now)));
        }
        return order;
    }

    void failed(URI address) {
        failing.compute(
                address,
                (same, before) -> {
                    int times = before == null ? 0 : Math.min(before.times() + 1, DOUBLINGS);
                    return new Failing(
                            times, System.nanoTime() + (ASIDE_AT_FIRST.toNanos() << times));
                });
    }

    void works(URI address) {
        failing.remove(address);
    }

    private boolean isAside(URI address, long now) {
        Failing known = failing.get(address);
        return known != null && known.until() - now > 0;
    }
}
