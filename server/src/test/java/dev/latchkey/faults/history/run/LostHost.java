package dev.latchkey.faults.history.run;

import dev.latchkey.faults.inject.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The host of one node is gone in the middle of the node's work: the database is not told, and goes
 * on holding whatever the node's transactions had locked. Later the host comes back.
 */
final class LostHost implements Fault {
    private final List<Node> nodes;
    private final List<TcpProxy> ways;
    private final SplittableRandom random;
    private int struck;

    /** The ways are in the order of the nodes. */
    LostHost(List<Node> nodes, List<TcpProxy> ways, SplittableRandom random) {
        this.nodes = nodes;
        this.ways = ways;
        this.random = random;
    }

    @Override
    public String name() {
        return "a node's host lost";
    }

    @Override
    public void strike() {
        struck = random.nextInt(nodes.size());
        nodes.get(struck).pause();
        ways.get(struck).loseClients();
        nodes.get(struck).kill();
    }

    @Override
    public void heal() {
        ways.get(struck).forgetLostClients();
        nodes.get(struck).start();
    }

    @Override
    public Duration lasts() {
        return Duration.ofSeconds(12);
    }

    @Override
    public Optional<Node> struck() {
        return Optional.of(nodes.get(struck));
    }
}
