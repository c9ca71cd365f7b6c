package dev.latchkey.bench;

import dev.latchkey.bench.host.Served;
import dev.latchkey.bench.store.Batch;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The same checks in a store of ten thousand tokens, and of ten times as many, again and again: of
 * tokens picked from all of them, and from ten thousand that stay the same.
 */
final class Growing {
    private static final long FIRST = 10_000;
    private static final int TIMES = 10;

    private final Trial trial;
    private final SortedMap<Long, Double> ofAll = new TreeMap<>();
    private final SortedMap<Long, Double> ofSome = new TreeMap<>();

    private Growing(Trial trial) {
        this.trial = trial;
    }

    /**
     * The largest store is there already, so the run begins with it, and any of its tokens may have
     * been asked about as well; the rest is filled.
     */
    static void run(Trial trial) {
        ManagedServer managed = trial.managed();
        long most = trial.plan().tokens();
        var growing = new Growing(trial);
        Optional<Result> measured = trial.report().find("introspect");
        if (measured.isEmpty()) {
            growing.askFirst(trial.calls(), trial.stock());
            growing.ofAny(managed.store(), managed.server(), most);
        } else {
            growing.ofAll.put(most, measured.get().max().perSecond());
        }
        growing.ofTheSame(managed.store(), managed.server(), most);
        growing.fill(most);
        growing.report();
    }

    private void fill(long most) {
        try (BenchStore store = trial.managed().another()) {
            long had = 0;
            for (long tokens = FIRST; tokens < most; tokens *= TIMES) {
                trial.cores().spread();
                store.fill(new Batch(Batch.Kind.LIVE, had, tokens - had));
                trial.cores().gather();
                try (Served server =
                        store.serve(
                                trial.cores()::measured, trial.managed().upstream().address())) {
                    askFirst(
                            new Calls(server.address(), store.identity()),
                            FilledStock.of(store.derived(), tokens));
                    ofAny(store, server, tokens);
                    ofTheSame(store, server, tokens);
                }
                had = tokens;
            }
        }
    }

    private void report() {
        judge("growth, any of all tokens", ofAll, 0.6);
        judge("growth, always the same ten thousand", ofSome, 0.9);
        trial.plan()
                .plots()
                .ifPresent(directory ->
                        new Plot("Checks a second as the store grows", "tokens", "checks/s")
                                .line("any of all tokens", points(ofAll))
                                .line("always the same ten thousand", points(ofSome))
                                .write(directory.resolve("growth.svg")));
    }

    /** For every token, as in the scenario introspect. */
    private void askFirst(Calls calls, Stock stock) {
        Meter meter = trial.meter();
        meter.upTo(stock.live(), Introspecting.eachOnce(meter, calls, stock));
    }

    private void ofAny(BenchStore store, Served server, long tokens) {
        ofAll.put(tokens, measure(store, server, "any", tokens, tokens));
    }

    private void ofTheSame(BenchStore store, Served server, long tokens) {
        ofSome.put(tokens, measure(store, server, "same", tokens, FIRST));
    }

    private double measure(
            BenchStore store, Served server, String which, long tokens, long picked) {
        var calls = new Calls(server.address(), store.identity());
        var stock = FilledStock.of(store.derived(), picked);
        Result result =
                trial.meter()
                        .full(
                                Target.get(
                                        "growth-%s-%s".formatted(which, brief(tokens)),
                                        Optional.of(server.process())),
                                trial.meter().callers(i -> new Introspecting(calls, stock, i)));
        trial.report().add(result.withStore(OptionalLong.of(store.census().bytes())));
        return result.max().perSecond();
    }

    private void judge(String what, SortedMap<Long, Double> rates, double limit) {
        trial.report()
                .add(
                        Aim.atLeast(
                                "%s: rate at %s of that at %s"
                                        .formatted(
                                                what,
                                                brief(rates.lastKey()),
                                                brief(rates.firstKey())),
                                rates.lastEntry().getValue() / rates.firstEntry().getValue(),
                                limit,
                                ""));
    }

    private static List<Plot.Point> points(SortedMap<Long, Double> rates) {
        return rates.entrySet().stream()
                .map(each -> new Plot.Point(each.getKey(), each.getValue()))
                .toList();
    }

    private static String brief(long tokens) {
        return tokens % 1_000_000 > 0
                ? String.format(Locale.ROOT, "%dk", tokens / 1_000)
                : String.format(Locale.ROOT, "%dM", tokens / 1_000_000);
    }
}
