package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Operation;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.faults.history.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** The operations of all callers of one phase. Their times are relative to its start. */
public final class Recording {
  private final long start = System.nanoTime();
  private final Queue<Operation> operations = new ConcurrentLinkedQueue<>();
  private final AtomicLong count = new AtomicLong();
  private final Map<String, Long> ignored = new ConcurrentHashMap<>();

  /**
   * Counts an answer that proves nothing about the operation. Many such answers would hide a
   * defect.
   */
  void ignore(Act act, Reply reply) {
    ignored.merge(act.kind().word() + " " + reply.seen(), 1L, Long::sum);
  }

  Map<String, Long> ignored() {
    return new TreeMap<>(ignored);
  }

  long now() {
    return System.nanoTime() - start;
  }

  /** Records an operation from before the callers started. */
  public void before(Act act) {
    operations.add(new Operation(act, 0, new Span(0, 0), Outcome.DONE, ""));
  }

  void add(Act act, Reply reply, Outcome outcome) {
    Span span = reply.span();
    operations.add(
        new Operation(
            act,
            reply.node().number(),
            new Span(span.begin() - start, span.end() - start),
            outcome,
            reply.seen()));
    count.incrementAndGet();
  }

  long count() {
    return count.get();
  }

  List<Operation> operations() {
    return new ArrayList<>(operations);
  }
}
