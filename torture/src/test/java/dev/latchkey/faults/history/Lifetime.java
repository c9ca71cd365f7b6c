package dev.latchkey.faults.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The lifetime of something that is active from its creation to one moment, and never again: a
 * code, a pair, a grant, an organization token. The moment is after the begin of every operation
 * that saw it active, before the end of every operation that saw it ended, and within an operation
 * that may have ended it.
 */
final class Lifetime {
  private static final int CAUSES_SHOWN = 4;

  private final String name;
  private final Operation creation;
  private final Optional<Lifetime> parent;
  private final List<Cause> causes = new ArrayList<>();
  private Operation lastActive;
  private Optional<Operation> firstEnded = Optional.empty();

  Lifetime(String name, Operation creation) {
    this(name, creation, Optional.empty());
  }

  private Lifetime(String name, Operation creation, Optional<Lifetime> parent) {
    this.name = name;
    this.creation = creation;
    this.parent = parent;
    this.lastActive = creation;
  }

  /** The lifetime of something that ends when this ends, or before. */
  Lifetime child(String child, Operation created) {
    return new Lifetime(child, created, Optional.of(this));
  }

  void seenActive(Operation by) {
    parent.ifPresent(above -> above.seenActive(by));
    if (by.begin() > lastActive.begin()) {
      lastActive = by;
    }
  }

  void seenEnded(Operation by) {
    if (firstEnded.isEmpty() || by.end() < firstEnded.get().end()) {
      firstEnded = Optional.of(by);
    }
  }

  void add(Cause cause) {
    causes.add(cause);
  }

  private List<Cause> causes() {
    return parent.isEmpty()
        ? causes
        : Stream.concat(causes.stream(), parent.get().causes().stream()).toList();
  }

  /**
   * If only one operation can have ended this thing, its observations say when that operation
   * happened. They are added to {@code moments}.
   */
  void narrowMoments(Moments moments) {
    Optional<Bound> bound = bound(moments);
    if (bound.isEmpty()) {
      return;
    }
    List<Operation> able =
        causes().stream()
            .map(Cause::operation)
            .filter(operation -> explains(operation, bound.get(), moments))
            .toList();
    if (able.size() == 1) {
      moments.narrow(able.getFirst(), lastActive, bound.get().by());
    }
  }

  Optional<Violation> violation(Moments moments) {
    Optional<Bound> bound = bound(moments);
    if (bound.isEmpty()) {
      return Optional.empty();
    }
    if (lastActive.begin() > bound.get().at()) {
      var operations = new ArrayList<>(List.of(creation, lastActive, bound.get().by()));
      moments.witness(bound.get().by()).ifPresent(operations::add);
      return Optional.of(Violation.of(Rule.ACTIVE_AFTER_END, name, operations));
    }
    boolean isExplained =
        causes().stream()
            .map(Cause::operation)
            .anyMatch(operation -> explains(operation, bound.get(), moments));
    if (isExplained) {
      return Optional.empty();
    }
    var operations = new ArrayList<>(List.of(creation, lastActive, bound.get().by()));
    causes().stream()
        .map(Cause::operation)
        .sorted(Comparator.comparingLong(Operation::begin))
        .limit(CAUSES_SHOWN)
        .forEach(operations::add);
    return Optional.of(Violation.of(Rule.ENDED_WITHOUT_CAUSE, name, operations));
  }

  /** The latest moment at which the thing can have ended, and the operation that proves this. */
  private record Bound(long at, Operation by) {}

  private Optional<Bound> bound(Moments moments) {
    Optional<Bound> earliest = firstEnded.map(by -> new Bound(by.end(), by));
    for (Cause cause : causes()) {
      Operation operation = cause.operation();
      if (cause.isSure()
          && moments.hasHappened(operation)
          && (earliest.isEmpty() || moments.latest(operation) < earliest.get().at())) {
        earliest = Optional.of(new Bound(moments.latest(operation), operation));
      }
    }
    return earliest;
  }

  private boolean explains(Operation operation, Bound bound, Moments moments) {
    return Math.max(moments.earliest(operation), lastActive.begin())
        <= Math.min(moments.latest(operation), bound.at());
  }
}
