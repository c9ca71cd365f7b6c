package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** One client thread: its connections, its dice, and what it writes down. */
final class Caller implements AutoCloseable {
    private static final int STUBBORN_PERCENT = 5;
    private static final long REFUSED_NANOS = 30_000_000;

    private final List<Node> nodes;
    private final Recording recording;
    private final SplittableRandom random;
    private final Map<Node, Line> lines = new HashMap<>();

    Caller(List<Node> nodes, Recording recording, SplittableRandom random) {
        this.nodes = nodes;
        this.recording = recording;
        this.random = random;
    }

    List<Node> nodes() {
        return nodes;
    }

    SplittableRandom random() {
        return random;
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    <T> T oneOf(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    /** Any node; one that just failed is asked rarely, or all callers would wait for it. */
    Node node() {
        Node node = oneOf(nodes);
        for (int i = 0; i < nodes.size() && !isUsable(node) && !chance(STUBBORN_PERCENT); i++) {
            node = oneOf(nodes);
        }
        return node;
    }

    /** Whether an answer can be expected soon. */
    boolean isUsable(Node node) {
        return !node.isAvoided() && (nodes.size() == 1 || !node.isCrowded());
    }

    Reply ask(Node node, byte[] request) {
        Line line = lines.computeIfAbsent(node, Line::new);
        node.beginWaiting();
        Reply reply = line.ask(request);
        node.endWaiting();
        if (reply.isUnsent()) {
            LockSupport.parkNanos(REFUSED_NANOS);
        }
        return reply;
    }

    /** Writes an operation down, unless no node ever saw it. */
    void note(Act act, Reply reply, Outcome outcome) {
        if (!reply.isUnsent()) {
            recording.add(act, reply, outcome);
        }
    }

    /** Says that nothing follows from an answer. */
    void ignore(Act act, Reply reply) {
        recording.ignore(act, reply);
    }

    /** Another caller of the same nodes, for something done at the same time. */
    Caller beside() {
        return new Caller(nodes, recording, random.split());
    }

    @Override
    public void close() {
        lines.values().forEach(Line::close);
    }
}
