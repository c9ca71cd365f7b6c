package dev.latchkey.storage.database;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Visits all cached values once, a few at a time, and removes those whose rows have changed. After
 * that, nothing that is cached depends on the older changes, and they can be forgotten. The visits
 * are made by the thread that commits, so they can never fall behind the changes.
 */
final class CacheSweep {
  private final List<ChangeVersions.Cache> caches = new CopyOnWriteArrayList<>();
  private int visited;

  void register(ChangeVersions.Cache cache) {
    caches.add(cache);
  }

  void restart() {
    visited = 0;
  }

  /**
   * Continues until this share of all values has been visited. Returns whether that were all. A
   * cache that was registered since the start comes last.
   */
  boolean advance(double share) {
    int total = caches.stream().mapToInt(ChangeVersions.Cache::parts).sum();
    long due = share >= 1 ? total : Math.round(share * total);
    while (visited < due) {
      visit(visited++);
    }
    return visited >= total;
  }

  private void visit(int number) {
    int part = number;
    for (ChangeVersions.Cache cache : caches) {
      if (part < cache.parts()) {
        cache.removeChanged(part);
        return;
      }
      part -= cache.parts();
    }
  }
}
