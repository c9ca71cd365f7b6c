package dev.latchkey.usage;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.stream.Gatherers;

/**
 * Values by key, joined as they come in and poured out in bites. A value is never changed, only
 * replaced: so taking a key away takes exactly what was joined before, and what comes after begins
 * anew.
 *
 * <p>It holds about {@code most} keys. One more is left out until the next pouring, while those
 * held go on: the memory of what is in use all the time is worth more than a newcomer's.
 */
final class Gathered<K, V> {
    private static final int BITE = 200;

    private final Map<K, V> held = new ConcurrentHashMap<>();
    private final LongAdder leftOut = new LongAdder();
    private final Comparator<K> order;
    private final BinaryOperator<V> join;
    private final int most;

    /** In this order all nodes write, so that no two ever wait for each other's rows. */
    Gathered(Comparator<K> order, BinaryOperator<V> join, int most) {
        this.order = order;
        this.join = join;
        this.most = most;
    }

    void add(K key, V value) {
        if (held.size() < most || held.containsKey(key)) {
            held.merge(key, value, join);
        } else {
            leftOut.increment();
        }
    }

    /** What {@code storage} does not take is held on to. */
    void pour(Consumer<Map<K, V>> storage) {
        held.keySet().stream()
                .sorted(order)
                .gather(Gatherers.windowFixed(BITE))
                .forEach(keys -> pour(keys, storage));
    }

    private void pour(List<K> keys, Consumer<Map<K, V>> storage) {
        var bite = new LinkedHashMap<K, V>();
        for (K key : keys) {
            V value = held.remove(key);
            if (value != null) {
                bite.put(key, value);
            }
        }
        try {
            storage.accept(bite);
        } catch (RuntimeException failed) {
            bite.forEach((key, value) -> held.merge(key, value, join));
            throw failed;
        }
    }

    /** How many times something was left out since this was last asked. */
    long takeLeftOut() {
        return leftOut.sumThenReset();
    }
}
