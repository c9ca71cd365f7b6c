package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Operation;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.faults.history.Span;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Determines until when an operation without an answer may still take effect. The service limits
 * the time of each statement, so usually this is soon after the time limit of the client. During a
 * fault that delays a node, its connections or its store, it is later.
 */
final class Bounds {
  /** The time limit of a statement, the time in a queue, and a reserve for a busy machine. */
  private static final long LATE = Duration.ofSeconds(15).toNanos();

  private final Queue<Span> delays = new ConcurrentLinkedQueue<>();
  private final Queue<Long> ends = new ConcurrentLinkedQueue<>();

  /** Operations may be delayed during this time, and may continue afterwards. */
  void addDelay(Span during) {
    delays.add(during);
  }

  /**
   * At this time the only process that can write had ended. No earlier operation takes effect
   * afterwards.
   */
  void addEnd(long at) {
    ends.add(at);
  }

  List<Operation> applied(List<Operation> operations) {
    return operations.stream().map(this::bounded).toList();
  }

  private Operation bounded(Operation operation) {
    if (operation.outcome() != Outcome.UNKNOWN) {
      return operation;
    }
    var span = new Span(operation.begin(), latest(operation));
    return new Operation(
        operation.act(), operation.node(), span, Outcome.UNKNOWN, operation.seen());
  }

  private long latest(Operation operation) {
    long latest = operation.end() + LATE;
    for (Span during : delays) {
      if (during.begin() <= latest && during.end() >= operation.begin()) {
        latest = Math.max(latest, during.end() + LATE);
      }
    }
    long until = latest;
    return ends.stream()
        .filter(end -> end >= operation.begin() && end <= until)
        .min(Long::compare)
        .map(end -> Math.max(end, operation.end()))
        .orElse(until);
  }
}
