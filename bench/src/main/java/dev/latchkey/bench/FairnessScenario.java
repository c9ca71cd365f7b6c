package dev.latchkey.bench;

import dev.latchkey.load.Caller;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.LoadResult;
import dev.latchkey.load.Pace;
import dev.latchkey.load.Pipeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Measures how fairly a busy server serves its clients: many connections that open at the same
 * moment, and other requests beside a full load of checks or beside one pipelining client.
 */
final class FairnessScenario {
  /** The number of connections that open at the same moment. */
  private static final int CROWD = 1_024;

  private static final Duration CROWD_TIME = Duration.ofSeconds(4);
  private static final Duration CROWD_TIMEOUT = Duration.ofSeconds(2);

  /**
   * One request of each kind every 20 ms. {@link #PROBES_AT_ONCE} is large enough that they rarely
   * wait for a free connection.
   */
  private static final double PROBES_PER_SECOND = 50;

  private static final int PROBES_AT_ONCE = 16;

  /**
   * Long enough for 250 requests of each kind, so that the 99th percentile is not the slowest
   * request.
   */
  private static final Duration PROBE_TIME = Duration.ofSeconds(5);

  private static final int PIPELINED = 400;
  private static final double MAX_MILLIS = 20;

  private final Trial trial;

  /** Why the waiting times of this run cannot decide an aim. Empty if they can. */
  private Optional<String> objection = Optional.empty();

  private FairnessScenario(Trial trial) {
    this.trial = trial;
  }

  static void run(Trial trial) {
    trial.meter().printName("fairness");
    var fairness = new FairnessScenario(trial);
    fairness.measureControl();
    fairness.openAtOnce(trial.plan().connections(), trial.plan().duration().multipliedBy(2));
    fairness.openAtOnce(CROWD, CROWD_TIME);
    fairness.measureWaits("beside load", List.of(fairness.fullLoad()), Optional.empty());
    fairness.measureWaits("beside pipe", List.of(), Optional.of(fairness.pipeline()));
  }

  /**
   * Measures new connections to Netty as a control. If even those have to wait, other programs keep
   * the processors busy.
   */
  private void measureControl() {
    var netty =
        new Calls(trial.baselines().address(BaselineServers.NETTY), trial.calls().identity());
    byte[] request = netty.introspect(trial.stock().access(0));
    Caller caller = SimpleCaller.always(netty.address(), request, answer -> answer.status() == 200);
    List<Load> loads =
        List.of(
            probe(i -> caller).withConnections(Load.Connections.ONE_PER_REQUEST),
            Load.of(
                Collections.nCopies(trial.plan().connections(), caller), new Pace.ClosedLoop()));
    LoadResult seen =
        LoadDriver.run(loads, Optional.empty(), LoadDriver.Until.elapsed(PROBE_TIME))
            .loads()
            .getFirst();
    trial.report().add(Result.of("new-connection", "netty", Measurement.of(seen)));
    double millis = seen.micros(99) / 1e3;
    if (millis > MAX_MILLIS) {
      objection =
          Optional.of(
              String.format(
                  Locale.ROOT,
                  "a new connection to Netty under the same load waited %.0f ms, too",
                  millis));
    }
  }

  /** Opens connections at the same moment; each sends requests without a pause from then on. */
  private void openAtOnce(int connections, Duration time) {
    Load load =
        Load.of(checks(connections), new Pace.ClosedLoop())
            .withConnections(Load.Connections.OPEN_AT_START)
            .withTimeout(CROWD_TIMEOUT);
    LoadResult seen = LoadDriver.run(load, LoadDriver.Until.elapsed(time));
    var shares = Shares.of(seen);
    // Connections without an answer have an aim of their own and are not counted as wrong
    // answers.
    trial
        .report()
        .add(
            Result.of("open-" + connections, "at once", Measurement.of(seen))
                .withErrors(-seen.unanswered()));
    trial.report().note("%d connections at once: %s".formatted(connections, shares.sentence()));
    trial
        .report()
        .add(
            Aim.atMost(
                String.format(
                    Locale.ROOT,
                    "of %,d connections opened at once, without an answer",
                    connections),
                (double) shares.withoutAnswer(),
                0,
                ""));
  }

  /** Measures how long each kind of request waits beside this load, after a warm-up. */
  private void measureWaits(String loadName, List<Load> busy, Optional<Pipeline> pipeline) {
    List<Probe> probes = probes();
    var loads = new ArrayList<>(probes.stream().map(Probe::load).toList());
    loads.addAll(busy);
    LoadDriver.run(loads, pipeline, LoadDriver.Until.elapsed(trial.plan().duration()));
    LoadDriver.Results seen = LoadDriver.run(loads, pipeline, LoadDriver.Until.elapsed(PROBE_TIME));
    for (int i = 0; i < probes.size(); i++) {
      report(probes.get(i), loadName, seen.loads().get(i));
    }
    String who = pipeline.isPresent() ? "One client that pipelines" : "The full load";
    double rate =
        pipeline.isPresent() ? seen.pipelinedPerSecond() : seen.loads().getLast().perSecond();
    trial.report().note(String.format(Locale.ROOT, "%s beside probes got %,.0f/s.", who, rate));
  }

  private void report(Probe probe, String loadName, LoadResult seen) {
    trial.report().add(Result.of(probe.name(), loadName, Measurement.of(seen)));
    seen.firstError().ifPresent(trial.meter()::print);
    if (probe.hasAim()) {
      trial
          .report()
          .add(
              Aim.atMost(
                      "p99 of %s %s".formatted(probe.name(), loadName),
                      seen.micros(99) / 1e3,
                      MAX_MILLIS,
                      " ms")
                  .unless(objection));
    }
  }

  private record Probe(String name, boolean hasAim, Load load) {}

  private List<Probe> probes() {
    Calls calls = trial.calls();
    byte[] page = calls.address().get("/sign-in");
    return List.of(
        new Probe(
            "new-connection",
            true,
            probe(this::check).withConnections(Load.Connections.ONE_PER_REQUEST)),
        new Probe("a-refresh", true, probe(i -> new RefreshCaller(calls, TokenMoves.pair(trial)))),
        new Probe("a-revoke", false, probe(i -> TokenMoves.revoking(trial))),
        new Probe(
            "a-page",
            true,
            probe(i ->
                SimpleCaller.always(calls.address(), page, answer -> answer.status() == 200))));
  }

  private static Load probe(IntFunction<Caller> caller) {
    return Load.of(
        IntStream.range(0, PROBES_AT_ONCE).mapToObj(caller).toList(),
        new Pace.ConstantRate(PROBES_PER_SECOND));
  }

  private Load fullLoad() {
    return Load.of(checks(trial.plan().connections()), new Pace.ClosedLoop());
  }

  private Pipeline pipeline() {
    byte[] request = trial.calls().introspect(trial.stock().access(0));
    return new Pipeline(trial.calls().address(), request, PIPELINED);
  }

  private List<Caller> checks(int count) {
    return IntStream.range(0, count).mapToObj(this::check).toList();
  }

  private Caller check(int seed) {
    return new IntrospectCaller(trial.calls(), trial.stock(), seed);
  }
}
