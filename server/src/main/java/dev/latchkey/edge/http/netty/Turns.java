package dev.latchkey.edge.http.netty;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A queue in which parties take turns, so a party with many entries delays only its own. */
final class Turns<P, T> {
  /** The next turn is that of the first party. */
  private final Map<P, Queue<T>> parties = new LinkedHashMap<>();

  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  int parties() {
    return parties.size();
  }

  int sizeOf(P party) {
    Queue<T> entries = parties.get(party);
    return entries == null ? 0 : entries.size();
  }

  void add(P party, T entry) {
    parties.computeIfAbsent(party, first -> new ArrayDeque<>()).add(entry);
    size++;
  }

  /** Removes and returns the next entry, which must exist. */
  T next() {
    Map.Entry<P, Queue<T>> first = parties.entrySet().iterator().next();
    P party = first.getKey();
    Queue<T> entries = first.getValue();
    parties.remove(party);
    T next = entries.remove();
    if (!entries.isEmpty()) {
      parties.put(party, entries);
    }
    size--;
    return next;
  }

  /** Removes the oldest entries of each party for which the condition is true. */
  void removeWhile(Predicate<T> condition, Consumer<T> removed) {
    for (Iterator<Queue<T>> all = parties.values().iterator(); all.hasNext(); ) {
      Queue<T> entries = all.next();
      while (!entries.isEmpty() && condition.test(entries.peek())) {
        removed.accept(entries.remove());
        size--;
      }
      if (entries.isEmpty()) {
        all.remove();
      }
    }
  }
}
