package dev.latchkey.bench;

import dev.latchkey.bench.host.FixedServer;
import dev.latchkey.bench.host.Nginx;
import dev.latchkey.bench.host.Served;
import dev.latchkey.bench.load.Address;
import dev.latchkey.bench.load.Answer;
import dev.latchkey.bench.load.Caller;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

    private static final Predicate<Answer> RIGHT = Asking.exactly(FixedServer.BODY);

    private Gateway() {}

    static void run(Trial trial) {
        ManagedServer managed = trial.managed();
        Address upstream = managed.upstream().address();
        List<Caller> directly = plainly(trial, upstream);
        List<Caller> through = withTokens(trial, BUSY_TOKENS);

        Result direct = full(trial, "gateway-direct", managed.upstream(), directly);
        Result gateway = full(trial, "gateway", managed.server(), through);
        double rate = SHARE * gateway.max().perSecond();
        Result.AtRate directAtRate = at(trial, rate, managed.upstream(), directly);
        Result.AtRate gatewayAtRate = at(trial, rate, managed.server(), through);
        trial.report().add(direct.and(directAtRate));
        trial.report().add(gateway.and(gatewayAtRate).withStore(managed.storeBytes()));
        Aim added =
                Aim.atMost(
                        "the gateway adds at the median, to the service asked directly",
                        gatewayAtRate.measured().p50Micros() - directAtRate.measured().p50Micros(),
                        500,
                        " us");
        trial.report().add(added);
        Optional<Served> nginx =
                Nginx.before(upstream, managed.store().directory(), trial.cores()::measured);
        if (nginx.isEmpty()) {
            trial.report().note(Nginx.MISSING);
        } else {
            try (Served beside = nginx.get()) {
                compare(trial, beside, gateway, directAtRate, gatewayAtRate);
            }
        }
        trial.report()
                .add(
                        full(
                                trial,
                                "gateway-seldom",
                                managed.server(),
                                withTokens(trial, trial.stock().live())));
        new LargeBodies(trial).run();
    }

    private static void compare(
            Trial trial,
            Served nginx,
            Result gateway,
            Result.AtRate directAtRate,
            Result.AtRate gatewayAtRate) {
        List<Caller> callers = plainly(trial, nginx.address());
        Result measured = full(trial, "gateway-nginx", nginx, callers);
        Result.AtRate atRate = at(trial, gatewayAtRate.perSecond(), nginx, callers);
        trial.report().add(measured.and(atRate));
        trial.report()
                .add(
                        Aim.atLeast(
                                "gateway, of nginx's rate to the same service",
                                gateway.max().perSecond() / measured.max().perSecond(),
                                0.5,
                                ""));
        Measured base = directAtRate.measured();
        trial.report()
                .note(
                        String.format(
                                Locale.ROOT,
                                "At %.0f calls/s the gateway adds %.0f us at p50 and %.0f us at p99, nginx %.0f us and %.0f us.",
                                gatewayAtRate.perSecond(),
                                gatewayAtRate.measured().p50Micros() - base.p50Micros(),
                                gatewayAtRate.measured().p99Micros() - base.p99Micros(),
                                atRate.measured().p50Micros() - base.p50Micros(),
                                atRate.measured().p99Micros() - base.p99Micros()));
    }

    private static Result full(Trial trial, String name, Served served, List<Caller> callers) {
        return trial.meter().full(name, Optional.of(served.child().seen()), callers);
    }

    private static Result.AtRate at(Trial trial, double rate, Served served, List<Caller> callers) {
        return trial.meter().atRate(rate, Optional.of(served.child().seen()), callers);
    }

    private static List<Caller> plainly(Trial trial, Address address) {
        byte[] request = address.get(FixedServer.OPEN_PATH);
        return trial.meter().callers(i -> Asking.always(address, request, RIGHT));
    }

    /** With a token of the first so many, picked at random. */
    private static List<Caller> withTokens(Trial trial, long tokens) {
        Calls calls = trial.calls();
        Stock stock = trial.stock();
        return trial.meter()
                .callers(i -> {
                    var dice = new SplittableRandom(i);
                    return new Asking(
                            calls.address(),
                            () ->
                                    Optional.of(
                                            calls.call(
                                                    FixedServer.OPEN_PATH,
                                                    stock.access(dice.nextLong(tokens)))),
                            RIGHT);
                });
    }
}
