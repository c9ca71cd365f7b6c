package dev.latchkey.bench;

import dev.latchkey.config.ConfigFault;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

/**
 * Drives a running demo through the life of its tokens and sets every figure beside that of a fixed
 * answer, taken in the same run.
 */
public final class Bench {
    private static final int WARM_UP_PART = 4;

    private final Plan plan;
    private final Memo memo;
    private final Address address;
    private final PrintStream progress;

    /** How much load, for how long. What has a stock, of codes or of tokens, ends with it. */
    public record Plan(Path data, int connections, Duration duration, Duration warmUp, int codes) {}

    public Bench(Plan plan, PrintStream progress) {
        this.plan = plan;
        this.memo = Memo.read(plan.data());
        this.address = Address.of(memo.baseUrl());
        this.progress = progress;
    }

    public Report run() {
        Optional<ServerProcess> server = ServerProcess.listeningOn(address.port());
        Measured fixed = fixed();
        progress.println("signing in");
        List<String> codes =
                Codes.obtain(
                        Browser.signIn(address, memo), plan.codes(), plan.connections(), progress);
        var scenarios = new ArrayList<Measured>();
        Queue<Pair> issued = new ConcurrentLinkedQueue<>();
        scenarios.add(exchange(server, codes, issued));
        List<Pair> pairs = new ArrayList<>(issued);
        if (pairs.size() < 2 * plan.connections()) {
            throw new ConfigFault("too few codes could be exchanged to go on");
        }
        scenarios.add(introspect(server, pairs));
        scenarios.add(refresh(server, pairs));
        scenarios.add(revoke(server, pairs));
        return new Report(Machine.describe(), fixed, scenarios);
    }

    private Measured fixed() {
        try (FixedProcess fixed = FixedProcess.start()) {
            var server = Optional.of(new ServerProcess(fixed.process().toHandle()));
            List<Fetching> callers = same(Fetching.at(fixed.address()));
            warmUp("fixed", fixed.address(), callers);
            return measure("fixed", fixed.address(), server, callers);
        }
    }

    private Measured exchange(
            Optional<ServerProcess> server, List<String> codes, Queue<Pair> pairs) {
        int first = codes.size() / WARM_UP_PART;
        warmUp(
                "exchange",
                address,
                same(Exchanging.all(address, memo, codes.subList(0, first), pairs)));
        return measure(
                "exchange",
                address,
                server,
                same(Exchanging.all(address, memo, codes.subList(first, codes.size()), pairs)));
    }

    private Measured introspect(Optional<ServerProcess> server, List<Pair> pairs) {
        List<Introspecting> callers =
                IntStream.range(0, plan.connections())
                        .mapToObj(i -> new Introspecting(address, memo.clientId(), share(pairs, i)))
                        .toList();
        warmUp("introspect", address, callers);
        return measure("introspect", address, server, callers);
    }

    /** Replaces the pairs it rotates by those it ends with. */
    private Measured refresh(Optional<ServerProcess> server, List<Pair> pairs) {
        List<Refreshing> callers =
                IntStream.range(0, plan.connections())
                        .mapToObj(i -> new Refreshing(address, memo, pairs.get(i)))
                        .toList();
        warmUp("refresh", address, callers);
        Measured measured = measure("refresh", address, server, callers);
        for (int i = 0; i < callers.size(); i++) {
            pairs.set(i, callers.get(i).current());
        }
        return measured;
    }

    private Measured revoke(Optional<ServerProcess> server, List<Pair> pairs) {
        int first = pairs.size() / WARM_UP_PART;
        warmUp("revoke", address, same(Revoking.all(address, memo, pairs.subList(0, first))));
        Revoking rest = Revoking.all(address, memo, pairs.subList(first, pairs.size()));
        Measured measured = measure("revoke", address, server, same(rest));
        List<Pair> revoked = pairs.subList(0, pairs.size() - rest.stock().size());
        progress.println("  asking after every revoked token");
        Observed after =
                ClosedLoop.run(address, same(Proving.dead(address, revoked)), plan.duration());
        after.firstError().ifPresent(why -> progress.println("  after a revoke: " + why));
        return measured.withErrors(after.errors());
    }

    private void warmUp(String name, Address at, List<? extends Caller> callers) {
        progress.println(name + ": warming up");
        ClosedLoop.run(at, callers, plan.warmUp())
                .firstError()
                .ifPresent(why -> progress.println("  " + why));
    }

    private Measured measure(
            String name,
            Address at,
            Optional<ServerProcess> server,
            List<? extends Caller> callers) {
        progress.println(name + ": measuring");
        Optional<Duration> before = server.flatMap(ServerProcess::cpu);
        Observed seen = ClosedLoop.run(at, callers, plan.duration());
        Optional<Duration> used =
                before.flatMap(
                        start -> server.flatMap(ServerProcess::cpu).map(end -> end.minus(start)));
        seen.firstError().ifPresent(why -> progress.println("  " + why));
        OptionalLong resident =
                server.map(ServerProcess::residentKilobytes).orElse(OptionalLong.empty());
        return Measured.of(name, seen, used, resident);
    }

    /** A caller that all connections may share, because it has no state of its own. */
    private <C extends Caller> List<C> same(C caller) {
        return Collections.nCopies(plan.connections(), caller);
    }

    private List<Pair> share(List<Pair> pairs, int connection) {
        return IntStream.range(0, pairs.size())
                .filter(i -> i % plan.connections() == connection)
                .mapToObj(pairs::get)
                .toList();
    }
}
