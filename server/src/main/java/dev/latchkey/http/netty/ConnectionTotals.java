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

/** The number of all connections of a server and the memory that they use together. */
final class ConnectionTotals implements Traffic {
    private final AtomicInteger open = new AtomicInteger();
    private final Map<Network, Integer> byNetwork = new ConcurrentHashMap<>();
    private final AtomicLong incomplete = new AtomicLong();
    private final AtomicLong unsent = new AtomicLong();
    private final Map<Cut, LongAdder> cuts = new EnumMap<>(Cut.class);
    private final List<Loop> loops = new CopyOnWriteArrayList<>();

    ConnectionTotals() {
        for (Cut why : Cut.values()) {
            cuts.put(why, new LongAdder());
        }
    }

    void add(Loop loop) {
        loops.add(loop);
    }

    /** A limit on bytes is exceeded: the loops that hold most of the bytes close connections. */
    void enforceByteLimits() {
        loops.forEach(Loop::enforceByteLimits);
    }

    /** Counts a new connection. Returns false if there are now more than the limit allows. */
    boolean opened(ConnectionLimits limits) {
        return open.incrementAndGet() <= limits.total();
    }

    void closed() {
        open.decrementAndGet();
    }

    /**
     * Counts a new connection of a network. Returns false, and does not count it, if the network
     * has reached its limit.
     */
    boolean openedFrom(Network network, ConnectionLimits limits) {
        int[] now = new int[1];
        byNetwork.compute(
                network,
                (same, before) -> {
                    now[0] = before == null ? 1 : before + 1;
                    return now[0] > limits.byAddress() ? before : Integer.valueOf(now[0]);
                });
        return now[0] <= limits.byAddress();
    }

    void closedFrom(Network network) {
        byNetwork.computeIfPresent(network, (same, before) -> before == 1 ? null : before - 1);
    }

    /**
     * Adds bytes of incomplete requests, or subtracts them if {@code bytes} is negative. Returns
     * false if the limit is now exceeded.
     */
    boolean addIncomplete(long bytes, ConnectionLimits limits) {
        return incomplete.addAndGet(bytes) <= limits.incompleteBytes();
    }

    /** The same for bytes of answers that clients have not read. */
    boolean addUnsent(long bytes, ConnectionLimits limits) {
        return unsent.addAndGet(bytes) <= limits.unsentBytes();
    }

    void countCut(Cut why) {
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
