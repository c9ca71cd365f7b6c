package dev.latchkey.bench;

import dev.latchkey.bench.store.Batch;
import dev.latchkey.bench.store.Derived;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Is this token alive? The question that stands in front of every call (contract 4.4, 4.5). */
final class Checking {
    /** Well-formed tokens that nobody was ever given. */
    private static final Derived NEVER_ISSUED = new Derived(~0L);

    private Checking() {}

    static void live(Trial trial) {
        Result live =
                trial.result(
                        "introspect",
                        trial.meter()
                                .callers(i -> new Introspecting(trial.calls(), trial.stock(), i)));
        Result fixed = trial.report().fixed();
        trial.report()
                .add(
                        Aim.atLeast(
                                "introspection, of the rate of the fixed answer",
                                live.ratioTo(fixed),
                                0.75,
                                ""));
        trial.report()
                .add(
                        Aim.atMost(
                                "p99 of introspection, of that of the fixed answer",
                                live.max().p99Micros() / fixed.max().p99Micros(),
                                2,
                                ""));
    }

    /** Half of them ended, half never issued: the store has to be asked. */
    static void dead(Trial trial) {
        Derived ended = trial.own().ground().derived();
        int stock = trial.plan().stock();
        besideLive(
                trial,
                ask(
                        trial,
                        "introspect-dead",
                        dice -> {
                            long number = Batch.Kind.ENDED.number(dice.nextLong(stock));
                            return (dice.nextBoolean() ? ended : NEVER_ISSUED)
                                    .access(number)
                                    .reveal();
                        }));
    }

    /** Refused by its form alone. */
    static void garbage(Trial trial) {
        besideLive(trial, ask(trial, "introspect-garbage", Checking::garbage));
    }

    private static Result ask(Trial trial, String name, Function<RandomGenerator, String> tokens) {
        Calls calls = trial.calls();
        return trial.result(
                name,
                trial.meter()
                        .callers(i -> {
                            var dice = new SplittableRandom(i);
                            return new Asking(
                                    calls.address(),
                                    () -> Optional.of(calls.introspect(tokens.apply(dice))),
                                    Introspecting::isDead);
                        }));
    }

    private static void besideLive(Trial trial, Result result) {
        trial.report()
                .find("introspect")
                .ifPresent(live ->
                        trial.report()
                                .add(
                                        Aim.atLeast(
                                                result.name() + ", of the rate of live tokens",
                                                result.max().perSecond() / live.max().perSecond(),
                                                1,
                                                "")));
    }

    private static String garbage(RandomGenerator dice) {
        String token = NEVER_ISSUED.access(dice.nextLong()).reveal();
        return switch (dice.nextInt(4)) {
            case 0 -> token.substring(0, token.length() - 1) + (token.endsWith("0") ? "1" : "0");
            case 1 -> "lk_rt_" + token.substring(6);
            case 2 -> token.substring(0, 20 + dice.nextInt(20));
            default -> "eyJhbGciOiJub25lIn0." + token.substring(6) + ".";
        };
    }
}
