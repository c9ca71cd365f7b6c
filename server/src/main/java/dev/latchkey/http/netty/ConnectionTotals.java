package dev.latchkey.http.netty;

import dev.latchkey.http.ConnectionLimits;
import dev.latchkey.http.Traffic;
import dev.latchkey.model.Network;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What all connections of a server take up together. */
final class ConnectionTotals implements Traffic {
    private final ConnectionLimits limits;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<Network, Integer> byNetwork = new ConcurrentHashMap<>();
    private final AtomicLong incomplete = new AtomicLong();
    private final AtomicLong unsent = new AtomicLong();
    private final Map<Cut, LongAdder> cuts = new EnumMap<>(Cut.class);
    private final List<Loop> loops = new CopyOnWriteArrayList<>();

    ConnectionTotals(ConnectionLimits limits) {
        this.limits = limits;
        for (Cut why : Cut.values()) {
            cuts.put(why, new LongAdder());
        }
    }

    void add(Loop loop) {
        loops.add(loop);
    }

    /** More is held than may be: the loops that hold the most of it give some up. */
    void relieve() {
        loops.forEach(Loop::relieve);
    }

    ConnectionLimits limits() {
        return limits;
    }

    /** False if there are more now than there may be. */
    boolean opened() {
        return open.incrementAndGet() <= limits.total();
    }

    void closed() {
        open.decrementAndGet();
    }

    /** False if the network has as many connections as it may; then this one is not counted. */
    boolean enter(Network network) {
        int[] now = new int[1];
        byNetwork.compute(
                network,
                (same, before) -> {
                    now[0] = before == null ? 1 : before + 1;
                    return now[0] > limits.byAddress() ? before : Integer.valueOf(now[0]);
                });
        return now[0] <= limits.byAddress();
    }

    void leave(Network network) {
        byNetwork.computeIfPresent(network, (same, before) -> before == 1 ? null : before - 1);
    }

    /** False if there is more now than there may be. */
    boolean holds(long bytes) {
        return incomplete.addAndGet(bytes) <= limits.incompleteBytes();
    }

    boolean owes(long bytes) {
        return unsent.addAndGet(bytes) <= limits.unsentBytes();
    }

    void cutFor(Cut why) {
        count(why).increment();
    }

    @Override
    public int open() {
        return open.get();
    }

    @Override
    public long incompleteBytes() {
        return incomplete.get();
    }

    @Override
    public long unsentBytes() {
        return unsent.get();
    }

    @Override
    public long cut(Cut why) {
        return count(why).sum();
    }

    private LongAdder count(Cut why) {
        return Objects.requireNonNull(cuts.get(why));
    }
}
