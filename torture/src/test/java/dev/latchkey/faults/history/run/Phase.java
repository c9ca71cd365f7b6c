package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Checker;
import dev.latchkey.faults.history.Deadlines;
import dev.latchkey.faults.history.Operation;
import dev.latchkey.faults.history.Span;
import dev.latchkey.faults.history.Violation;
import dev.latchkey.faults.history.run.actor.Checking;
import dev.latchkey.faults.history.run.actor.Participants;
import dev.latchkey.faults.history.run.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Runs one fault repeatedly while the callers send requests, and checks the history afterwards. */
final class Phase {
  private static final long LOOK_NANOS = 5_000_000;

  private final Participants participants;
  private final List<Node> nodes;
  private final Goal goal;
  private final SplittableRandom random;
  private final Recording recording = new Recording();
  private final Bounds bounds = new Bounds();
  private final List<Strike> strikes = new ArrayList<>();

  /**
   * The size of a phase: its operations and its strikes.
   *
   * @param between the number of operations between two strikes
   */
  record Goal(long operations, int strikes, long between) {}

  Phase(Participants participants, List<Node> nodes, Goal goal, SplittableRandom random) {
    this.participants = participants;
    this.nodes = nodes;
    this.goal = goal;
    this.random = random;
  }

  /** A history and the violations in it. A caller should release it soon, because it is large. */
  record Judged(
      List<Operation> operations,
      List<Strike> strikes,
      List<Violation> violations,
      Map<String, Long> ignored) {}

  Judged run(Fault fault, Deadlines deadlines, Progress progress) {
    participants.begin(recording);
    progress.begin(fault.name(), recording::count);
    try (var threads = new CallerThreads(participants, nodes, recording, random)) {
      for (int i = 0; i < goal.strikes(); i++) {
        await(recording.count() + 1 + random.nextLong(2 * goal.between()), threads);
        strike(fault);
      }
      await(Math.max(goal.operations(), recording.count() + goal.between()), threads);
    }
    checkEverywhere();
    List<Operation> operations = bounds.applied(recording.operations());
    List<Violation> violations = new Checker(deadlines).check(operations);
    return new Judged(operations, strikes, violations, recording.ignored());
  }

  private void strike(Fault fault) {
    long begin = recording.now();
    fault.strike();
    long struck = recording.now();
    if (fault.endsTheOnlyWriter()) {
      bounds.addEnd(struck);
    }
    long until = System.nanoTime() + fault.lasts().toNanos();
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    fault.heal();
    var during = new Span(begin, recording.now());
    if (!fault.endsTheOnlyWriter()) {
      bounds.addDelay(during);
    }
    strikes.add(new Strike(during, fault.struck().map(Node::number)));
  }

  private void await(long count, CallerThreads threads) {
    while (recording.count() < count) {
      threads.assertNoDefect();
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /**
   * At the end, every node is asked about all pairs and organization tokens that are still held.
   */
  private void checkEverywhere() {
    try (var caller = new Caller(nodes, recording, random)) {
      var checking = new Checking(caller);
      participants.pairs().forEach(pair -> checking.everywhere(pair.token()));
      participants.machines().forEach(machine -> machine.tokens().forEach(checking::everywhere));
    }
  }
}
