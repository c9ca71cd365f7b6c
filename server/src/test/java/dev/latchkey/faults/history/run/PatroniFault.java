package dev.latchkey.faults.history.run;

import dev.latchkey.faults.inject.PatroniCluster;
import dev.latchkey.faults.inject.PatroniMember;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One machine of a Patroni cluster fails. Patroni replaces a primary that fails. Nothing fences the
 * former primary before it comes back.
 */
final class PatroniFault implements Fault {
    /** How long the new primary works before the former one comes back. */
    private static final long ALONE_NANOS = Duration.ofSeconds(3).toNanos();

    private final Kind kind;
    private final PatroniCluster servers;
    private PatroniMember struck;

    /** What happens to which machine, and how it comes back. */
    private enum Kind {
        KILLED("primary killed", true, PatroniMember::kill, PatroniMember::start),
        PAUSED("primary paused, unfenced", true, PatroniMember::pause, PatroniMember::resume),
        CUT(
                "primary cut off",
                true,
                member -> {
                    member.loseIncoming();
                    member.loseOutgoing();
                },
                PatroniMember::reconnect),
        DEAF(
                "primary cut off, one way: it gets nothing",
                true,
                PatroniMember::loseIncoming,
                PatroniMember::reconnect),
        MUTE(
                "primary cut off, one way: it sends nothing",
                true,
                PatroniMember::loseOutgoing,
                PatroniMember::reconnect),
        STANDBY_KILLED("standby killed", false, PatroniMember::kill, PatroniMember::start);

        private final String title;
        private final boolean isOfPrimary;
        private final Consumer<PatroniMember> begin;
        private final Consumer<PatroniMember> end;

        Kind(
                String title,
                boolean isOfPrimary,
                Consumer<PatroniMember> begin,
                Consumer<PatroniMember> end) {
            this.title = title;
            this.isOfPrimary = isOfPrimary;
            this.begin = begin;
            this.end = end;
        }
    }

    private PatroniFault(Kind kind, PatroniCluster servers) {
        this.kind = kind;
        this.servers = servers;
        this.struck = servers.primary();
    }

    static Stream<Fault> all(PatroniCluster servers) {
        return Stream.of(Kind.values()).map(kind -> new PatroniFault(kind, servers));
    }

    @Override
    public String name() {
        return "Patroni: " + kind.title;
    }

    @Override
    public void strike() {
        Function<PatroniCluster, PatroniMember> which =
                kind.isOfPrimary ? PatroniCluster::primary : PatroniCluster::standby;
        struck = which.apply(servers);
        kind.begin.accept(struck);
    }

    @Override
    public void heal() {
        if (kind.isOfPrimary) {
            servers.awaitPrimaryOtherThan(struck);
        } else {
            servers.awaitAlone();
        }
        long end = System.nanoTime() + ALONE_NANOS;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        kind.end.accept(struck);
        servers.awaitStandby();
    }
}
