package dev.latchkey.faults.history.run;

import dev.latchkey.faults.inject.TcpProxy;
import dev.latchkey.harness.Latchkey;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * All nodes stop, the store is exported and imported into another database, and the nodes start
 * with this one. All that was answered is in the export.
 */
final class MovedStore implements Fault {
    private final Cluster cluster;
    private final TcpProxy proxy;
    private final String other;

    /** {@code proxy} leads the nodes to their database, and afterwards to the other one. */
    MovedStore(Cluster cluster, TcpProxy proxy, String other) {
        this.cluster = cluster;
        this.proxy = proxy;
        this.other = other;
    }

    @Override
    public String name() {
        return "export and import into another database";
    }

    @Override
    public void strike() {
        Path export = Latchkey.temporaryDirectory().resolve("latchkey.export");
        cluster.nodes().forEach(Node::kill);
        cluster.store().command(Optional.empty(), "export", export.toString());
        cluster.store().command(Optional.of(other), "import", export.toString());
        proxy.forwardTo(URI.create(other.substring("jdbc:".length())).getPort());
    }

    @Override
    public void heal() {
        cluster.nodes().forEach(Node::start);
    }
}
