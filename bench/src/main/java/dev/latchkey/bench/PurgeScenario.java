package dev.latchkey.bench;

import dev.latchkey.bench.store.Batch;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** The server removes expired rows while it checks tokens at a constant rate. */
final class Purging {
    private static final double SHARE = 0.3;
    private static final long MOST_ROWS = 1_000_000;

    /** Itself and its grant. */
    private static final long ROWS_A_PAIR = 2;

    /** So many tokens are asked about, and known before: a server that has been up for a while. */
    private static final long BUSY = 100_000;

    /** The server purges once a minute. */
    private static final long BETWEEN_LOOKS_NANOS = 500_000_000;

    private static final int MOST_LOOKS = 150;

    private Purging() {}

    static void run(Trial trial) {
        ManagedServer managed = trial.managed();
        long pairs = Math.min(trial.plan().tokens(), MOST_ROWS / ROWS_A_PAIR);
        managed.stop();
        managed.store().fill(Batch.first(Batch.Kind.EXPIRED, pairs));
        managed.restart();
        Stock busy =
                FilledStock.of(managed.store().derived(), Math.min(BUSY, trial.stock().live()));
        trial.meter().upTo(busy.live(), Introspecting.eachOnce(trial.meter(), trial.calls(), busy));
        List<Introspecting> checks =
                trial.meter().callers(i -> new Introspecting(trial.calls(), busy, i));
        Result full = trial.meter().full(Target.get("purge", trial.subject().process()), checks);
        double rate = SHARE * full.max().perSecond();
        Measured without = trial.meter().atRate(rate, trial.subject().process(), checks).measured();
        trial.meter().say("waiting for the purge");
        long before = managed.store().expired();
        for (int i = 0; before == pairs && i < MOST_LOOKS; i++) {
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            before = managed.store().expired();
        }
        Measured with = trial.meter().atRate(rate, trial.subject().process(), checks).measured();
        long after = managed.store().expired();

        trial.report()
                .add(Result.of("purge", "during", with).and(new Result.AtRate(rate, without)));
        trial.report()
                .add(
                        Aim.atMost(
                                "p99 of checks during a purge, of that without",
                                with.p99Micros() / without.p99Micros(),
                                2,
                                ""));
        trial.report()
                .note(
                        String.format(
                                Locale.ROOT,
                                "While the purge was measured, %,d of %,d expired pairs were removed.",
                                before - after,
                                pairs));
    }
}
