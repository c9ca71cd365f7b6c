package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Checker;
import dev.latchkey.faults.history.Deadlines;
import dev.latchkey.faults.history.Operation;
import dev.latchkey.faults.history.Span;
import dev.latchkey.faults.history.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** One fault, again and again, while the callers of one town go on asking; then the judgement. */
final class Phase {
    private static final long LOOK_NANOS = 5_000_000;

    private final Town town;
    private final List<Node> nodes;
    private final Goal goal;
    private final SplittableRandom random;
    private final Recording recording = new Recording();
    private final Bounds bounds = new Bounds();
    private final List<Strike> strikes = new ArrayList<>();

    /**
     * How much is asked of a phase: so many operations and so many strikes.
     *
     * @param between operations from one strike to the next
     */
    record Goal(long operations, int strikes, long between) {}

    Phase(Town town, List<Node> nodes, Goal goal, SplittableRandom random) {
        this.town = town;
        this.nodes = nodes;
        this.goal = goal;
        this.random = random;
    }

    /** A history, whose room the caller should soon free, and its judgement. */
    record Judged(
            List<Operation> operations,
            List<Strike> strikes,
            List<Violation> violations,
            Map<String, Long> ignored) {}

    Judged run(Fault fault, Deadlines deadlines, Progress progress) {
        town.begin(recording);
        progress.begin(fault.name(), recording::count);
        try (var crew = new Crew(town, nodes, recording, random)) {
            for (int i = 0; i < goal.strikes(); i++) {
                await(recording.count() + 1 + random.nextLong(2 * goal.between()), crew);
                strike(fault);
            }
            await(Math.max(goal.operations(), recording.count() + goal.between()), crew);
        }
        audit();
        List<Operation> operations = bounds.applied(recording.operations());
        List<Violation> violations = new Checker(deadlines).check(operations);
        return new Judged(operations, strikes, violations, recording.ignored());
    }

    private void strike(Fault fault) {
        long begin = recording.now();
        fault.strike();
        long struck = recording.now();
        if (fault.endsTheOnlyWriter()) {
            bounds.ended(struck);
        }
        long until = System.nanoTime() + fault.lasts().toNanos();
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        fault.heal();
        var during = new Span(begin, recording.now());
        if (!fault.endsTheOnlyWriter()) {
            bounds.holdUp(during);
        }
        strikes.add(new Strike(during, fault.struck().map(Node::number)));
    }

    private void await(long count, Crew crew) {
        while (recording.count() < count) {
            crew.assertSound();
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** In the end every node is asked about everything that is still held. */
    private void audit() {
        try (var caller = new Caller(nodes, recording, random)) {
            var checking = new Checking(caller);
            town.pairs().forEach(checking::everywhere);
            town.machines().forEach(machine -> machine.tokens().forEach(checking::everywhere));
        }
    }
}
