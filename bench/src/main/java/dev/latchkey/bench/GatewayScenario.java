package dev.latchkey.bench;

import dev.latchkey.bench.host.FixedAnswer;
import dev.latchkey.bench.host.FixedServer;
import dev.latchkey.bench.host.Nginx;
import dev.latchkey.bench.host.Served;
import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * A call through the gateway with a live token and the right scope, and the same call to the same
 * service through nginx and directly (contract 4.4).
 */
final class Gateway {
    /**
     * Calls that come one by one cost twice the processor of calls that wait in line, here and at
     * nginx: half of the highest rate would be nearly all that can be done.
     */
    private static final double SHARE = 0.3;

    /**
     * So many callers are busy at a time. What tells the service who calls is signed once for
     * twenty seconds of a token, so a token that is seldom used costs a signature a call.
     */
    private static final long BUSY_TOKENS = 1_000;

    private static final double OF_NGINX = 0.75;
    private static final double ADDED_MICROS = 100;
    private static final int MOST_TRIES = 3;

    private static final Predicate<Answer> RIGHT =
            Asking.exactly(FixedAnswer.ofNetty(FixedAnswer.INTROSPECTION_BYTES).body());

    private final Trial trial;
    private final ManagedServer managed;
    private final List<Caller> directly;
    private final List<Caller> through;

    private Gateway(Trial trial) {
        this.trial = trial;
        this.managed = trial.managed();
        this.directly = plainly(managed.upstream().address());
        this.through = withTokens(BUSY_TOKENS);
    }

    static void run(Trial trial) {
        var gateway = new Gateway(trial);
        double rate = gateway.besideNginx();
        gateway.atRate(rate);
        trial.report()
                .add(
                        gateway.full(
                                "gateway-seldom",
                                gateway.managed.server(),
                                gateway.withTokens(trial.stock().live())));
        new LargeBodies(trial).run();
    }

    /** At full load; gives the rate of the gateway. */
    private double besideNginx() {
        Address upstream = managed.upstream().address();
        Optional<Served> nginx =
                Nginx.before(upstream, managed.store().directory(), trial.cores()::measured);
        if (nginx.isEmpty()) {
            trial.report().note(Nginx.MISSING);
            Result gateway = full("gateway", managed.server(), through);
            trial.report().add(gateway.withStore(managed.storeBytes()));
            return gateway.max().perSecond();
        }
        try (Served served = nginx.get()) {
            List<Caller> callers = plainly(served.address());
            Result gateway = full("gateway", managed.server(), through);
            Result proxied = full("gateway-nginx", served, callers);
            Measured before = proxied.max();
            Measured run = again(managed.server(), through);
            Measured after = again(served, callers);
            for (int i = 1; i < MOST_TRIES && moved(before, after); i++) {
                before = after;
                run = again(managed.server(), through);
                after = again(served, callers);
            }
            trial.report().add(gateway.withStore(managed.storeBytes()));
            trial.report().add(proxied);
            boolean pinned = trial.cores().canPin();
            compare(run, new Baseline("nginx's proxy_pass", before, after, pinned));
            return run.perSecond();
        }
    }

    private static boolean moved(Measured before, Measured after) {
        return Spread.of(before.perSecond(), after.perSecond()) > Baseline.MOST_SPREAD;
    }

    /**
     * The load and the service behind share a processor. Where that is full before nginx's is, the
     * rates say little, and only the processor time of a call decides.
     */
    private void compare(Measured run, Baseline nginx) {
        trial.report()
                .add(
                        Aim.atLeast(
                                        "gateway, of nginx's rate to the same service",
                                        run.perSecond() / nginx.perSecond(),
                                        OF_NGINX,
                                        "")
                                .unless(nginx.objection()));
        OptionalDouble ours = run.cpuMicrosPerRequest();
        OptionalDouble theirs = nginx.before().cpuMicrosPerRequest();
        if (ours.isPresent() && theirs.isPresent()) {
            trial.report()
                    .add(
                            Aim.atLeast(
                                    "gateway, of nginx's calls in a second of processor time",
                                    theirs.getAsDouble() / ours.getAsDouble(),
                                    OF_NGINX,
                                    ""));
        }
    }

    /** At the same constant rate: directly, through the gateway, and directly again. */
    private void atRate(double full) {
        double rate = SHARE * full;
        Measured before = at(rate, managed.upstream(), directly);
        Measured gateway = at(rate, managed.server(), through);
        Measured after = at(rate, managed.upstream(), directly);
        double direct = (before.p50Micros() + after.p50Micros()) / 2;
        trial.report()
                .add(
                        Result.of("gateway-direct", "full", again(managed.upstream(), directly))
                                .and(new Result.AtRate(rate, after)));
        trial.report()
                .add(Result.of("gateway", String.format(Locale.ROOT, "%.0f/s", rate), gateway));
        trial.report()
                .add(
                        Aim.atMost(
                                "the gateway adds at the median, to the service asked directly",
                                gateway.p50Micros() - direct,
                                ADDED_MICROS,
                                " us"));
        trial.report()
                .note(
                        String.format(
                                Locale.ROOT,
                                "At %.0f calls/s the gateway adds %.0f us at p50 and %.0f us at p99.",
                                rate,
                                gateway.p50Micros() - direct,
                                gateway.p99Micros()
                                        - (before.p99Micros() + after.p99Micros()) / 2));
    }

    private Result full(String name, Served served, List<Caller> callers) {
        return trial.meter().full(Target.get(name, Optional.of(served.process())), callers);
    }

    private Measured again(Served served, List<Caller> callers) {
        return trial.meter().again(Optional.of(served.process()), callers);
    }

    private Measured at(double rate, Served served, List<Caller> callers) {
        return trial.meter().atRate(rate, Optional.of(served.process()), callers).measured();
    }

    private List<Caller> plainly(Address address) {
        byte[] request = address.get(FixedServer.OPEN_PATH);
        return trial.meter().callers(i -> Asking.always(address, request, RIGHT));
    }

    /** With a token of the first so many, picked at random. */
    private List<Caller> withTokens(long tokens) {
        Calls calls = trial.calls();
        Stock stock = trial.stock();
        return trial.meter()
                .callers(i -> {
                    var random = new SplittableRandom(i);
                    return new Asking(
                            calls.address(),
                            () ->
                                    Optional.of(
                                            calls.call(
                                                    FixedServer.OPEN_PATH,
                                                    stock.access(random.nextLong(tokens)))),
                            RIGHT);
                });
    }
}
