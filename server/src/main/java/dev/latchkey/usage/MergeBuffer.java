package dev.latchkey.usage;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Gatherers;

/**
 * Values by key, joined as they come in and poured out in bites. Taking a key away takes exactly
 * what was joined before, and what comes after begins anew.
 *
 * <p>It holds about {@code most} keys. One more is left out until the next pouring, while those
 * held go on: the memory of what is in use all the time is worth more than a newcomer's.
 */
final class MergeBuffer<K, V> {
    private static final int BITE = 200;

    private final Map<K, Merged<V>> held = new ConcurrentHashMap<>();
    private final LongAdder leftOut = new LongAdder();
    private final Comparator<K> order;
    private final Supplier<Merged<V>> cells;
    private final int most;
    private List<K> round = List.of();
    private int turn;

    /** In this order all nodes write, so that no two ever wait for each other's rows. */
    MergeBuffer(Comparator<K> order, Supplier<Merged<V>> cells, int most) {
        this.order = order;
        this.cells = cells;
        this.most = most;
    }

    void add(K key, V value) {
        Merged<V> cell = held.get(key);
        if (cell != null && cell.add(value)) {
            return;
        }
        if (held.size() < most) {
            join(key, value);
        } else {
            leftOut.increment();
        }
    }

    /** A cell that was taken has left the map before, so the next one found is another. */
    private void join(K key, V value) {
        Merged<V> cell;
        do {
            cell = held.computeIfAbsent(key, first -> cells.get());
        } while (!cell.add(value));
    }

    /** What {@code storage} does not take is held on to. */
    void pour(Consumer<Map<K, V>> storage) {
        held.keySet().stream()
                .sorted(order)
                .gather(Gatherers.windowFixed(BITE))
                .forEach(keys -> pour(keys, storage));
    }

    /**
     * Pours a part of what is held: in a round of so many turns, everything that was held at its
     * beginning. So the store is never busy with this for long. True at the end of a round.
     */
    boolean pourPart(int turns, Consumer<Map<K, V>> storage) {
        if (turn == 0) {
            round = held.keySet().stream().sorted(order).toList();
        }
        long size = round.size();
        int from = (int) (size * turn / turns);
        turn = (turn + 1) % turns;
        int to = turn == 0 ? round.size() : (int) (size * turn / turns);
        if (from < to) {
            pour(round.subList(from, to), storage);
        }
        return turn == 0;
    }

    private void pour(List<K> keys, Consumer<Map<K, V>> storage) {
        var bite = new LinkedHashMap<K, V>();
        for (K key : keys) {
            Merged<V> cell = held.remove(key);
            if (cell != null) {
                bite.put(key, cell.take());
            }
        }
        try {
            storage.accept(bite);
        } catch (RuntimeException failed) {
            bite.forEach(this::join);
            throw failed;
        }
    }

    /** How many times something was left out since this was last asked. */
    long takeLeftOut() {
        return leftOut.sumThenReset();
    }
}
