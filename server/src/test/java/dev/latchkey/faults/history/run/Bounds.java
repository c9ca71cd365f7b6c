package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Operation;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.faults.history.Span;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Until when an operation without an answer may still take effect. The service bounds each
 * statement, so that is soon after its client gave up; but not while a fault holds up a node, its
 * connections or its store.
 */
final class Bounds {
    /** A statement's own limit, waiting for its turn, and some more for a busy machine. */
    private static final long LATE = Duration.ofSeconds(15).toNanos();

    private final Queue<Span> holdUps = new ConcurrentLinkedQueue<>();
    private final Queue<Long> ends = new ConcurrentLinkedQueue<>();

    /** During this nothing need go on, and afterwards it may. */
    void holdUp(Span during) {
        holdUps.add(during);
    }

    /** The one process that can write was gone then: nothing from before happens afterwards. */
    void ended(long at) {
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
        for (Span during : holdUps) {
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
