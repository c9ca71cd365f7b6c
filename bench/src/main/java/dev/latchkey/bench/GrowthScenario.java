package dev.latchkey.bench;

import dev.latchkey.bench.host.StartedServer;
import dev.latchkey.bench.store.Batch;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Measures the same checks in stores of 10,000 tokens, 100,000 tokens and so on: checks of tokens
 * picked from all of them, and checks of tokens picked from the same ten thousand.
 */
final class GrowthScenario {
  private static final long FIRST = 10_000;
  private static final int TIMES = 10;

  private final Trial trial;
  private final SortedMap<Long, Double> ofAll = new TreeMap<>();
  private final SortedMap<Long, Double> ofSome = new TreeMap<>();

  private GrowthScenario(Trial trial) {
    this.trial = trial;
  }

  /**
   * The largest store already exists, so the run begins with it. If the scenario {@code introspect}
   * has measured checks of any of its tokens, that rate is used. The smaller stores are then filled
   * one after the other.
   */
  static void run(Trial trial) {
    ManagedServer managed = trial.managed();
    long most = trial.plan().tokens();
    var growing = new GrowthScenario(trial);
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
    try (BenchStore store = trial.managed().createAnotherStore()) {
      long filled = 0;
      for (long tokens = FIRST; tokens < most; tokens *= TIMES) {
        trial.cores().unpin();
        store.fill(new Batch(Batch.Kind.ACTIVE, filled, tokens - filled));
        trial.cores().pinToLoad();
        try (StartedServer server =
            store.serve(trial.cores()::forServer, trial.managed().upstream().address())) {
          askFirst(
              new Calls(server.address(), store.identity()),
              FilledStock.of(store.derived(), tokens));
          ofAny(store, server, tokens);
          ofTheSame(store, server, tokens);
        }
        filled = tokens;
      }
    }
  }

  private void report() {
    judge("growth, any of all tokens", ofAll, 0.6);
    judge("growth, always the same ten thousand", ofSome, 0.9);
    trial
        .plan()
        .plots()
        .ifPresent(directory ->
            new Plot("Checks a second as the store grows", "tokens", "checks/s")
                .line("any of all tokens", points(ofAll))
                .line("always the same ten thousand", points(ofSome))
                .write(directory.resolve("growth.svg")));
  }

  /** Checks every token once, as in the scenario introspect. */
  private void askFirst(Calls calls, TokenStock stock) {
    Meter meter = trial.meter();
    meter.sendUpTo(stock.activeTokens(), IntrospectCaller.eachOnce(meter, calls, stock));
  }

  private void ofAny(BenchStore store, StartedServer server, long tokens) {
    ofAll.put(tokens, measure(store, server, "any", tokens, tokens));
  }

  private void ofTheSame(BenchStore store, StartedServer server, long tokens) {
    ofSome.put(tokens, measure(store, server, "same", tokens, FIRST));
  }

  private double measure(
      BenchStore store, StartedServer server, String which, long tokens, long picked) {
    var calls = new Calls(server.address(), store.identity());
    var stock = FilledStock.of(store.derived(), picked);
    Result result =
        trial
            .meter()
            .full(
                Target.get(
                    "growth-%s-%s".formatted(which, brief(tokens)), Optional.of(server.process())),
                trial.meter().callers(i -> new IntrospectCaller(calls, stock, i)));
    trial.report().add(result.withStore(OptionalLong.of(store.statistics().bytes())));
    return result.max().perSecond();
  }

  private void judge(String what, SortedMap<Long, Double> rates, double limit) {
    trial
        .report()
        .add(
            Aim.atLeast(
                "%s: rate at %s of that at %s"
                    .formatted(what, brief(rates.lastKey()), brief(rates.firstKey())),
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
