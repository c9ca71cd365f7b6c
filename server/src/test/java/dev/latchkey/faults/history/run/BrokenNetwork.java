package dev.latchkey.faults.history.run;

import dev.latchkey.faults.inject.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The network between the nodes and the database breaks, for all nodes alike. */
final class BrokenNetwork implements Fault {
    private static final int COMMITS = 20;

    private final String name;
    private final List<TcpProxy> ways;
    private final Consumer<TcpProxy> breaking;
    private final Duration lasts;

    private BrokenNetwork(
            String name, List<TcpProxy> ways, Duration lasts, Consumer<TcpProxy> breaking) {
        this.name = name;
        this.ways = ways;
        this.lasts = lasts;
        this.breaking = breaking;
    }

    static BrokenNetwork cut(List<TcpProxy> ways) {
        return new BrokenNetwork(
                "connections cut", ways, Duration.ZERO, way -> way.cut(TcpProxy.Ending.RESET));
    }

    static BrokenNetwork stalled(List<TcpProxy> ways) {
        return new BrokenNetwork(
                "connections stalled", ways, Duration.ofSeconds(6), TcpProxy::stall);
    }

    /** The database does not learn that its clients are lost. */
    static BrokenNetwork halfOpen(List<TcpProxy> ways) {
        return new BrokenNetwork(
                "connections half open", ways, Duration.ofSeconds(6), TcpProxy::loseClients);
    }

    static BrokenNetwork withoutAnswerToCommit(List<TcpProxy> ways) {
        return new BrokenNetwork(
                "answers to COMMIT lost",
                ways,
                Duration.ofSeconds(1),
                way -> way.swallowCommits(COMMITS, TcpProxy.Ending.RESET));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void strike() {
        ways.forEach(breaking);
    }

    @Override
    public void heal() {
        ways.forEach(TcpProxy::pass);
        ways.forEach(TcpProxy::forgetLostClients);
    }

    @Override
    public Duration lasts() {
        return lasts;
    }
}
