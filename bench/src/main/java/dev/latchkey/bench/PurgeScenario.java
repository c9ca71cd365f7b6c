package dev.latchkey.bench;

import dev.latchkey.bench.store.Batch;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** Measures checks at a constant rate while the server removes expired rows. */
final class PurgeScenario {
  private static final double SHARE = 0.3;
  private static final long MAX_ROWS = 1_000_000;

  /** The pair itself and its grant. */
  private static final long ROWS_PER_PAIR = 2;

  /**
   * The number of tokens that are checked. Each has been checked before, as on a server that has
   * been up for a while.
   */
  private static final long BUSY = 100_000;

  /** The server purges once a minute. */
  private static final long BETWEEN_CHECKS_NANOS = 500_000_000;

  private static final int MAX_CHECKS = 150;

  private PurgeScenario() {}

  static void run(Trial trial) {
    ManagedServer managed = trial.managed();
    long pairs = Math.min(trial.plan().tokens(), MAX_ROWS / ROWS_PER_PAIR);
    managed.stop();
    managed.store().fill(Batch.first(Batch.Kind.EXPIRED, pairs));
    managed.restart();
    TokenStock busy =
        FilledStock.of(managed.store().derived(), Math.min(BUSY, trial.stock().activeTokens()));
    trial
        .meter()
        .sendUpTo(
            busy.activeTokens(), IntrospectCaller.eachOnce(trial.meter(), trial.calls(), busy));
    List<IntrospectCaller> checks =
        trial.meter().callers(i -> new IntrospectCaller(trial.calls(), busy, i));
    Result full = trial.meter().full(Target.get("purge", trial.subject().process()), checks);
    double rate = SHARE * full.max().perSecond();
    Measurement without = trial.meter().atRate(rate, trial.subject().process(), checks).measured();
    trial.meter().print("waiting for the purge");
    long before = managed.store().expired();
    for (int i = 0; before == pairs && i < MAX_CHECKS; i++) {
      LockSupport.parkNanos(BETWEEN_CHECKS_NANOS);
      before = managed.store().expired();
    }
    Measurement with = trial.meter().atRate(rate, trial.subject().process(), checks).measured();
    long after = managed.store().expired();

    trial.report().add(Result.of("purge", "during", with).and(new Result.AtRate(rate, without)));
    trial
        .report()
        .add(
            Aim.atMost(
                "p99 of checks during a purge, of that without",
                with.p99Micros() / without.p99Micros(),
                2,
                ""));
    trial
        .report()
        .note(
            String.format(
                Locale.ROOT,
                "While the purge was measured, %,d of %,d expired pairs were removed.",
                before - after,
                pairs));
  }
}
