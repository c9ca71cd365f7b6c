package dev.latchkey.storage.cache;

import dev.latchkey.storage.database.ChangeVersions;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What was read of some rows, by a key, each until one of those rows changes (decision 3.7). A key
 * has a few slots of a fixed table; where all of them are taken, it replaces one of those that
 * stand there.
 */
public final class RowCache<K, V> {
    /** More than one, so that two keys that share them do not evict each other all the time. */
    private static final int SLOTS_OF_A_KEY = 4;

    private final ChangeVersions versions;
    private final ToLongFunction<K> spread;
    private final AtomicReferenceArray<@Nullable Kept<K, V>> slots;

    /** Callers who count at the same time may lose a turn. */
    private int turn;

    /** {@code spread}: a number of each key that tells most of them apart. */
    public RowCache(ChangeVersions versions, int slots, ToLongFunction<K> spread) {
        this.versions = versions;
        this.spread = spread;
        this.slots = new AtomicReferenceArray<>(slots);
    }

    /** What is kept of this key, unless a commit that is done by now has changed it. */
    public Optional<V> find(K key) {
        if (peek(key).isEmpty()) {
            return Optional.empty();
        }
        versions.catchUp();
        return peek(key);
    }

    /** The same for a caller who has caught up with other writers. Never waits. */
    public Optional<V> peek(K key) {
        return current(key).map(Kept::value);
    }

    /** The same, if it was kept before that moment, and so true at it as well. */
    public Optional<V> peek(K key, ChangeVersions.Moment moment) {
        return current(key).filter(kept -> kept.since <= moment.finished()).map(Kept::value);
    }

    private Optional<Kept<K, V>> current(K key) {
        int first = firstSlot(key);
        for (int slot = first; slot < first + SLOTS_OF_A_KEY; slot++) {
            Kept<K, V> kept = slots.get(slot);
            if (kept != null && kept.key.equals(key)) {
                if (kept.stamp == versions.stamp(kept.dependencies)) {
                    return Optional.of(kept);
                }
                slots.compareAndSet(slot, kept, null);
            }
        }
        return Optional.empty();
    }

    /** To be asked before the store is. */
    public ChangeVersions.Moment moment() {
        return versions.moment();
    }

    /**
     * Keeps what was read since {@code before}, unless it may have been touched since; whether it
     * was kept.
     */
    public boolean keep(
            K key, V value, ChangeVersions.Dependencies rows, ChangeVersions.Moment before) {
        OptionalLong stamp = versions.stamp(rows, before);
        if (stamp.isPresent()) {
            long since = versions.moment().finished();
            slots.set(slotFor(key), new Kept<>(key, value, rows, stamp.getAsLong(), since));
        }
        return stamp.isPresent();
    }

    /** Its own, or an empty one, or any of them by turns. */
    private int slotFor(K key) {
        int first = firstSlot(key);
        int chosen = first + Math.floorMod(turn++, SLOTS_OF_A_KEY);
        for (int slot = first; slot < first + SLOTS_OF_A_KEY; slot++) {
            Kept<K, V> kept = slots.get(slot);
            if (kept != null && kept.key.equals(key)) {
                return slot;
            }
            if (kept == null) {
                chosen = slot;
            }
        }
        return chosen;
    }

    private int firstSlot(K key) {
        long mixed = spread.applyAsLong(key) * 0x9e37_79b9_7f4a_7c15L;
        return (int) (mixed >>> 40) % (slots.length() / SLOTS_OF_A_KEY) * SLOTS_OF_A_KEY;
    }

    private record Kept<K, V>(
            K key, V value, ChangeVersions.Dependencies dependencies, long stamp, long since) {}
}
