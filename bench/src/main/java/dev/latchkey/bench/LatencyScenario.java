package dev.latchkey.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Measures how long a check takes at increasing rates, up to 95 % of the highest rate of the
 * server.
 */
final class LatencyScenario {
  private static final List<Double> SHARES = List.of(0.1, 0.3, 0.5, 0.7, 0.85, 0.95);

  private LatencyScenario() {}

  static void run(Trial trial) {
    var checks = trial.meter().callers(i -> new IntrospectCaller(trial.calls(), trial.stock(), i));
    Result result = trial.meter().full(Target.get("latency", trial.subject().process()), checks);
    var median = new ArrayList<Plot.Point>();
    var worst = new ArrayList<Plot.Point>();
    for (double share : SHARES) {
      double rate = share * result.max().perSecond();
      Result.AtRate at = trial.meter().atRate(rate, trial.subject().process(), checks);
      result = result.and(at);
      median.add(new Plot.Point(rate, at.measured().p50Micros()));
      worst.add(new Plot.Point(rate, at.measured().p99Micros()));
    }
    trial.report().add(result.withStore(trial.subject().storeBytes()));
    trial
        .plan()
        .plots()
        .ifPresent(directory ->
            new Plot("How long a check takes", "checks/s asked for", "microseconds")
                .line("median", median)
                .line("99 of 100 are below", worst)
                .write(directory.resolve("latency.svg")));
  }
}
