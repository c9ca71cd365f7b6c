package dev.latchkey.faults.history.run;

import java.util.List;

/** The running nodes of one store. */
record Cluster(Home home, List<Node> nodes) implements AutoCloseable {
    static Cluster start(Home home, List<Node> nodes) {
        nodes.forEach(Node::start);
        return new Cluster(home, nodes);
    }

    @Override
    public void close() {
        nodes.forEach(Node::close);
    }
}
