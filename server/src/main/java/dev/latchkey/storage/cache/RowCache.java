package dev.latchkey.storage.cache;

import dev.latchkey.storage.database.ChangeVersions;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A cache of values that were read from rows. A value is valid until one of its rows changes (rule
 * 3.7). A key has a few slots in a table of fixed size. If all of them are taken, the new value
 * replaces one of the values there.
 */
public final class RowCache<K, V> implements ChangeVersions.Cache {
  /**
   * A key has more than one slot, so that two keys with the same slots do not evict each other all
   * the time.
   */
  private static final int SLOTS_PER_KEY = 4;

  private static final int SLOTS_PER_PART = 256;

  private final ChangeVersions versions;
  private final ToLongFunction<K> hash;
  private final AtomicReferenceArray<@Nullable Cached<K, V>> slots;

  /** Which slot is replaced next. */
  private int nextVictim;

  /** {@code hash} gives a number for each key that differs between most keys. */
  public RowCache(ChangeVersions versions, int slots, ToLongFunction<K> hash) {
    this.versions = versions;
    this.hash = hash;
    this.slots = new AtomicReferenceArray<>(slots);
    versions.register(this);
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
   * The same, but only if the value includes no commit after that moment. Then it was also valid at
   * that moment.
   */
  public Optional<V> peek(K key, ChangeVersions.Moment moment) {
    return current(key)
        .filter(cached -> cached.stamp.since() <= moment.finished())
        .map(Cached::value);
  }

  private Optional<Cached<K, V>> current(K key) {
    ChangeVersions.View now = versions.view();
    int first = firstSlot(key);
    for (int slot = first; slot < first + SLOTS_PER_KEY; slot++) {
      Cached<K, V> cached = slots.get(slot);
      if (cached != null && cached.key.equals(key)) {
        if (now.isCurrent(cached.stamp, cached.dependencies)) {
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
   * Caches what was read since {@code before}, unless its rows may have changed since then. Returns
   * whether it was cached.
   */
  public synchronized boolean keep(
      K key, V value, ChangeVersions.Dependencies rows, ChangeVersions.Moment before) {
    Optional<ChangeVersions.Stamp> stamp = versions.stamp(rows, before);
    stamp.ifPresent(valid -> slots.set(slotFor(key), new Cached<>(key, value, rows, valid)));
    return stamp.isPresent();
  }

  @Override
  public int parts() {
    return Math.ceilDiv(slots.length(), SLOTS_PER_PART);
  }

  @Override
  public synchronized void removeChanged(int part) {
    ChangeVersions.View now = versions.view();
    int end = Math.min((part + 1) * SLOTS_PER_PART, slots.length());
    for (int slot = part * SLOTS_PER_PART; slot < end; slot++) {
      Cached<K, V> cached = slots.get(slot);
      if (cached != null && !now.isCurrent(cached.stamp, cached.dependencies)) {
        slots.set(slot, null);
      }
    }
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
      K key, V value, ChangeVersions.Dependencies dependencies, ChangeVersions.Stamp stamp) {}
}
