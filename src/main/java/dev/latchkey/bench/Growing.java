package dev.latchkey.bench;

import dev.latchkey.bench.host.Served;
import dev.latchkey.bench.store.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The same checks in a store of ten thousand tokens, and of ten times as many, again and again: of
 * tokens picked from all of them, and from ten thousand that stay the same.
 */
final class Growing {
    private static final long FIRST = 10_000;
    private static final int TIMES = 10;

    private final Trial trial;
    private final List<Plot.Point> ofAll = new ArrayList<>();
    private final List<Plot.Point> ofSome = new ArrayList<>();

    private Growing(Trial trial) {
        this.trial = trial;
    }

    static void run(Trial trial) {
        trial.own().stop();
        new Growing(trial).run();
        trial.own().restart();
    }

    private void run() {
        try (Ground ground = trial.own().another()) {
            long had = 0;
            for (long tokens = FIRST; tokens <= trial.plan().tokens(); tokens *= TIMES) {
                trial.cores().spread();
                ground.fill(new Batch(Batch.Kind.LIVE, had, tokens - had));
                trial.cores().gather();
                measure(ground, tokens);
                had = tokens;
            }
        }
        judge("growth, any of all tokens", ofAll, 0.6);
        judge("growth, always the same ten thousand", ofSome, 0.9);
        trial.plan()
                .plots()
                .ifPresent(directory ->
                        new Plot("Checks a second as the store grows", "tokens", "checks/s")
                                .line("any of all tokens", ofAll)
                                .line("always the same ten thousand", ofSome)
                                .write(directory.resolve("growth.svg")));
    }

    private void measure(Ground ground, long tokens) {
        try (Served server =
                ground.serve(trial.cores()::measured, trial.own().upstream().address())) {
            ofAll.add(measure(ground, server, "any", tokens, tokens));
            ofSome.add(measure(ground, server, "same", tokens, FIRST));
        }
    }

    private Plot.Point measure(
            Ground ground, Served server, String which, long tokens, long picked) {
        var calls = new Calls(server.address(), ground.memo());
        var stock = new FilledStock(ground.derived(), picked, 0, 0);
        Result result =
                trial.meter()
                        .full(
                                "growth-%s-%s".formatted(which, brief(tokens)),
                                Optional.of(server.child().seen()),
                                trial.meter().callers(i -> new Introspecting(calls, stock, i)));
        trial.report().add(result.withStore(OptionalLong.of(ground.census().bytes())));
        return new Plot.Point(tokens, result.max().perSecond());
    }

    private void judge(String what, List<Plot.Point> points, double limit) {
        Plot.Point last = points.getLast();
        trial.report()
                .add(
                        Aim.atLeast(
                                "%s: rate at %s of that at %s"
                                        .formatted(what, brief((long) last.x()), brief(FIRST)),
                                last.y() / points.getFirst().y(),
                                limit,
                                ""));
    }

    private static String brief(long tokens) {
        return tokens < 1_000_000
                ? String.format(Locale.ROOT, "%dk", tokens / 1_000)
                : String.format(Locale.ROOT, "%dM", tokens / 1_000_000);
    }
}
