package dev.latchkey.bench;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.latchkey.bench.host.Besiegers;
import dev.latchkey.bench.host.ServerProcess;
import dev.latchkey.bench.load.Drive;
import dev.latchkey.bench.load.Load;
import dev.latchkey.bench.load.Loopback;
import dev.latchkey.bench.load.Observed;
import dev.latchkey.bench.load.Pace;
import dev.latchkey.bench.siege.Attack;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Thousands of hostile connections, and a hundred checks a second of other clients, each on a
 * connection of its own from another address. Everything stays on this machine and ends in time.
 */
final class Siege {
    private static final int STALLED = 3_000;
    private static final int LEFT_OPEN = 20_000;
    private static final int SLOW_HEADS = 500;
    private static final int SLOW_READERS = 200;

    /** What a process has open for itself. */
    private static final long OWN_FILES = 200;

    private static final double CHECKS_A_SECOND = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int AT_ONCE = 600;
    private static final int NETWORK = 4;

    private static final Duration WHILE_IT_BUILDS_UP = Duration.ofSeconds(10);
    private static final Duration WHILE_IT_STANDS = Duration.ofSeconds(10);

    private final Trial trial;
    private final ServerProcess server;
    private long answered;
    private long asked;

    private Siege(Trial trial) {
        this.trial = trial;
        this.server = trial.managed().server().child().seen();
    }

    /** On a server just started, which is warmed up first; another is started afterwards. */
    static void run(Trial trial) {
        trial.managed().restart();
        new Siege(trial).run();
        trial.managed().restart();
    }

    private void run() {
        Target target = Target.get("siege", trial.subject().process());
        Result former = trial.meter().full(target, checks());
        checkOnNewConnections(trial.plan().duration());
        double millisBefore = checkOnNewConnections(trial.plan().duration()).micros(99) / 1e3;
        answered = 0;
        asked = 0;
        int leftOpen = (int) Math.min(LEFT_OPEN, mostFiles() - OWN_FILES);
        int port = trial.calls().address().port();
        try (var watch = new MemoryWatch(server);
                Besiegers stalling = Besiegers.start(trial.cores(), port, stalling());
                Besiegers leaving =
                        Besiegers.start(trial.cores(), port, Map.of(Attack.LEFT_OPEN, leftOpen))) {
            Observed building = checkOnNewConnections(WHILE_IT_BUILDS_UP);
            String stood = stalling.stands() + ", " + leaving.stands();
            Observed standing = checkOnNewConnections(WHILE_IT_STANDS);
            trial.report().add(Result.of("siege", "builds up", judged(building)));
            trial.report().add(Result.of("siege", "stands", judged(standing)));
            trial.report()
                    .note(
                            "Open in the siege: %s; at its end %s, %s."
                                    .formatted(stood, stalling.end(), leaving.end()));
            trial.report().note(waits(millisBefore, building, standing));
            if (leftOpen < LEFT_OPEN) {
                trial.report()
                        .note(
                                String.format(
                                        Locale.ROOT,
                                        "Only %,d sockets were left open instead of %,d: a process may open %,d files"
                                                + " here.",
                                        leftOpen,
                                        LEFT_OPEN,
                                        mostFiles()));
            }
            judge(watch.mostMebibytes());
        }
        recover(former);
    }

    private static Map<Attack, Integer> stalling() {
        var counts = new EnumMap<Attack, Integer>(Attack.class);
        counts.put(Attack.STALLED_BODY, STALLED);
        counts.put(Attack.SLOW_HEAD, SLOW_HEADS);
        counts.put(Attack.SLOW_READER, SLOW_READERS);
        return counts;
    }

    private void judge(double mostMebibytes) {
        trial.report()
                .add(
                        Aim.atLeast(
                                "checks of other clients answered during the siege",
                                100.0 * answered / asked,
                                95,
                                " %"));
        trial.report()
                .add(Aim.atMost("memory of the server in the siege", mostMebibytes, 512, " MiB"));
    }

    private void recover(Result former) {
        var recovery = Recovery.of(this::checks, former.max().perSecond());
        trial.report().add(recovery.aim("after the siege"));
        trial.report()
                .note(
                        String.format(
                                Locale.ROOT,
                                "After the siege the last window had %.2f of the former rate; the server %s.",
                                recovery.lastShare(),
                                server.handle().isAlive() ? "still ran" : "had ended"));
    }

    private List<Introspecting> checks() {
        return trial.meter().callers(i -> new Introspecting(trial.calls(), trial.stock(), i));
    }

    private Observed checkOnNewConnections(Duration time) {
        List<InetAddress> sources = Loopback.addresses(NETWORK, 1);
        List<From> callers =
                IntStream.range(0, AT_ONCE)
                        .mapToObj(i ->
                                new From(
                                        sources.getFirst(),
                                        new Introspecting(trial.calls(), trial.stock(), i)))
                        .toList();
        Load load =
                Load.of(callers, new Pace.Constant(CHECKS_A_SECOND))
                        .opening(Load.Connections.ONE_A_REQUEST)
                        .waitingFor(PATIENCE);
        Observed seen = Drive.run(load, Drive.Until.passed(time));
        seen.firstError().ifPresent(trial.meter()::say);
        answered += seen.latencies().getTotalCount();
        asked += seen.latencies().getTotalCount() + seen.errors();
        return seen;
    }

    /** What was not answered is an aim of its own; only wrong answers spoil the run. */
    private static Measured judged(Observed seen) {
        return Measured.of(seen).withErrors(-seen.unanswered());
    }

    private static String waits(double before, Observed building, Observed standing) {
        return String.format(
                Locale.ROOT,
                "A check on a new connection took at p99 %.1f ms before the siege, %.1f ms while it"
                        + " built up and %.1f ms while it stood.",
                before,
                building.micros(99) / 1e3,
                standing.micros(99) / 1e3);
    }

    /** Of one process. */
    private static long mostFiles() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }
}
