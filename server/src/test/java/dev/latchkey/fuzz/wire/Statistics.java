package dev.latchkey.fuzz.wire;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts how the requests were answered. Input that is always refused at the first check would find
 * nothing.
 */
final class Statistics {
  private final Map<Integer, LongAdder> statuses = new ConcurrentSkipListMap<>();
  private final LongAdder connections = new LongAdder();
  private final AtomicLong slowest = new AtomicLong();

  void add(List<Reply> replies) {
    connections.increment();
    for (Reply reply : replies) {
      statuses.computeIfAbsent(reply.status(), first -> new LongAdder()).increment();
      slowest.accumulateAndGet(reply.nanos(), Math::max);
    }
  }

  long answers() {
    return statuses.values().stream().mapToLong(LongAdder::sum).sum();
  }

  long answers(int from, int to) {
    return statuses.entrySet().stream()
        .filter(entry -> entry.getKey() >= from && entry.getKey() < to)
        .mapToLong(entry -> entry.getValue().sum())
        .sum();
  }

  @Override
  public String toString() {
    return "%,d connections, %,d answers by status %s, slowest %d ms"
        .formatted(
            connections.sum(), answers(), new TreeMap<>(statuses), slowest.get() / 1_000_000);
  }
}
