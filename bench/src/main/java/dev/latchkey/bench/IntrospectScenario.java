package dev.latchkey.bench;

import dev.latchkey.bench.host.ServerProcess;
import dev.latchkey.bench.store.Batch;
import dev.latchkey.bench.store.Derived;
import dev.latchkey.load.LoadResult;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Is this token active? This question comes before every call (contract 4.4, 4.5). */
final class Checking {
    /** Well-formed tokens that were never issued. */
    private static final Derived NEVER_ISSUED = new Derived(~0L);

    /** A million in the two seconds that a load is measured by default. */
    private static final long GARBAGE_A_SECOND = 500_000;

    private static final long FORGED = 50_000;

    /** So few that a warm-up asks about each: first questions are measured elsewhere. */
    private static final long ENDED = 40_000;

    private Checking() {}

    /**
     * By POST from many clients, which is what resource servers ask most, and by GET. A server that
     * has been up for a while was asked about every live token before.
     */
    static void live(Trial trial) {
        Optional<ServerProcess> process = trial.subject().process();
        Meter meter = trial.meter();
        Result first = askFirst(trial);
        meter.upTo(trial.stock().ofClients(), ClientChecks.eachOnce(trial));
        Result post =
                meter.result(Target.post("introspect-post", process), ClientChecks.ofAny(trial));
        Result get =
                meter.result(
                        Target.get("introspect", process),
                        meter.callers(i -> new Introspecting(trial.calls(), trial.stock(), i)));
        Report report = trial.report();
        report.add(post.detailed());
        report.add(get.detailed().withStore(trial.subject().storeBytes()));
        report.add(first);
        compare(report, post, "checks by POST", 0.65);
        compare(report, get, "checks by GET", 0.75);
        SecondOpinion.ask(trial);
    }

    private static void compare(Report report, Result result, String what, double least) {
        result.baseline(Baselines.NETTY)
                .ifPresent(netty -> {
                    report.add(
                            Aim.atLeast(
                                            what + ", of the rate of Netty's fixed answer",
                                            result.max().perSecond() / netty.perSecond(),
                                            least,
                                            "")
                                    .unless(netty.objection()));
                    report.add(
                            Aim.atMost(
                                            "p99 of %s, of that of Netty's fixed answer"
                                                    .formatted(what),
                                            result.max().p99Micros() / netty.p99Micros(),
                                            2,
                                            "")
                                    .unless(netty.objection()));
                });
    }

    private static Result askFirst(Trial trial) {
        Stock stock = trial.stock();
        List<Introspecting> callers = Introspecting.eachOnce(trial.meter(), trial.calls(), stock);
        Result first = trial.meter().once("introspect-first", trial.subject().process(), callers);
        String said =
                String.format(
                        Locale.ROOT,
                        "First asked, cold: %,.0f/s, %,d of %,d live tokens.",
                        first.max().perSecond(),
                        callers.stream().mapToLong(Introspecting::asked).sum(),
                        stock.live());
        trial.meter().say(said);
        trial.report().note(said);
        return first;
    }

    /**
     * Tokens that have ended; then tokens that were never issued, without a warm-up and without an
     * aim.
     */
    static void inactive(Trial trial) {
        Optional<ServerProcess> process = trial.subject().process();
        report(
                trial,
                trial.meter()
                        .full(
                                Target.get("introspect-dead", process),
                                callers(trial, random -> ended(trial, random))));
        var left = new AtomicLong(FORGED);
        List<Asking> callers =
                trial.meter().callers(i -> asking(trial, () -> forged(left.getAndDecrement())));
        trial.report().add(trial.meter().once("introspect-forged", process, callers));
    }

    /** Refused by its form alone: the store must not hear of any. */
    static void garbage(Trial trial) {
        var asked = new AtomicLong();
        List<Asking> callers =
                callers(
                        trial,
                        random -> {
                            asked.incrementAndGet();
                            return garbage(random);
                        });
        Optional<ManagedServer> managed = trial.subject().managed();
        long before = managed.map(ManagedServer::lookUps).orElse(0L);
        Meter meter = trial.meter();
        Result result =
                meter.full(Target.get("introspect-garbage", trial.subject().process()), callers);
        long most = GARBAGE_A_SECOND * trial.plan().duration().toSeconds();
        LoadResult rest = meter.upTo(Math.max(0, most - asked.get()), callers);
        report(trial, result.withErrors(rest.errors()));
        managed.ifPresent(there ->
                trial.report()
                        .add(
                                Aim.atMost(
                                        String.format(
                                                Locale.ROOT,
                                                "store reads caused by %,d garbage tokens",
                                                asked.get()),
                                        (double) there.lookUps() - before,
                                        0,
                                        "")));
    }

    private static List<Asking> callers(Trial trial, Function<RandomGenerator, String> tokens) {
        return trial.meter()
                .callers(i -> {
                    var random = new SplittableRandom(i);
                    return asking(trial, () -> Optional.of(tokens.apply(random)));
                });
    }

    private static Asking asking(Trial trial, Supplier<Optional<String>> tokens) {
        Calls calls = trial.calls();
        return new Asking(
                calls.address(),
                () -> tokens.get().map(calls::introspect),
                Introspecting::isInactive);
    }

    /** Beside what live tokens cost in this run. */
    private static void report(Trial trial, Result result) {
        Report report = trial.report();
        report.add(result.withStore(trial.subject().storeBytes()));
        report.find("introspect")
                .ifPresent(live ->
                        report.add(
                                Aim.atLeast(
                                        result.name() + ", of the rate of live tokens",
                                        result.max().perSecond() / live.max().perSecond(),
                                        1,
                                        "")));
    }

    private static String ended(Trial trial, RandomGenerator random) {
        long number =
                Batch.Kind.ENDED.number(random.nextLong(Math.min(ENDED, trial.plan().stock())));
        return trial.managed().store().derived().access(number).reveal();
    }

    /** Well-formed, so that only the store can tell. */
    private static Optional<String> forged(long number) {
        return number > 0 ? Optional.of(NEVER_ISSUED.access(number).reveal()) : Optional.empty();
    }

    private static String garbage(RandomGenerator random) {
        long number = random.nextLong();
        String token = NEVER_ISSUED.access(number).reveal();
        return switch (random.nextInt(6)) {
            case 0 -> token.substring(0, token.length() - 1) + (token.endsWith("0") ? "1" : "0");
            case 1 -> "lk_xx_" + token.substring(6);
            case 2 -> token.substring(0, 20 + random.nextInt(20));
            case 3 -> token + token.charAt(20);
            case 4 -> NEVER_ISSUED.refresh(number).reveal();
            default -> "eyJhbGciOiJub25lIn0." + token.substring(6) + ".";
        };
    }
}
