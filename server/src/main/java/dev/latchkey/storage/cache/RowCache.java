package dev.latchkey.storage.cache;

import dev.latchkey.storage.database.ChangeVersions;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A cache of values that were read from rows. A value is valid until one of its rows changes
 * (decision 3.7). A key has a few slots in a table of fixed size. If all of them are taken, the new
 * value replaces one of the values there.
 */
public final class RowCache<K, V> {
    /**
     * A key has more than one slot, so that two keys with the same slots do not evict each other
     * all the time.
     */
    private static final int SLOTS_PER_KEY = 4;

    private final ChangeVersions versions;
    private final ToLongFunction<K> hash;
    private final AtomicReferenceArray<@Nullable Cached<K, V>> slots;

    /**
     * Which slot is replaced next. It is not synchronized: two callers may get the same slot, which
     * does no harm.
     */
    private int nextVictim;

    /** {@code hash} gives a number for each key that differs between most keys. */
    public RowCache(ChangeVersions versions, int slots, ToLongFunction<K> hash) {
        this.versions = versions;
        this.hash = hash;
        this.slots = new AtomicReferenceArray<>(slots);
    }

    /** The cached value of this key, unless a commit that is complete by now has changed it. */
    public Optional<V> find(K key) {
        if (peek(key).isEmpty()) {
            return Optional.empty();
        }
        versions.catchUp();
        return peek(key);
    }

    /**
     * The same for a caller that has already waited for the commits of other processes. This method
     * never waits.
     */
    public Optional<V> peek(K key) {
        return current(key).map(Cached::value);
    }

    /**
     * The same, but only if the value was cached before that moment. Then it was also valid at that
     * moment.
     */
    public Optional<V> peek(K key, ChangeVersions.Moment moment) {
        return current(key).filter(cached -> cached.since <= moment.finished()).map(Cached::value);
    }

    private Optional<Cached<K, V>> current(K key) {
        int first = firstSlot(key);
        for (int slot = first; slot < first + SLOTS_PER_KEY; slot++) {
            Cached<K, V> cached = slots.get(slot);
            if (cached != null && cached.key.equals(key)) {
                if (cached.stamp == versions.stamp(cached.dependencies)) {
                    return Optional.of(cached);
                }
                slots.compareAndSet(slot, cached, null);
            }
        }
        return Optional.empty();
    }

    /** To be called before the store is queried. */
    public ChangeVersions.Moment moment() {
        return versions.moment();
    }

    /**
     * Caches what was read since {@code before}, unless its rows may have changed since then.
     * Returns whether it was cached.
     */
    public boolean keep(
            K key, V value, ChangeVersions.Dependencies rows, ChangeVersions.Moment before) {
        OptionalLong stamp = versions.stamp(rows, before);
        if (stamp.isPresent()) {
            long since = versions.moment().finished();
            slots.set(slotFor(key), new Cached<>(key, value, rows, stamp.getAsLong(), since));
        }
        return stamp.isPresent();
    }

    /** Chooses the slot that already has this key, or an empty one, or one of them in turn. */
    private int slotFor(K key) {
        int first = firstSlot(key);
        int chosen = first + Math.floorMod(nextVictim++, SLOTS_PER_KEY);
        for (int slot = first; slot < first + SLOTS_PER_KEY; slot++) {
            Cached<K, V> cached = slots.get(slot);
            if (cached != null && cached.key.equals(key)) {
                return slot;
            }
            if (cached == null) {
                chosen = slot;
            }
        }
        return chosen;
    }

    private int firstSlot(K key) {
        long mixed = hash.applyAsLong(key) * 0x9e37_79b9_7f4a_7c15L;
        return (int) (mixed >>> 40) % (slots.length() / SLOTS_PER_KEY) * SLOTS_PER_KEY;
    }

    private record Cached<K, V>(
            K key, V value, ChangeVersions.Dependencies dependencies, long stamp, long since) {}
}
