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
 * A bounded buffer of values by key. A value that is added is merged with the value that the buffer
 * already has for the key. A flush removes entries and writes them in batches. It takes exactly
 * what was merged before the removal; a value that is added later starts a new entry.
 *
 * <p>The buffer holds about {@code capacity} keys. When it is full, values of new keys are dropped
 * until the next flush, and the keys it holds go on. The reason: keys that are used all the time
 * are worth more than a key that has just appeared.
 *
 * <p>Example: {@code add("a", 1)}, {@code add("a", 1)} and {@code add("b", 1)} are flushed as
 * {@code {a=2, b=1}}.
 */
final class MergeBuffer<K, V> {
  private static final int BATCH_SIZE = 200;

  private final Map<K, Merged<V>> entries = new ConcurrentHashMap<>();
  private final LongAdder dropped = new LongAdder();
  private final Comparator<K> order;
  private final Supplier<Merged<V>> newEntry;
  private final int capacity;
  private final Consumer<Map<K, V>> storage;
  private List<K> cycle = List.of();
  private int written;

  /**
   * {@code order} is the order in which keys are written to {@code storage}. All nodes write in the
   * same order, so two nodes never wait for each other's row locks.
   */
  MergeBuffer(
      Comparator<K> order,
      Supplier<Merged<V>> newEntry,
      int capacity,
      Consumer<Map<K, V>> storage) {
    this.order = order;
    this.newEntry = newEntry;
    this.capacity = capacity;
    this.storage = storage;
  }

  void add(K key, V value) {
    Merged<V> entry = entries.get(key);
    if (entry != null && entry.add(value)) {
      return;
    }
    if (entries.size() < capacity) {
      merge(key, value);
    } else {
      dropped.increment();
    }
  }

  /**
   * A flush removes an entry from the map before it takes the entry's value. So if {@code add}
   * fails because the value was taken, the next attempt finds or creates another entry.
   */
  private void merge(K key, V value) {
    Merged<V> entry;
    do {
      entry = entries.computeIfAbsent(key, first -> newEntry.get());
    } while (!entry.add(value));
  }

  /** Writes all entries. If a batch fails, its entries are merged into the buffer again. */
  void flush() {
    entries.keySet().stream()
        .sorted(order)
        .gather(Gatherers.windowFixed(BATCH_SIZE))
        .forEach(this::write);
  }

  /**
   * Writes at most so many entries, so that the store is never busy with this for long. Calls take
   * turns through the keys: what one leaves, the next ones write, and a key that is used all the
   * time waits until all others had their turn. So does a batch that fails.
   *
   * <p>Example: with 25 entries and at most 10, three calls write all of them.
   */
  void flushNext(int most) {
    if (written == cycle.size()) {
      cycle = entries.keySet().stream().sorted(order).toList();
      written = 0;
    }
    int end = Math.min(cycle.size(), written + most);
    while (written < end) {
      List<K> batch = cycle.subList(written, Math.min(end, written + BATCH_SIZE));
      written += batch.size();
      write(batch);
    }
  }

  private void write(List<K> keys) {
    var batch = new LinkedHashMap<K, V>();
    for (K key : keys) {
      Merged<V> entry = entries.remove(key);
      if (entry != null) {
        batch.put(key, entry.take());
      }
    }
    try {
      storage.accept(batch);
    } catch (RuntimeException failed) {
      batch.forEach(this::merge);
      throw failed;
    }
  }

  /** How many values were dropped since this method was last called. */
  long takeDropped() {
    return dropped.sumThenReset();
  }
}
